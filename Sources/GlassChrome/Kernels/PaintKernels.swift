/// Writes a row between two stretched lines: 1/16 code steps in, dithered 8-bit codes out.
///
/// - Parameters:
///   - fraction: how far the lower line mixes in, 0...16.
///   - column: canvas column of the first sample, for the dither's phase.
@unsafe
func paintRow(
  _ upper: UnsafePointer<UInt16>, _ lower: UnsafePointer<UInt16>, fraction: Int, count: Int,
  dither: UnsafePointer<UInt16>, column: Int, to target: UnsafeMutablePointer<UInt8>
) {
  let b = UInt16(fraction)
  let a = 16 - b
  var x = 0
  // SAFETY: the caller passes lines and a target of at least `count` samples. 4080 · 16 + 255 fits in 16 bits.
  // Starting at the dither's phase, whole blocks read the pattern in sequence.
  let phase = unsafe dither + (column & 15)
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

/// Writes a row of bevelled glass: as `paintRow`, with the environment and the key light mixed in.
///
/// - Parameters:
///   - fraction: how far the lower line mixes in, 0...256.
///   - environment: the upper of the two mirrored lines; `below` mixes in by `environmentFraction`, 0...16.
///   - lightCode: the key light's code in this channel, 0...255.
@unsafe
func paintBevelRow(
  _ upper: UnsafePointer<UInt16>, _ lower: UnsafePointer<UInt16>, fraction: Int,
  environment: UnsafePointer<UInt16>, below: UnsafePointer<UInt16>, environmentFraction: Int,
  mix: GlassMix, lightCode: UInt8, count: Int,
  dither: UnsafePointer<UInt16>, column: Int, to target: UnsafeMutablePointer<UInt8>
) {
  let b = UInt32(fraction)
  let a = 256 - b
  let transmitted = UInt32(mix.transmitted)
  let mirroredBelow = UInt32(mix.mirrored) * 16 * UInt32(environmentFraction)
  let mirrored = UInt32(mix.mirrored) * 256 - mirroredBelow
  let light = UInt32(mix.light) * UInt32(lightCode) * 4096
  // SAFETY: as in paintRow; the environment's lines are as long as the others. All sums stay below 2²⁹.
  let phase = unsafe dither + (column & 15)
  var x = 0
  while x < count {
    let block = min(64, count - x)
    for i in 0..<block {
      let through = unsafe UInt32(upper[x + i]) &* a &+ UInt32(lower[x + i]) &* b
      let around = unsafe UInt32(environment[x + i]) &* mirrored &+ UInt32(below[x + i]) &* mirroredBelow
      let sum = through &* transmitted &+ around &+ light
      let code = unsafe ((sum &>> 12) &+ UInt32(phase[i])) &>> 8
      unsafe target[x + i] = UInt8(truncatingIfNeeded: min(code, 255))
    }
    x += block
  }
}

/// Draws a run of bent samples of one row over the target.
///
/// - Parameters:
///   - list: the body's samples; sample `first` is drawn at `target`.
///   - lines: start of the body's stretched lines, `samplesPerRow` apart; the environment's likewise.
///   - column: canvas column of the first sample in the channel, for the dither.
@unsafe
func paintBent(
  _ list: [BentPixel], first: Int, count: Int, lines: UnsafePointer<UInt16>, samplesPerRow: Int,
  environment: UnsafePointer<UInt16>, environmentSamplesPerRow: Int, lightCode: UInt8,
  dither: UnsafePointer<UInt16>, column: Int, to target: UnsafeMutablePointer<UInt8>
) {
  // SAFETY: when the list was made, sources were clamped to one sample and one line inside the stretched lines; the
  // caller's run lies inside the list and the target's row.
  let pixels = list.span
  let light = UInt32(lightCode) * 256
  for i in 0..<count {
    let p = pixels[first &+ i]
    let at = unsafe lines + Int(p.source)
    let (fx, fy) = (UInt32(p.fractionX), UInt32(p.fractionY))
    let upper = unsafe UInt32(at[0]) &* (16 &- fx) &+ UInt32(at[1]) &* fx
    let lower = unsafe UInt32(at[samplesPerRow]) &* (16 &- fx) &+ UInt32(at[samplesPerRow &+ 1]) &* fx
    let through = (upper &* (256 &- fy) &+ lower &* fy &+ 128) &>> 8
    let mirrored = unsafe environment + Int(p.environment)
    let fraction = UInt32(p.environmentFraction)
    let around =
      unsafe UInt32(mirrored[0]) &* (16 &- fraction) &+ UInt32(mirrored[environmentSamplesPerRow]) &* fraction
    let sum =
      through &* UInt32(p.mix.transmitted) &+ around &* UInt32(p.mix.mirrored) &+ light &* UInt32(p.mix.light)
    let c = UInt32(p.coverage)
    let threshold = unsafe UInt32(dither[(column &+ i) & 15])
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
