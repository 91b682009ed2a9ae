import Foundation

@testable import Fingerprinting

/// Packs whose changes are appended however small they are.
enum SegmentSamples {
  /// Appends always, and merges nothing.
  static let apart = PackMergePolicy(
    wholeSize: 1, ratio: 0, promptSize: .max, mostSegments: 100, leastSize: 0,
    mostWasted: 1)
  /// Appends always, and merges as large packs do.
  static let merging = PackMergePolicy(wholeSize: 1, ratio: 3, promptSize: .max, mostSegments: 10, leastSize: 100)

  /// The contents of a pack to be edited under a policy.
  static func editing(_ path: String, _ policy: PackMergePolicy = apart) throws -> PackBuilder {
    var builder = PackBuilder(contentsOf: try Pack(path: path))
    builder.policy = policy
    return builder
  }

  /// Writes the pack of `PackSamples` with room for more segments.
  static func writeRoomy(to path: String) throws {
    var builder = try PackSamples.builder()
    builder.policy = apart
    try builder.write(to: path, at: PackSamples.time)
  }

  /// A pack of three segments, of which the last two add, replace, remove and amend.
  static func writeSegmented(to path: String) throws {
    try writeRoomy(to: path)
    var second = try editing(path)
    try second.add(PackMaterial(id: "new-1", title: "New"), fingerprint: PackSamples.fingerprint(4))
    second.remove(id: "silence")
    try second.setCampaign(#"{"name":"Summer"}"#, materialID: "spot-1")
    second.removeMarker(code: 7)
    try second.setMarker(PackMarker(code: 8, id: "m-3", name: "Feed C"))
    try second.write(to: path, at: PackSamples.time)
    var third = try editing(path)
    try third.add(PackMaterial(id: "new-1", title: "Newer"), fingerprint: PackSamples.fingerprint(5, duration: 4))
    try third.add(PackMaterial(id: "new-2"), fingerprint: PackSamples.fingerprint(6))
    try third.setCampaign(nil, materialID: "spot-1")
    try third.write(to: path, at: PackSamples.time)
  }
}
