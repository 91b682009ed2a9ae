import CGStreamer

/// Makes mono Float, full scale ±1, of interleaved samples of any format: the mean of the channels.
final class MonoMixer {
  private enum Path { case int16(channels: Int), float32(channels: Int), unpacked32, unpacked64 }

  private let path: Path
  private let info: UnsafePointer<GstAudioFormatInfo>
  private let channels: Int
  private let unpacked: UnsafeMutableRawPointer?

  /// `block`: the most frames of one call.
  init?(format: AudioFormat, block: Int) {
    guard let info = gst_audio_format_get_info(format.raw) else { return nil }
    self.info = info
    channels = format.channels
    var path: Path
    switch info.pointee.unpack_format {
    case GST_AUDIO_FORMAT_S32LE, GST_AUDIO_FORMAT_S32BE: path = .unpacked32
    case GST_AUDIO_FORMAT_F64LE, GST_AUDIO_FORMAT_F64BE: path = .unpacked64
    default: return nil
    }
    #if _endian(little)
      if format.raw == GST_AUDIO_FORMAT_S16LE { path = .int16(channels: format.channels) }
      if format.raw == GST_AUDIO_FORMAT_F32LE { path = .float32(channels: format.channels) }
    #endif
    self.path = path
    switch path {
    case .unpacked32, .unpacked64: unpacked = .allocate(byteCount: block * format.channels * 8, alignment: 16)
    default: unpacked = nil
    }
  }

  deinit { unpacked?.deallocate() }

  func mix(_ source: UnsafeRawPointer, frames: Int, into mono: UnsafeMutablePointer<Float>) {
    switch path {
    case .int16(1): mixMono16(source, frames, mono)
    case .int16(2): mixStereo16(source, frames, mono)
    case .int16(let channels):
      let scale = 1 / (32768 * Float(channels))
      for frame in 0..<frames {
        var sum: Int32 = 0
        for channel in 0..<channels {
          sum += Int32(source.loadUnaligned(fromByteOffset: (frame * channels + channel) * 2, as: Int16.self))
        }
        mono[frame] = Float(sum) * scale
      }
    case .float32(1): mixMonoFloat(source, frames, mono)
    case .float32(2): mixStereoFloat(source, frames, mono)
    case .float32(let channels):
      let scale = 1 / Float(channels)
      for frame in 0..<frames {
        var sum: Float = 0
        for channel in 0..<channels {
          let sample = source.loadUnaligned(fromByteOffset: (frame * channels + channel) * 4, as: Float.self)
          sum += abs(sample) <= limit ? sample : 0
        }
        mono[frame] = sum * scale
      }
    case .unpacked32:
      guard let samples = unpack(source, frames)?.assumingMemoryBound(to: Int32.self) else { return }
      let scale = 1 / (2_147_483_648 * Double(channels))
      for frame in 0..<frames {
        var sum: Int64 = 0
        for channel in 0..<channels { sum += Int64(samples[frame * channels + channel]) }
        mono[frame] = Float(Double(sum) * scale)
      }
    case .unpacked64:
      guard let samples = unpack(source, frames)?.assumingMemoryBound(to: Double.self) else { return }
      let scale = 1 / Double(channels)
      for frame in 0..<frames {
        var sum = 0.0
        for channel in 0..<channels {
          let sample = samples[frame * channels + channel]
          sum += abs(sample) <= Double(limit) ? sample : 0
        }
        mono[frame] = Float(sum * scale)
      }
    }
  }

  private func unpack(_ source: UnsafeRawPointer, _ frames: Int) -> UnsafeMutableRawPointer? {
    guard let unpacked, let function = info.pointee.unpack_func else { return nil }
    function(
      info, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, unpacked, UnsafeMutableRawPointer(mutating: source),
      gint(frames * channels))
    return unpacked
  }
}

// 120 dB above full scale: no audio, and its sums could overflow. NaN fails every comparison.
private let limit: Float = 1e6

