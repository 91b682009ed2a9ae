internal import Glibc

/// The calls that put a pack on disk, so that tests can make each of them fail.
struct PackSystemCalls: Sendable {
  var write: @Sendable (Int32, UnsafeRawPointer, Int) -> Int = { Glibc.write($0, $1, $2) }
  var fsync: @Sendable (Int32) -> Int32 = { Glibc.fsync($0) }
  var truncate: @Sendable (Int32, Int) -> Int32 = { ftruncate($0, $1) }
  var rename: @Sendable (String, String) -> Int32 = { Glibc.rename($0, $1) }
}
