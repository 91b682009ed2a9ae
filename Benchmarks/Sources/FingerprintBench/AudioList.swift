import Foundation

/// Pieces of audio to work on: rows `name ⇥ path [⇥ start ⇥ seconds]` of a file.
struct AudioList {
  struct Entry: Sendable {
    var name: String
    var path: String
    /// Seconds into the file.
    var start = 0.0
    var seconds = Double.infinity

    func read() throws -> [Float] { try WaveFile(path: path, start: start, seconds: seconds).samples }
  }

  let entries: [Entry]

  init(path: String) throws {
    entries = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { row in
      let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 2 else { throw BenchError("\(path): a row needs a name and a path: \(row)") }
      var entry = Entry(name: columns[0], path: columns[1])
      if columns.count >= 4 {
        guard let start = Double(columns[2]), let seconds = Double(columns[3]) else {
          throw BenchError("\(path): start and length are no numbers: \(row)")
        }
        entry.start = start
        entry.seconds = seconds
      }
      return entry
    }
  }
}
