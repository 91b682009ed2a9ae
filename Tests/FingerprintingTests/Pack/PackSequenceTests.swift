import Foundation
import Testing

@testable import Fingerprinting

/// Whatever is done to a pack, it says what one says that was made at once.
@Suite struct PackSequenceTests {
  /// What the pack should hold.
  private struct Model {
    var materials: [(material: PackMaterial, fingerprint: Fingerprint)] = []
    var markers: [UInt32: PackMarker] = [:]

    func builder() throws -> PackBuilder {
      var builder = PackBuilder()
      builder.packID = PackSamples.packID
      for (material, fingerprint) in materials { try builder.add(material, fingerprint: fingerprint) }
      for marker in markers.values { try builder.setMarker(marker) }
      return builder
    }
  }

  private static func change(
    _ model: inout Model, _ builder: inout PackBuilder, _ random: inout SplitMix, _ fingerprints: [Fingerprint]
  ) throws {
    let place = model.materials.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<10, using: &random), place) {
    case (0..<4, _), (_, nil):
      let material = PackMaterial(
        id: "\(random.next())", title: "t", metadata: #"{"n":\#(random.next() % 9)}"#,
        campaign: Bool.random(using: &random) ? #"{"c":1}"# : nil)
      guard let fingerprint = fingerprints.randomElement(using: &random) else { return }
      try builder.add(material, fingerprint: fingerprint)
      model.materials.append((material, fingerprint))
    case (4, let place?):
      guard let fingerprint = fingerprints.randomElement(using: &random) else { return }
      model.materials[place].material.title = "\(random.next())"
      model.materials[place].fingerprint = fingerprint
      try builder.add(model.materials[place].material, fingerprint: fingerprint)
    case (5...6, let place?):
      builder.remove(id: model.materials.remove(at: place).material.id)
    case (7, let place?):
      let campaign = Bool.random(using: &random) ? #"{"c":\#(random.next())}"# : nil
      model.materials[place].material.campaign = campaign
      try builder.setCampaign(campaign, materialID: model.materials[place].material.id)
    default:
      let code = UInt32.random(in: 1...6, using: &random)
      if Bool.random(using: &random) {
        let marker = PackMarker(code: code, id: "m", name: "\(random.next())")
        try builder.setMarker(marker)
        model.markers[code] = marker
      } else {
        builder.removeMarker(code: code)
        model.markers[code] = nil
      }
    }
  }

  private func expectEqual(_ path: String, _ model: Model, _ what: String) throws {
    let pack = try Pack(path: path)
    let expected = model.materials.map { material, fingerprint in
      var material = material
      material.duration = fingerprint.duration
      return material
    }
    #expect(pack.materials == expected, "\(what)")
    #expect(pack.markers == model.markers.values.sorted { $0.code < $1.code }, "\(what)")
    for place in model.materials.indices {
      #expect(try pack.fingerprint(at: place) == model.materials[place].fingerprint, "\(what)")
    }
    #expect(try pack.verify().allSatisfy(\.ok), "\(what)")
  }

  @Test(arguments: 0..<24) func anyOrderOfChanges(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let directory = try TemporaryDirectory()
    let path = directory.file("a")
    let policy = seed % 3 == 0 ? SegmentSamples.apart : SegmentSamples.merging
    let fingerprints = (0..<12).map { number in
      PackSamples.fingerprint(
        number, duration: Double(1 + number % 4), landmarks: number % 5 == 3 ? 0 : 20 + 9 * number)
    }
    var model = Model()
    for _ in 0..<5 { _ = random.next() }
    var first = PackBuilder()
    first.policy = policy
    for _ in 0..<Int.random(in: 1...8, using: &random) { try Self.change(&model, &first, &random, fingerprints) }
    try first.write(to: path)
    var segments = 0
    for step in 0..<18 {
      var builder = try SegmentSamples.editing(path, policy)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        try Self.change(&model, &builder, &random, fingerprints)
      }
      try builder.write(to: path, merging: Int.random(in: 0..<20, using: &random) == 0)
      try expectEqual(path, model, "seed \(seed), step \(step)")
      segments = max(segments, try Pack(path: path).usage.segments)
    }
    #expect(segments > 1, "seed \(seed)")

    // The postings that count are those of a pack made at once, and merged it is that pack.
    try model.builder().write(to: directory.file("fresh"), at: PackSamples.time)
    let fresh = try Pack(path: directory.file("fresh"))
    let pack = try Pack(path: path)
    #expect(SegmentedIndexTests.postings(pack.index) == SegmentedIndexTests.postings(fresh.index))
    var merged = PackBuilder(contentsOf: pack)
    merged.packID = PackSamples.packID
    try merged.write(to: directory.file("merged"), merging: true, at: PackSamples.time)
    #expect(try directory.bytes("merged")[192...] == directory.bytes("fresh")[192...])
  }

  /// The same with music that is then listened to.
  @Test(arguments: 0..<2) func theSameIsHeard(seed: Int) throws {
    var random = SplitMix(seed: UInt64(1_000 + seed))
    let directory = try TemporaryDirectory()
    let path = directory.file("a")
    var model = Model()
    var first = PackBuilder()
    first.policy = SegmentSamples.merging
    for _ in 0..<3 { try Self.change(&model, &first, &random, Listening.fingerprints) }
    try first.write(to: path)
    for step in 0..<10 {
      var builder = try SegmentSamples.editing(path, step < 7 * seed ? SegmentSamples.merging : SegmentSamples.apart)
      for _ in 0..<2 { try Self.change(&model, &builder, &random, Listening.fingerprints) }
      try builder.write(to: path)
    }
    try model.builder().write(to: directory.file("fresh"))
    let packs = try [Pack(path: path), Pack(path: directory.file("fresh"))]
    #expect(packs[0].usage.segments > 1)
    for samples in Listening.samples[(2 * seed)...].prefix(2) {
      let heard = packs.map { pack in StreamMatcher(pack: pack).matches(Array(samples[8_000..<48_000])) }
      #expect(heard[0].map(\.end) == heard[1].map(\.end))
      #expect(heard[0].last?.score == heard[1].last?.score)
      let ids = heard.map { Set($0.last.map { [$0.materialID] + $0.alternatives.map(\.materialID) } ?? []) }
      // Of more equal ones than are followed at once, any may be among them.
      if max(ids[0].count, ids[1].count) < 8 { #expect(ids[0] == ids[1]) }
    }
  }
}
