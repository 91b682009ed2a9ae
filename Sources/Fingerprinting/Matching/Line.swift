/// A material playing at constant speed: the straight line that its landmarks lie on in the stream.
struct Line: Equatable {
  /// Number of the material in the index.
  var material: Int
  /// A tick of the stream.
  var anchor: Int
  /// The tick of the material heard there.
  var reference: Double
  /// Ticks of the material per tick of the stream.
  var rate: Double
  /// Frequency in the stream over frequency in the material.
  var pitch: Double

  /// Tick of the stream at which a tick of the material is heard.
  @inline(__always)
  func streamTick(_ materialTick: Double) -> Double { Double(anchor) + (materialTick - reference) / rate }

  /// Tick of the material that is heard at a tick of the stream.
  @inline(__always)
  func materialTick(_ streamTick: Double) -> Double { reference + (streamTick - Double(anchor)) * rate }

  /// Whether another line is the same hearing: within a tenth of a second at `tick`.
  func coincides(with other: Line, at tick: Int) -> Bool {
    material == other.material && abs(materialTick(Double(tick)) - other.materialTick(Double(tick))) < 12
  }

  /// Whether audio can be played like this: fits to chance coincidences wander off.
  var isPlausible: Bool { (0.85...1.15).contains(pitch) && abs(rate / pitch - 1) < 0.08 }
}
