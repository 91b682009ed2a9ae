import Fingerprinting

/// Whether a pack can be opened, and every section of it is as it was written.
enum PackCheck {
  static func check(_ path: String) -> Check {
    let subject = "pack \(path)"
    do throws(CommandFailure) {
      return try PackAccess.guarded { () throws -> Check in
        let pack = try Pack(path: path)
        let damaged = try pack.verify().filter { !$0.ok }.map(\.name)
        guard damaged.isEmpty else {
          return .fail(
            subject, "damaged in \(damaged.joined(separator: ", "))", remedy: "make it again or take a copy",
            exitCode: .pack)
        }
        let seconds = pack.materials.reduce(0) { $0 + $1.duration }
        let hours = NumberText.fixed(seconds / 3600, decimals: 2)
        return pack.materials.isEmpty
          ? .warn(subject, "sound, but without materials", remedy: "add some with earmark pack add")
          : .ok(subject, "sound, \(pack.materials.count) materials, \(hours) hours")
      }
    } catch {
      return .fail(
        subject, error.message, remedy: "name another pack, or make it with earmark pack create", exitCode: .pack)
    }
  }
}
