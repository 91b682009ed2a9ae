import Foundation
import GStreamerKit
import Recognition
import StageContract

extension StageRun {
  /// What a fingerprint stage with `post-messages` said.
  var observations: [MaterialObservation] {
    messages.compactMap { try? MaterialObservation($0) }
  }

  /// The materials that were heard, each once per stretch.
  var heard: [String] {
    observations.reduce(into: []) { if $0.last != $1.materialID { $0.append($1.materialID) } }
  }
}

extension MaterialObservation {
  /// Seconds between where it says the stream is and where a material that began at this running time (s) would be.
  func error(begun start: Double, rate: Double = 1) -> Double {
    Double(position) / 1e9 - (Double(runningTime) / 1e9 - start) * rate
  }

  /// Whether both say the same, times to a microsecond: timestamps are whole nanoseconds, and a rounding of one is none of
  /// a statement.
  func says(sameAs other: MaterialObservation) -> Bool {
    func near(_ left: Int64, _ right: Int64) -> Bool { abs(left - right) <= 1000 }
    func near(_ left: UInt64, _ right: UInt64) -> Bool { near(Int64(left), Int64(right)) }
    return materialID == other.materialID && near(position, other.position) && near(matchedFrom, other.matchedFrom)
      && near(matchedUntil ?? 0, other.matchedUntil ?? 0) && near(runningTime, other.runningTime)
      && near(duration, other.duration) && score == other.score && falseAlarms == other.falseAlarms
      && abs(rate - other.rate) < 1e-9 && alternatives.count == other.alternatives.count
  }
}

extension [MaterialObservation] {
  func says(sameAs others: [MaterialObservation]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.says(sameAs: $1) }
  }
}
