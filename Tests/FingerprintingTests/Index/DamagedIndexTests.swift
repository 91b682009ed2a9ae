import Testing

@testable import Fingerprinting

struct DamagedIndexTests {
  func samples() throws -> IndexSamples { try IndexSamples(LandmarkIndexTests.fingerprints) }

  func expectRefused(_ damage: (IndexSamples) -> Void) throws {
    let samples = try samples()
    damage(samples)
    #expect(throws: FingerprintError.self) { try samples.open() }
  }

  @Test(arguments: 0..<7)
  func everyParameterMatters(field: Int) throws {
    // The fan is the only one that nothing else depends on.
    guard field != 5 else { return }
    for value: UInt8 in [0, 255] {
      try expectRefused { samples in
        for byte in 0..<4 { samples.parameters[4 * field + byte] = value }
      }
    }
  }

  @Test func wrongSizesAreRefused() throws {
    try expectRefused { $0.parameters.removeLast() }
    try expectRefused { $0.parameters.append(0) }
    try expectRefused { $0.parameters = [] }
    try expectRefused { $0.directory.removeLast(4) }
    try expectRefused { $0.directory += [0, 0, 0, 0] }
    try expectRefused { $0.directory = [] }
    try expectRefused { $0.postings.removeLast() }
    try expectRefused { $0.postings += [0, 0, 0, 0] }
    try expectRefused { $0.postings = [] }
  }

  @Test func aDirectoryOutOfOrderIsRefused() throws {
    let entries = try samples().directory.count / 4
    for entry in [0, 1, entries / 2, entries - 2, entries - 1] {
      try expectRefused { samples in for byte in 0..<4 { samples.directory[4 * entry + byte] = 255 } }
    }
    try expectRefused { $0.directory[0] = 1 }
    try expectRefused { samples in for byte in 0..<4 { samples.directory[4 * (entries - 1) + byte] = 0 } }
  }

  @Test func otherMaterialsAreRefused() throws {
    let samples = try samples()
    let materials = samples.materials()
    #expect(throws: FingerprintError.self) { try samples.open(Array(materials.dropLast())) }
    #expect(throws: FingerprintError.self) { try samples.open(materials + materials) }
    let longer = materials.map { IndexedMaterial(duration: $0.duration + 3_600, peaks: $0.peaks) }
    #expect(throws: FingerprintError.self) { try samples.open(longer) }
    let endless = materials.map { IndexedMaterial(duration: .nan, peaks: $0.peaks) }
    #expect(throws: FingerprintError.self) { try samples.open(endless) }
    let truncated = materials.map {
      IndexedMaterial(duration: $0.duration, peaks: UnsafeRawBufferPointer(rebasing: $0.peaks.dropLast()))
    }
    #expect(throws: FingerprintError.self) { try samples.open(truncated) }
  }

  /// Postings and landmarks are not checked when an index is opened: garbage there must do no harm.
  @Test func garbageInPostingsAndLandmarksDoesNoHarm() throws {
    var random = SplitMix(seed: 5)
    let audio = SyntheticMusic(seed: 20, duration: 3).samples()
    for _ in 0..<3 {
      let samples = try samples()
      for index in samples.postings.indices { samples.postings[index] = UInt8.random(in: 0...255, using: &random) }
      let materials = samples.fingerprints.map { fingerprint in
        var peaks = fingerprint.peaks
        for index in 8..<peaks.count { peaks[index] = UInt8.random(in: 0...255, using: &random) }
        return IndexedMaterial(duration: fingerprint.duration, peaks: samples.hold(peaks))
      }
      let matcher = StreamMatcher(index: try samples.open(materials), materialIDs: ["a", "b", "c"])
      audio.withUnsafeBufferPointer { matcher.append($0) { _ in } }
      matcher.finish { _ in }
    }
  }
}
