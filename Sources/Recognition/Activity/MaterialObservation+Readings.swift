extension MaterialObservation {
  /// The observation itself, then its alternatives.
  var readings: [MaterialAlternative] {
    [MaterialAlternative(materialID: materialID, position: position, score: score)] + alternatives
  }

  /// The places at which the observation may have heard a material, best first.
  func readings(of materialID: String) -> [MaterialAlternative] {
    readings.filter { $0.materialID == materialID }
  }

  /// The best reading's line.
  var line: MaterialLine {
    MaterialLine(materialID: materialID, position: position, runningTime: runningTime, rate: rate)
  }

  /// What else may have been heard when a reading is taken for true.
  func alternatives(to reading: MaterialAlternative) -> [MaterialAlternative] {
    readings.filter { $0 != reading }
  }

  /// The readings of other materials that have as much evidence as one of them: within a twentieth of its score.
  func equals(of reading: MaterialAlternative) -> [MaterialAlternative] {
    var seen: Set<String> = [reading.materialID]
    return readings.filter {
      Double($0.score) >= 0.95 * Double(reading.score) && seen.insert($0.materialID).inserted
    }
  }

  /// The reading of this hop that goes on from an earlier hop of the same material, if any: the best ones of both
  /// first, then an alternative of one with the best of the other.
  func reading(following first: MaterialObservation, within tolerance: UInt64) -> MaterialAlternative? {
    guard materialID == first.materialID else { return nil }
    let best = MaterialAlternative(materialID: materialID, position: position, score: score)
    if first.line.foretells(position, at: runningTime, within: tolerance) { return best }
    let fitting = alternatives.first {
      $0.materialID == materialID && first.line.foretells($0.position, at: runningTime, within: tolerance)
    }
    if let fitting { return fitting }
    let isOnAnother = first.alternatives.contains {
      var line = first.line
      line.position = $0.position
      return $0.materialID == materialID && line.foretells(position, at: runningTime, within: tolerance)
    }
    return isOnAnother ? best : nil
  }
}
