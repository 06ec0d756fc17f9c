/// Two neighbouring lines of light to mix, from a run's first sample on.
@unsafe
struct LinePair {
  let upper: UnsafePointer<UInt16>
  let lower: UnsafePointer<UInt16>
  /// How far the lower line mixes in, in a kernel's steps.
  let fraction: Int

  // SAFETY: `row` checks the line; a run's samples lie in the plane, as its caller sees to.
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

/// The mixture of a row or pixel of glass, out of 256: transmitted light, mirrored light, key light.
struct GlassMix: Equatable {
  var transmitted: UInt16
  var mirrored: UInt16
  var light: UInt16
}

/// One sample of a curved edge: where it looks, and how its light is mixed.
struct BentPixel: Equatable {
  /// Offset in the stretched lines of the sample it looks at.
  var source: Int32
  /// Offset in the environment's lines, and how far the line below mixes in, 0...16.
  var environment: Int32
  var environmentFraction: UInt8
  /// How far the sample to the right mixes in, 0...16, and the line below, 0...256.
  var fractionX: UInt8
  var fractionY: UInt16
  /// Covered share, 0...256.
  var coverage: UInt16
  var mix: GlassMix
}

/// Writes a run of bevelled glass: as `paintRow`, with the environment and the key light mixed in.
///
/// - Parameters:
///   - lines: their fraction is 0...256.
///   - environment: the mirrored lines; their fraction is 0...16.
///   - lightCode: the key light's code in this channel, 0...255.
@unsafe
func paintBevelRow(
  _ lines: LinePair, environment: LinePair, mix: GlassMix, lightCode: UInt8, to run: SampleRun
) {
  let (upper, lower) = unsafe (lines.upper, lines.lower)
  let (above, below) = unsafe (environment.upper, environment.lower)
  let (target, count, phase) = unsafe (run.base, run.count, run.dither)
  let b = unsafe UInt32(lines.fraction)
  let a = 256 - b
  let transmitted = UInt32(mix.transmitted)
  let mirroredBelow = unsafe UInt32(mix.mirrored) * 16 * UInt32(environment.fraction)
  let mirrored = UInt32(mix.mirrored) * 256 - mirroredBelow
  let light = UInt32(mix.light) * UInt32(lightCode) * 4096
  // SAFETY: as in paintRow; the environment's lines are as long as the others. All sums stay below 2²⁹.
  var x = 0
  while x < count {
    let block = min(64, count - x)
    for i in 0..<block {
      let through = unsafe UInt32(upper[x + i]) &* a &+ UInt32(lower[x + i]) &* b
      let around = unsafe UInt32(above[x + i]) &* mirrored &+ UInt32(below[x + i]) &* mirroredBelow
      let sum = through &* transmitted &+ around &+ light
      let code = unsafe ((sum &>> 12) &+ UInt32(phase[i])) &>> 8
      unsafe target[x + i] = UInt8(truncatingIfNeeded: min(code, 255))
    }
    x += block
  }
}

/// Draws a run of bent samples over what is there.
///
/// - Parameters:
///   - list: the body's samples; the run shows those from `first` on.
///   - lines: the body's stretched lines.
///   - environment: the mirrored lines.
///   - lightCode: the key light's code in this channel, 0...255.
@unsafe
func paintBent(
  _ list: [BentPixel], first: Int, lines: SamplePlane, environment: SamplePlane, lightCode: UInt8,
  to run: SampleRun
) {
  let (base, samplesPerRow) = unsafe (lines.base, lines.samplesPerRow)
  let (around, aroundPerRow) = unsafe (environment.base, environment.samplesPerRow)
  let (target, count, phase) = unsafe (run.base, run.count, run.dither)
  // SAFETY: when the list was made, sources were clamped to one sample and one line inside the stretched lines; the
  // caller's run lies inside the list and the plane.
  let pixels = list.span
  let light = UInt32(lightCode) * 256
  for i in 0..<count {
    let p = pixels[first &+ i]
    let at = unsafe base + Int(p.source)
    let (fx, fy) = (UInt32(p.fractionX), UInt32(p.fractionY))
    let upper = unsafe UInt32(at[0]) &* (16 &- fx) &+ UInt32(at[1]) &* fx
    let lower = unsafe UInt32(at[samplesPerRow]) &* (16 &- fx) &+ UInt32(at[samplesPerRow &+ 1]) &* fx
    let through = (upper &* (256 &- fy) &+ lower &* fy &+ 128) &>> 8
    let mirrored = unsafe around + Int(p.environment)
    let fraction = UInt32(p.environmentFraction)
    let reflected =
      unsafe UInt32(mirrored[0]) &* (16 &- fraction) &+ UInt32(mirrored[aroundPerRow]) &* fraction
    let sum =
      through &* UInt32(p.mix.transmitted) &+ reflected &* UInt32(p.mix.mirrored) &+ light
      &* UInt32(p.mix.light)
    let c = UInt32(p.coverage)
    let threshold = unsafe UInt32(phase[i & 15])
    let blended = unsafe ((sum &>> 8) &* c &+ UInt32(target[i]) &* 256 &* (256 &- c)) &>> 8
    unsafe target[i] = UInt8(truncatingIfNeeded: min((blended &+ threshold) &>> 8, 255))
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
