/// A playback speed that the index is searched with: pitch and tempo both times `speed`. One covers about ±1 %.
struct SpeedHypothesis {
  static let step = 0.02

  let speed: Double
  /// Pairs an anchor that are looked up.
  let fan: Int
  /// How far a stored level may lie from the searched one, 1/16 levels.
  let levelTolerance: Int
  /// The same for differences of levels.
  let differenceTolerance: Int
  let sketchBits: Int
  /// Lines that are looked at in one step.
  let candidates: Int

  /// The hypotheses for deviations up to `range`: 1 first. Recordings at another speed are rarely also noisy, so fewer
  /// pairs are looked up for those: four hypotheses then cost about as much as the one at normal speed.
  static func covering(_ range: Double) -> [SpeedHypothesis] {
    let normal = SpeedHypothesis(
      speed: 1, fan: 8, levelTolerance: 10, differenceTolerance: 8, sketchBits: 17, candidates: 24)
    let steps = Int(((range - step / 2) / step).rounded(.up))
    guard steps > 0 else { return [normal] }
    return [normal]
      + (1...steps).flatMap { step in
        [1.0, -1.0].map { sign in
          SpeedHypothesis(
            speed: 1 + sign * Double(step) * Self.step, fan: 3, levelTolerance: 8, differenceTolerance: 6,
            sketchBits: 15, candidates: 6)
        }
      }
  }
}
