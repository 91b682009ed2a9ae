import Testing

@testable import Fingerprinting

struct LandmarkIndexTests {
  static let fingerprints = (0..<3).map { Fingerprint(of: SyntheticMusic(seed: 20 + $0, duration: 3).samples()) }

  @Test func everyPairOfEveryMaterialIsFound() throws {
    let index = try IndexSamples(Self.fingerprints).open()
    let segment = index.segments[0]
    let geometry = segment.geometry
    #expect(index.materialCount == 3)
    var count = 0
    for (material, list) in index.lists.enumerated() {
      var maker = PairMaker()
      maker.pairs(of: list, fan: geometry.fan) { key, tick in
        count += 1
        let bucket = Int(key >> UInt32(PairHash.bits - geometry.directoryBits))
        let range =
          segment.directory.littleEndianWord(at: 4 * bucket)..<segment.directory.littleEndianWord(at: 4 * bucket + 4)
        let remainder = key >> UInt32(PairHash.bits - geometry.keyBits) & (1 << UInt32(geometry.remainderBits) - 1)
        let posting = remainder << UInt32(geometry.timeBits) | UInt32(index.starts[material] + tick / 2)
        #expect(range.contains { segment.postings.littleEndianWord(at: 4 * Int($0)) == posting })
      }
    }
    #expect(count == index.postingCount)
    #expect(count > 100)
  }

  @Test func framesBelongToTheirMaterial() throws {
    let index = try IndexSamples(Self.fingerprints).open()
    for material in 0..<3 {
      #expect(index.material(atFrame: index.starts[material]) == material)
      #expect(index.material(atFrame: index.starts[material] + 187) == material)
      #expect(index.material(atFrame: index.starts[material] - 100) == material)
      #expect(index.material(atFrame: index.starts[material] + 187 + 100) == material)
    }
    #expect(index.material(atFrame: 0) == nil)
    #expect(index.material(atFrame: index.starts[3]) == nil)
    #expect(index.material(atFrame: 1 << 40) == nil)
    #expect(index.material(atFrame: -5) == nil)
  }

  @Test func anIndexOfNothing() throws {
    let index = try IndexSamples([]).open()
    #expect(index.materialCount == 0)
    #expect(index.postingCount == 0)
    #expect(index.material(atFrame: 512) == nil)
  }

  @Test func materialsWithoutLandmarksTakePart() throws {
    let empty = Fingerprint(of: [Float](repeating: 0, count: 4_000))
    let index = try IndexSamples([empty, Self.fingerprints[0], Fingerprint(of: [])]).open()
    #expect(index.materialCount == 3)
    #expect(index.material(atFrame: index.starts[1] + 5) == 1)
  }

  /// Few postings at once are for packs that do not fit into memory.
  @Test(arguments: [1, 7, 64, 1_000]) func theIndexIsTheSameInAnyPieces(postings: Int) throws {
    let samples = try IndexSamples(Self.fingerprints)
    let builder = try LandmarkIndexBuilder(samples.materials())
    var pieces: [[UInt8]] = []
    builder.postings(atOnce: postings) { pieces.append(Array($0)) }
    #expect(pieces.count >= samples.postings.count / 4 / (postings + 100))
    #expect(Array(pieces.joined()) == samples.postings)
    #expect(builder.postingBytes == samples.postings.count)
    withExtendedLifetime(samples) {}
  }

  @Test func aPieceThatCannotBeTakenEndsTheBuilding() throws {
    struct Full: Error {}
    let samples = try IndexSamples(Self.fingerprints)
    let builder = try LandmarkIndexBuilder(samples.materials())
    var count = 0
    #expect(throws: Full.self) {
      try builder.postings(atOnce: 50) { (_) throws(Full) in
        count += 1
        if count == 2 { throw Full() }
      }
    }
    #expect(count == 2)
    withExtendedLifetime(samples) {}
  }

  @Test func theDirectoryGrowsWithThePack() throws {
    let small = try IndexSamples([Self.fingerprints[0]])
    #expect(small.directory.count < small.postings.count)
    let hours = 1_000
    let pairs = hours * 3_600 * 90
    let large = try IndexGeometry(frames: hours * 225_000, postingCount: pairs, fan: 3, materialCount: 1)
    #expect(4 << large.directoryBits < pairs / 2)
    #expect(large.keyBits >= PairHash.cellBits)
    #expect(large.remainderBits + large.timeBits <= 32)
  }

  @Test func tooMuchAudioIsRefused() {
    let list = FingerprintTests.packed([])
    list.withUnsafeBytes { bytes in
      let materials = [IndexedMaterial](repeating: .init(duration: 1e6, peaks: bytes), count: 20)
      #expect(throws: FingerprintError.tooLarge) { _ = try LandmarkIndexImage(building: materials) }
    }
  }

  @Test func malformedLandmarksAreRefused() {
    _ = [UInt8](repeating: 255, count: 40).withUnsafeBytes { bytes in
      #expect(throws: FingerprintError.self) {
        _ = try LandmarkIndexImage(building: [IndexedMaterial(duration: 1, peaks: bytes)])
      }
    }
  }
}