private func mixMono16(_ source: UnsafeRawPointer, _ frames: Int, _ mono: UnsafeMutablePointer<Float>) {
  let scale: Float = 1 / 32768
  let target = UnsafeMutableRawPointer(mono)
  var frame = 0
  while frame + 8 <= frames {
    let samples = source.loadUnaligned(fromByteOffset: frame * 2, as: SIMD8<Int16>.self)
    let wide = SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: samples)) * scale
    target.storeBytes(of: wide, toByteOffset: frame * 4, as: SIMD8<Float>.self)
    frame += 8
  }
  while frame < frames {
    mono[frame] = Float(source.loadUnaligned(fromByteOffset: frame * 2, as: Int16.self)) * scale
    frame += 1
  }
}

private func mixStereo16(_ source: UnsafeRawPointer, _ frames: Int, _ mono: UnsafeMutablePointer<Float>) {
  let scale: Float = 1 / 65536
  let target = UnsafeMutableRawPointer(mono)
  var frame = 0
  while frame + 8 <= frames {
    // A frame is one 32-bit word: the left sample in its lower half.
    let words = source.loadUnaligned(fromByteOffset: frame * 4, as: SIMD8<Int32>.self)
    let sums = ((words &<< 16) &>> 16) &+ (words &>> 16)
    target.storeBytes(of: SIMD8<Float>(sums) * scale, toByteOffset: frame * 4, as: SIMD8<Float>.self)
    frame += 8
  }
  while frame < frames {
    let left = source.loadUnaligned(fromByteOffset: frame * 4, as: Int16.self)
    let right = source.loadUnaligned(fromByteOffset: frame * 4 + 2, as: Int16.self)
    mono[frame] = Float(Int32(left) + Int32(right)) * scale
    frame += 1
  }
}

@inline(__always)
private func sane(_ samples: SIMD8<Float>) -> SIMD8<Float> {
  let magnitude = SIMD8<Float>(bitPattern: samples.bits & SIMD8<UInt32>(repeating: 0x7FFF_FFFF))
  return SIMD8<Float>(repeating: 0).replacing(with: samples, where: magnitude .<= limit)
}

private func mixMonoFloat(_ source: UnsafeRawPointer, _ frames: Int, _ mono: UnsafeMutablePointer<Float>) {
  let target = UnsafeMutableRawPointer(mono)
  var frame = 0
  while frame + 8 <= frames {
    let samples = sane(source.loadUnaligned(fromByteOffset: frame * 4, as: SIMD8<Float>.self))
    target.storeBytes(of: samples, toByteOffset: frame * 4, as: SIMD8<Float>.self)
    frame += 8
  }
  while frame < frames {
    let sample = source.loadUnaligned(fromByteOffset: frame * 4, as: Float.self)
    mono[frame] = abs(sample) <= limit ? sample : 0
    frame += 1
  }
}

private func mixStereoFloat(_ source: UnsafeRawPointer, _ frames: Int, _ mono: UnsafeMutablePointer<Float>) {
  let target = UnsafeMutableRawPointer(mono)
  var frame = 0
  while frame + 8 <= frames {
    let low = sane(source.loadUnaligned(fromByteOffset: frame * 8, as: SIMD8<Float>.self))
    let high = sane(source.loadUnaligned(fromByteOffset: frame * 8 + 32, as: SIMD8<Float>.self))
    let left = SIMD8<Float>(lowHalf: low.evenHalf, highHalf: high.evenHalf)
    let right = SIMD8<Float>(lowHalf: low.oddHalf, highHalf: high.oddHalf)
    target.storeBytes(of: (left + right) * 0.5, toByteOffset: frame * 4, as: SIMD8<Float>.self)
    frame += 8
  }
  while frame < frames {
    let left = source.loadUnaligned(fromByteOffset: frame * 8, as: Float.self)
    let right = source.loadUnaligned(fromByteOffset: frame * 8 + 4, as: Float.self)
    mono[frame] = ((abs(left) <= limit ? left : 0) + (abs(right) <= limit ? right : 0)) * 0.5
    frame += 1
  }
}

extension SIMD8<Float> {
  fileprivate var bits: SIMD8<UInt32> { unsafeBitCast(self, to: SIMD8<UInt32>.self) }
  fileprivate init(bitPattern: SIMD8<UInt32>) { self = unsafeBitCast(bitPattern, to: SIMD8<Float>.self) }
}
