import Foundation
import Synchronization
import Testing

@testable import Fingerprinting

/// The check that all users of a pack share.
@Suite(.timeLimit(.minutes(1))) struct PackVerificationTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.put(try PackSamples.bytes(), "a")
  }

  /// The first bytes of a section are changed in place.
  private func damage(_ name: String) throws {
    var image = try PackImage()
    image.bytes[try image.section(name).range.lowerBound + 9] ^= 1
    try directory.put(image.bytes, "a")
  }

  private static func result(of pack: Pack) async -> PackError? {
    let check = Mutex<PackVerification?>(nil)
    return await withCheckedContinuation { result in
      let begun = PackVerification(of: pack) { result.resume(returning: $0) }
      check.withLock { $0 = begun }
    }
  }

  @Test(arguments: ["PEAK", "POST"]) func damageIsNamed(section: String) async throws {
    try damage(section)
    let error = await Self.result(of: try Pack(path: path))
    #expect(error?.code == .damaged && error?.section == section && error?.path == path)
  }

  @Test func aWholePackIsWholeEveryTime() async throws {
    for _ in 0..<3 { #expect(await Self.result(of: try Pack(path: path)) == nil) }
  }

  @Test func everybodyIsToldOnce() async throws {
    try damage("POST")
    let packs = try (0..<20).map { _ in try Pack(path: path) }
    let counts = Mutex([Int](repeating: 0, count: packs.count))
    let checks = packs.enumerated().map { index, pack in
      PackVerification(of: pack) { error in counts.withLock { $0[index] += error?.section == "POST" ? 1 : 100 } }
    }
    while counts.withLock({ $0.contains(0) }) { try await Task.sleep(for: .milliseconds(2)) }
    withExtendedLifetime(checks) {}
    #expect(counts.withLock { $0 } == [Int](repeating: 1, count: packs.count))
  }

  @Test func whoStopsDoesNotStopTheOthers() async throws {
    let pack = try Pack(path: path)
    let calls = Mutex(0)
    var first: PackVerification? = PackVerification(of: pack) { _ in calls.withLock { $0 += 1 } }
    let again = try Pack(path: path)
    async let other = Self.result(of: again)
    first?.cancel()
    first?.cancel()
    first = nil
    #expect(await other == nil)
    #expect(calls.withLock { $0 } <= 1)
    // The last one to stop ends it; the next begins anew.
    for _ in 0..<100 { PackVerification(of: pack) { _ in }.cancel() }
    #expect(await Self.result(of: pack) == nil)
  }

  /// What is remembered is of the file as it was.
  @Test func aFileThatIsChangedInPlaceIsCheckedAgain() async throws {
    #expect(await Self.result(of: try Pack(path: path)) == nil)
    try damage("PEAK")
    #expect(await Self.result(of: try Pack(path: path))?.section == "PEAK")
    try directory.put(try PackSamples.bytes(), "a")
    #expect(await Self.result(of: try Pack(path: path)) == nil)
  }
}
