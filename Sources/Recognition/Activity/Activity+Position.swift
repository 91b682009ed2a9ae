extension Activity {
  /// The place in the material at a running time by the activity's rate, in nanoseconds, 0 or more: how far it is now, when
  /// it goes on as it was heard.
  public func position(at runningTime: UInt64) -> Int64 {
    let time = min(runningTime, MaterialObservation.latestTime)
    let line = MaterialLine(
      materialID: materialID, position: min(max(0, position), 1 << 60), runningTime: min(start, 1 << 62),
      rate: MaterialLine.usable(rate: rate))
    return max(0, line.position(at: time))
  }
}
