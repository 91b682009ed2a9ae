extension StockhamTransform {
  /// The complex transform of the packed input z[n] = x[2n] + i·x[2n+1]; returns the arrays that hold the result.
  func complexTransform(of input: UnsafePointer<Float>) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
    var source = (real0, imaginary0)
    var target = (real1, imaginary1)
    let raw = UnsafeRawPointer(input)
    for n in stride(from: 0, to: half, by: 8) {
      let low = raw.loadUnaligned(fromByteOffset: 8 * n, as: SIMD8<Float>.self)
      let high = raw.loadUnaligned(fromByteOffset: 8 * n + 32, as: SIMD8<Float>.self)
      store(SIMD8(lowHalf: low.evenHalf, highHalf: high.evenHalf), source.0 + n)
      store(SIMD8(lowHalf: low.oddHalf, highHalf: high.oddHalf), source.1 + n)
    }
    var length = half
    var stride = 1
    var rows = twiddles
    while length >= 4 {
      let quarter = length / 4
      if stride == 1 {
        firstStage(source, target, quarter: quarter, rows: rows)
      } else if stride == 4 {
        stage(SIMD4<Float>.self, source, target, quarter: quarter, stride: stride, rows: rows)
      } else {
        stage(SIMD8<Float>.self, source, target, quarter: quarter, stride: stride, rows: rows)
      }
      swap(&source, &target)
      rows += 6 * quarter
      length = quarter
      stride *= 4
    }
    if length == 2 {
      lastPairs(source, target, stride: stride)
      swap(&source, &target)
    }
    return source
  }

  /// Radix 4 with stride 1: vectors run over p, so the four results are transposed on their way out.
  @inline(__always)
  private func firstStage(
    _ x: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>),
    _ y: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), quarter: Int, rows: UnsafeMutablePointer<Float>
  ) {
    for p in Swift.stride(from: 0, to: quarter, by: 4) {
      let results = butterfly(SIMD4<Float>.self, x, at: p, step: quarter)
      let w1 = (load(SIMD4<Float>.self, rows + p), load(SIMD4<Float>.self, rows + quarter + p))
      let w2 = (load(SIMD4<Float>.self, rows + 2 * quarter + p), load(SIMD4<Float>.self, rows + 3 * quarter + p))
      let w3 = (load(SIMD4<Float>.self, rows + 4 * quarter + p), load(SIMD4<Float>.self, rows + 5 * quarter + p))
      let b = multiply(results.1, w1)
      let c = multiply(results.2, w2)
      let d = multiply(results.3, w3)
      transpose(results.0.0, b.0, c.0, d.0, to: y.0 + 4 * p)
      transpose(results.0.1, b.1, c.1, d.1, to: y.1 + 4 * p)
    }
  }

  /// Radix 4 with a stride of at least one vector: vectors run over q, the twiddle factors are the same for all lanes.
  @inline(__always)
  private func stage<V: SIMD>(
    _ type: V.Type, _ x: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>),
    _ y: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), quarter: Int, stride: Int,
    rows: UnsafeMutablePointer<Float>
  ) where V.Scalar == Float {
    for p in 0..<quarter {
      let w1 = (V(repeating: rows[p]), V(repeating: rows[quarter + p]))
      let w2 = (V(repeating: rows[2 * quarter + p]), V(repeating: rows[3 * quarter + p]))
      let w3 = (V(repeating: rows[4 * quarter + p]), V(repeating: rows[5 * quarter + p]))
      var q = 0
      while q < stride {
        let results = butterfly(V.self, x, at: q + stride * p, step: stride * quarter)
        let b = multiply(results.1, w1)
        let c = multiply(results.2, w2)
        let d = multiply(results.3, w3)
        let out = q + 4 * stride * p
        store(results.0.0, y.0 + out)
        store(results.0.1, y.1 + out)
        store(b.0, y.0 + out + stride)
        store(b.1, y.1 + out + stride)
        store(c.0, y.0 + out + 2 * stride)
        store(c.1, y.1 + out + 2 * stride)
        store(d.0, y.0 + out + 3 * stride)
        store(d.1, y.1 + out + 3 * stride)
        q += V.scalarCount
      }
    }
  }

  /// The last stage of a size that is no power of four.
  @inline(__always)
  private func lastPairs(
    _ x: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>),
    _ y: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), stride: Int
  ) {
    for q in Swift.stride(from: 0, to: stride, by: 8) {
      let a = (load(SIMD8<Float>.self, x.0 + q), load(SIMD8<Float>.self, x.1 + q))
      let b = (load(SIMD8<Float>.self, x.0 + q + stride), load(SIMD8<Float>.self, x.1 + q + stride))
      store(a.0 + b.0, y.0 + q)
      store(a.1 + b.1, y.1 + q)
      store(a.0 - b.0, y.0 + q + stride)
      store(a.1 - b.1, y.1 + q + stride)
    }
  }

  /// The four sums of a radix-4 butterfly before their twiddle factors.
  @inline(__always)
  private func butterfly<V: SIMD>(
    _ type: V.Type, _ x: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), at first: Int, step: Int
  ) -> ((V, V), (V, V), (V, V), (V, V)) where V.Scalar == Float {
    let ar = load(V.self, x.0 + first)
    let ai = load(V.self, x.1 + first)
    let br = load(V.self, x.0 + first + step)
    let bi = load(V.self, x.1 + first + step)
    let cr = load(V.self, x.0 + first + 2 * step)
    let ci = load(V.self, x.1 + first + 2 * step)
    let dr = load(V.self, x.0 + first + 3 * step)
    let di = load(V.self, x.1 + first + 3 * step)
    let sumReal = ar + cr
    let sumImaginary = ai + ci
    let differenceReal = ar - cr
    let differenceImaginary = ai - ci
    let oddReal = br + dr
    let oddImaginary = bi + di
    // i·(b − d)
    let turnedReal = di - bi
    let turnedImaginary = br - dr
    return (
      (sumReal + oddReal, sumImaginary + oddImaginary),
      (differenceReal - turnedReal, differenceImaginary - turnedImaginary),
      (sumReal - oddReal, sumImaginary - oddImaginary),
      (differenceReal + turnedReal, differenceImaginary + turnedImaginary)
    )
  }

  @inline(__always)
  private func multiply<V: SIMD>(_ a: (V, V), _ b: (V, V)) -> (V, V) where V.Scalar == Float {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
  }

  @inline(__always)
  private func transpose(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>, to y: UnsafeMutablePointer<Float>
  ) {
    store(SIMD4(a[0], b[0], c[0], d[0]), y)
    store(SIMD4(a[1], b[1], c[1], d[1]), y + 4)
    store(SIMD4(a[2], b[2], c[2], d[2]), y + 8)
    store(SIMD4(a[3], b[3], c[3], d[3]), y + 12)
  }
}

@inline(__always)
func load<V: SIMD>(_ type: V.Type, _ pointer: UnsafePointer<Float>) -> V where V.Scalar == Float {
  UnsafeRawPointer(pointer).loadUnaligned(as: V.self)
}

@inline(__always)
func store<V: SIMD>(_ value: V, _ pointer: UnsafeMutablePointer<Float>) where V.Scalar == Float {
  UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: V.self)
}
