/// The constants of the analysis; another value of any of them makes another algorithm.
public enum Analysis {
  /// Samples of mono audio per second.
  public static let sampleRate = 8_000
  /// Samples of one short-time spectrum (128 ms, bins of 7.8 Hz).
  static let windowSize = 1_024
  /// Samples from one spectrum to the next (16 ms).
  static let hop = 128
  /// Bins of a spectrum, without half the sampling rate.
  static let bins = windowSize / 2
  /// Samples of a tick, the unit of time of landmarks (8 ms).
  static let samplesPerTick = 64
  /// Ticks of a frame.
  static let ticksPerFrame = hop / samplesPerTick
  /// Ticks of a second.
  static let ticksPerSecond = Double(sampleRate) / Double(samplesPerTick)
  /// Steps of a bin, the unit of frequency of landmarks (0.98 Hz).
  static let stepsPerBin = 8
  /// Frequencies of landmarks in steps, as many as fit in 12 bits.
  static let frequencySteps = bins * stepsPerBin
  /// Peaks a second that are stored of a material.
  static let storedDensity = 30
  /// Peaks a second that a stream is searched and verified with.
  static let streamDensity = 50
}
