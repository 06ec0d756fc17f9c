import PixelTypes

/// Two neighbouring lines of light to mix, from a run's first sample on.
@unsafe
struct LinePair {
  let upper: UnsafePointer<UInt16>
  let lower: UnsafePointer<UInt16>
  /// How far the lower line mixes in, in a kernel's steps.
  let fraction: Int

  init(upper: UnsafePointer<UInt16>, lower: UnsafePointer<UInt16>, fraction: Int) {
    unsafe (self.upper, self.lower, self.fraction) = (upper, lower, fraction)
  }

  // SAFETY: `row` checks the line; the caller ensures that a run's samples lie in the plane.
  init(_ plane: SamplePlane, line: Int, fraction: Int, from column: Int) {
    unsafe upper = UnsafePointer(plane.row(line) + column)
    unsafe lower = UnsafePointer(plane.row(min(line + 1, plane.height - 1)) + column)
    unsafe self.fraction = fraction
  }
}

/// A run of neighbouring 8-bit samples to write.
@unsafe
struct SampleRun {
  var base: UnsafeMutablePointer<UInt8>
  let count: Int
  /// The thresholds of the run's samples, which repeat after 16.
  let dither: UnsafePointer<UInt16>

  /// - Parameters:
  ///   - dither: thresholds of the canvas row.
  ///   - column: the first sample's in the canvas's channel.
  init(base: UnsafeMutablePointer<UInt8>, count: Int, dither: UnsafePointer<UInt16>, column: Int) {
    unsafe self.base = base
    unsafe self.count = count
    unsafe self.dither = dither + (column & 15)
  }
}

/// Writes a run between two stretched lines: 1/16 code steps in, dithered 8-bit codes out.
///
/// - Parameter lines: their fraction is 0...16.
@unsafe
func paintRow(_ lines: LinePair, to run: SampleRun) {
  let (upper, lower) = unsafe (lines.upper, lines.lower)
  let (target, count, phase) = unsafe (run.base, run.count, run.dither)
  let b = unsafe UInt16(lines.fraction)
  let a = 16 - b
  var x = 0
  // SAFETY: the caller passes lines of at least as many samples as the run has. 4080 · 16 + 255 fits in 16 bits.
  // Starting at the dither's phase, whole blocks read the pattern in sequence.
  while x + 64 <= count {
    for i in 0..<64 {
      let mixed = unsafe upper[x + i] &* a &+ lower[x + i] &* b &+ phase[i]
      unsafe target[x + i] = UInt8(truncatingIfNeeded: mixed &>> 8)
    }
    x += 64
  }
  while x < count {
    let mixed = unsafe upper[x] &* a &+ lower[x] &* b &+ phase[x & 15]
    unsafe target[x] = UInt8(truncatingIfNeeded: mixed &>> 8)
    x += 1
  }
}

/// Writes samples darkened by shadows.
///
/// - Parameters:
///   - kept: a factor for each luma pixel, times 256 less 1; 255 keeps all.
///   - step: luma pixels per sample.
///   - zero: the code of darkness: 0 for luma, 128 for chroma.
@unsafe
func shadeRow(
  _ source: UnsafePointer<UInt8>, by kept: UnsafePointer<UInt8>, step: Int, toward zero: UInt16, count: Int,
  to target: UnsafeMutablePointer<UInt8>
) {
  // SAFETY: the caller passes rows of at least `count` samples, and `count · step` factors. 255 · 256 + 128 fits in 16 bits.
  if step == 1 {
    for x in 0..<count {
      let share = unsafe UInt16(kept[x]) &+ 1
      let code = unsafe UInt16(source[x]) &* share &+ zero &* (256 &- share) &+ 128
      unsafe target[x] = UInt8(truncatingIfNeeded: code &>> 8)
    }
  } else {
    for x in 0..<count {
      let share = unsafe UInt16(kept[x &* 2]) &+ 1
      let code = unsafe UInt16(source[x]) &* share &+ zero &* (256 &- share) &+ 128
      unsafe target[x] = UInt8(truncatingIfNeeded: code &>> 8)
    }
  }
}

/// Blends a finished row over another, with an opacity of 0...256.
@unsafe
func crossFade(
  _ row: UnsafePointer<UInt8>, opacity: Int, count: Int, to target: UnsafeMutablePointer<UInt8>
) {
  let share = Int32(opacity)
  // SAFETY: the caller passes two rows of at least `count` samples.
  for x in 0..<count {
    let mixed = unsafe Int32(target[x]) &* (256 &- share) &+ Int32(row[x]) &* share &+ 128
    unsafe target[x] = UInt8(truncatingIfNeeded: mixed &>> 8)
  }
}
