import Testing

@testable import Fingerprinting

/// An index that is extended is the one built from all materials at once.
@Suite struct LandmarkIndexExtendingTests {
  /// How many materials the pack has before and after.
  @Test(arguments: [(0, 1), (1, 2), (5, 6), (6, 30), (30, 31), (30, 32), (31, 64), (64, 65)])
  func sameBytesAsBuiltAtOnce(before: Int, after: Int) throws {
    let directory = try TemporaryDirectory()
    var builder = PackBuilder()
    func fingerprint(_ number: Int) -> Fingerprint {
      PackSamples.fingerprint(
        number, duration: Double(1 + number % 7), landmarks: number % 5 == 3 ? 0 : 30 + number * 5)
    }
    builder.packID = PackSamples.packID
    for number in 0..<before { try builder.add(PackMaterial(id: "\(number)"), fingerprint: fingerprint(number)) }
    try builder.write(to: directory.file("before"), at: PackSamples.time)
    var edited = PackBuilder(contentsOf: try Pack(path: directory.file("before")))
    for number in before..<after {
      try builder.add(PackMaterial(id: "\(number)"), fingerprint: fingerprint(number))
      try edited.add(PackMaterial(id: "\(number)"), fingerprint: fingerprint(number))
    }
    try builder.write(to: directory.file("at once"), at: PackSamples.time)
    try edited.write(to: directory.file("edited"), at: PackSamples.time)
    #expect(try directory.bytes("edited")[192...] == directory.bytes("at once")[192...])
  }

  @Test func oneMoreMaterialNeedsNoRebuilding() throws {
    let fingerprints = (0..<20).map { PackSamples.fingerprint($0, duration: 3, landmarks: 60) }
    try withImage(of: fingerprints) { index, materials in
      let image = try #require(try LandmarkIndexImage(extending: index, with: [materials[7]]))
      #expect(try image == LandmarkIndexImage(building: materials + [materials[7]]))
    }
  }

  @Test func doubledMaterialsNeedRebuilding() throws {
    let fingerprints = (0..<20).map { PackSamples.fingerprint($0, duration: 3, landmarks: 60) }
    try withImage(of: fingerprints) { index, materials in
      let image = try LandmarkIndexImage(extending: index, with: materials + materials + materials)
      #expect(image == nil)
    }
  }

  @Test func malformedLandmarksAreRefused() throws {
    try withImage(of: [PackSamples.fingerprint(1)]) { index, _ in
      let empty = IndexedMaterial(duration: 1, peaks: UnsafeRawBufferPointer(start: nil, count: 0))
      #expect(throws: FingerprintError.self) { try LandmarkIndexImage(extending: index, with: [empty]) }
    }
  }

  private func withImage(
    of fingerprints: [Fingerprint], _ body: (LandmarkIndex, [IndexedMaterial]) throws -> Void
  ) throws {
    let directory = try TemporaryDirectory()
    var builder = PackBuilder()
    for (number, fingerprint) in fingerprints.enumerated() {
      try builder.add(PackMaterial(id: "\(number)"), fingerprint: fingerprint)
    }
    try builder.write(to: directory.file("a"))
    let pack = try Pack(path: directory.file("a"))
    let materials = try pack.materials.indices.map { place in
      IndexedMaterial(duration: pack.materials[place].duration, peaks: try pack.checkedPeaks(at: place))
    }
    try withExtendedLifetime(pack) { try body(pack.index, materials) }
  }
}
