import Signal

/// Spectra to peaks: bins louder than everything within ±5 frames and ±(8 + bin / 24) bins and at least 6 dB above
/// the mean of their surroundings, placed between frames and bins by a parabola.
///
/// A peak is decided when `lookAhead` more spectra have come.
final class PeakPicker {
  /// A peak, and how it stands out.
  struct Peak {
    var frame: Int
    var landmark: Landmark
    /// Level above the mean of the surroundings, in units of `LogSpectrum`.
    var strength: Int
  }

  /// Frames after a peak that take part in the decision.
  static let lookAhead = 12
  static let timeReach = 5
  static let lowestBin = 16
  static let highestBin = 500
  private static let ringFrames = 32
  /// −93 dB full scale for a sine: above the dither of 16-bit audio.
  static let floor = LogSpectrum.units(decibels: -45)
  static let prominence = Int(LogSpectrum.units(decibels: 6))
  private static let absent = Int16.min

  /// Spectra that came, with the absent ones after the end.
  private var arrived = 0
  /// Spectra that are real; the same number until the end.
  var present = 0
  let ring: UnsafeMutablePointer<Int16>
  /// For each bin the loudest of the frames before, and of those, the frame itself and the frames after.
  let past: UnsafeMutablePointer<Int16>
  let around: UnsafeMutablePointer<Int16>
  /// For each bin the sum of levels over the frames within ±`lookAhead`, and the sums of that up to each bin.
  let columns: UnsafeMutablePointer<Int32>
  let runningSums: UnsafeMutablePointer<Int32>

  /// Takes the salience of each frame that is decided; nil when nobody asks.
  private let receive: ((UnsafePointer<UInt8>) -> Void)?
  private let salience: Salience?
  private let classes: UnsafeMutablePointer<UInt8>

  /// - Parameter salience: takes the class of each bin (`Salience`), frame by frame, before the peaks of that frame.
  init(salience receive: ((UnsafePointer<UInt8>) -> Void)? = nil) {
    self.receive = receive
    let bins = Analysis.bins
    salience = receive == nil ? nil : Salience()
    classes = .allocate(capacity: bins)
    classes.initialize(repeating: 0, count: bins)
    ring = .allocate(capacity: Self.ringFrames * bins)
    past = .allocate(capacity: bins)
    around = .allocate(capacity: bins)
    columns = .allocate(capacity: bins)
    runningSums = .allocate(capacity: bins + 1)
    past.initialize(repeating: 0, count: bins)
    around.initialize(repeating: 0, count: bins)
    runningSums.initialize(repeating: 0, count: bins + 1)
    reset()
  }

  deinit {
    ring.deallocate()
    past.deallocate()
    around.deallocate()
    columns.deallocate()
    runningSums.deallocate()
    classes.deallocate()
    salience?.deallocate()
  }

  func reset() {
    arrived = 0
    present = 0
    ring.initialize(repeating: Self.absent, count: Self.ringFrames * Analysis.bins)
    columns.initialize(repeating: 0, count: Analysis.bins)
  }

  /// Room for the levels of the next spectrum.
  var nextFrame: UnsafeMutablePointer<Int16> { frame(arrived) }

  /// Takes the spectrum written to `nextFrame`; gives the peaks of the frame that is now decided.
  func advance(_ emit: (Peak) -> Void) {
    forget(arrived - 2 * Self.lookAhead - 1)
    add(frame(arrived))
    arrived += 1
    present = arrived
    decide(arrived - 1 - Self.lookAhead, emit)
  }

  /// Decides the frames whose future will not come.
  func finish(_ emit: (Peak) -> Void) {
    guard present > 0 else { return }
    for _ in 0..<Self.lookAhead {
      forget(arrived - 2 * Self.lookAhead - 1)
      frame(arrived).initialize(repeating: Self.absent, count: Analysis.bins)
      arrived += 1
      decide(arrived - 1 - Self.lookAhead, emit)
    }
  }

  func frame(_ index: Int) -> UnsafeMutablePointer<Int16> {
    ring + (index & (Self.ringFrames - 1)) * Analysis.bins
  }

  /// Gives the salience of frame `index`, whose maxima have been gathered.
  func classify(_ index: Int) {
    guard let salience, let receive else { return }
    salience.classify(
      frame(index), around: around, columns: columns, frames: framesAround(index), into: classes)
    receive(classes)
  }

  /// Frames within ±`lookAhead` that exist.
  func framesAround(_ index: Int) -> Int {
    min(index + Self.lookAhead, present - 1) - max(index - Self.lookAhead, 0) + 1
  }

  private func forget(_ index: Int) {
    guard index >= 0, index < present else { return }
    let levels = UnsafeRawPointer(frame(index))
    update { bin, sums in
      sums &- SIMD8<Int32>(truncatingIfNeeded: levels.loadUnaligned(fromByteOffset: 2 * bin, as: SIMD8<Int16>.self))
    }
  }

  private func add(_ newest: UnsafeMutablePointer<Int16>) {
    let levels = UnsafeRawPointer(newest)
    update { bin, sums in
      sums &+ SIMD8<Int32>(truncatingIfNeeded: levels.loadUnaligned(fromByteOffset: 2 * bin, as: SIMD8<Int16>.self))
    }
  }

  @inline(__always)
  private func update(_ change: (Int, SIMD8<Int32>) -> SIMD8<Int32>) {
    let raw = UnsafeMutableRawPointer(columns)
    for bin in stride(from: 0, to: Analysis.bins, by: 8) {
      let sums = raw.loadUnaligned(fromByteOffset: 4 * bin, as: SIMD8<Int32>.self)
      raw.storeBytes(of: change(bin, sums), toByteOffset: 4 * bin, as: SIMD8<Int32>.self)
    }
  }
}
