extension StockhamTransform {
  /// Undoes the packing, one bin at a time: X[k] = E[k] + exp(−2πi·k / size)·O[k], with E = (Z[k] + Z*[half − k]) / 2 and
  /// O = (Z[k] − Z*[half − k]) / 2i.
  @inline(__always)
  func split(
    _ zr: UnsafeMutablePointer<Float>, _ zi: UnsafeMutablePointer<Float>, _ body: (Int, Float, Float) -> Void
  ) {
    for k in 0...half {
      let a = k % half
      let b = (half - k) % half
      let evenReal = 0.5 * (zr[a] + zr[b])
      let evenImaginary = 0.5 * (zi[a] - zi[b])
      let oddReal = 0.5 * (zi[a] + zi[b])
      let oddImaginary = -0.5 * (zr[a] - zr[b])
      body(
        k, evenReal + splitCosine[k] * oddReal - splitSine[k] * oddImaginary,
        evenImaginary + splitCosine[k] * oddImaginary + splitSine[k] * oddReal)
    }
  }

  /// The same for eight bins at a time, giving |X[k]|².
  func splitPower(
    _ zr: UnsafeMutablePointer<Float>, _ zi: UnsafeMutablePointer<Float>, into power: UnsafeMutablePointer<Float>
  ) {
    // Bins 0 and half come from z[0] alone.
    let first = zr[0] + zi[0]
    let last = zr[0] - zi[0]
    // z[half] = z[0] lets the vectors read their mirror image without a special case.
    zr[half] = zr[0]
    zi[half] = zi[0]
    for k in stride(from: 0, to: half, by: 8) {
      let ar = load(SIMD8<Float>.self, zr + k)
      let ai = load(SIMD8<Float>.self, zi + k)
      let br = reversed(load(SIMD8<Float>.self, zr + (half - k - 7)))
      let bi = reversed(load(SIMD8<Float>.self, zi + (half - k - 7)))
      let wr = load(SIMD8<Float>.self, splitCosine + k)
      let wi = load(SIMD8<Float>.self, splitSine + k)
      let evenReal = ar + br
      let evenImaginary = ai - bi
      let oddReal = ai + bi
      let oddImaginary = br - ar
      let re = evenReal + wr * oddReal - wi * oddImaginary
      let im = evenImaginary + wr * oddImaginary + wi * oddReal
      store(0.25 * (re * re + im * im), power + k)
    }
    power[0] = first * first
    power[half] = last * last
  }

  @inline(__always)
  private func reversed(_ v: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(v[7], v[6], v[5], v[4], v[3], v[2], v[1], v[0])
  }
}
