import Foundation

@testable import Fingerprinting

/// The sample pack as a newer minor version might write it.
enum NewerMinorPack {
  static func bytes() throws -> [UInt8] {
    let old = try PackImage()
    let headerBytes = 256
    var bodies = old.sections.map { ($0.name, Array(old.bytes[$0.range])) }
    for index in bodies.indices where ["MATL", "MARK"].contains(bodies[index].0) {
      bodies[index].1 = lengthened(bodies[index].1)
    }
    bodies.insert(("NEW!", Array("something new".utf8)), at: 2)

    var image = old
    image.bytes = Array(old.bytes[..<188]) + [UInt8](repeating: 0xEE, count: headerBytes - 188)
    let table = headerBytes
    var place = table + 32 * bodies.count
    var content: [UInt8] = []
    for (name, body) in bodies {
      let padding = (4096 - place % 4096) % 4096
      content += [UInt8](repeating: 0, count: padding) + body
      place += padding
      image.bytes += Array(name.utf8) + [UInt8](repeating: 0, count: 28)
      image.set(UInt64(place), at: image.bytes.count - 24)
      image.set(UInt64(body.count), at: image.bytes.count - 16)
      place += body.count
    }
    image.bytes += content
    image.set(UInt16(7), at: 10)
    image.set(UInt32(headerBytes), at: 12)
    image.set(UInt64(image.bytes.count), at: 56)
    image.set(UInt64(table), at: 64)
    image.set(UInt32(bodies.count), at: 72)
    image.seal()
    return image.bytes
  }

  /// A table whose records have four bytes more.
  private static func lengthened(_ table: [UInt8]) -> [UInt8] {
    let length = Int(table[4])
    var result = Array(table[..<16])
    result[4] = UInt8(length + 4)
    for start in stride(from: 16, to: table.count, by: length) {
      result += table[start..<(start + length)] + [1, 2, 3, 4]
    }
    return result
  }
}
