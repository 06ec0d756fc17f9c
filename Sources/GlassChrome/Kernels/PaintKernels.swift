import PixelTypes

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

/// Writes samples darkened by shadows.
///
/// - Parameters:
///   - kept: a factor for each luma pixel, times 256 less 1; 255 keeps all.
///   - step: luma pixels per sample.
///   - zero: the code of darkness: 0 for luma, 128 for chroma.
@unsafe
func shadeRow(
  _ source: UnsafePointer<UInt8>, by kept: UnsafePointer<UInt8>, step: Int, toward zero: Int32, count: Int,
  to target: UnsafeMutablePointer<UInt8>
) {
  // SAFETY: the caller passes rows of at least `count` samples, and `count · step` factors.
  if step == 1 {
    for x in 0..<count {
      let share = unsafe Int32(kept[x]) &+ 1
      unsafe target[x] = UInt8(truncatingIfNeeded: zero &+ ((Int32(source[x]) &- zero) &* share &+ 128) &>> 8)
    }
  } else {
    for x in 0..<count {
      let share = unsafe Int32(kept[x &* 2]) &+ 1
      unsafe target[x] = UInt8(truncatingIfNeeded: zero &+ ((Int32(source[x]) &- zero) &* share &+ 128) &>> 8)
    }
  }
}

/// What a row of glass is mixed from, from the run's first sample on.
@unsafe
struct GlassLines {
  /// The body's soft light; its fraction is 0...16.
  let soft: LinePair
  /// How much of lens, mirror and rim may show, 0...4080 for none to all; its fraction is the soft light's.
  let clear: LinePair
  /// The channel's key light: 255 for luma, else its chroma.
  let lightCode: UInt8
  let isLuma: Bool

  /// The soft light at a sample, 256 to a code step.
  @inline(__always)
  func softLight(_ x: Int) -> UInt32 {
    unsafe UInt32(soft.upper[x]) &* UInt32(16 &- soft.fraction) &+ UInt32(soft.lower[x])
      &* UInt32(soft.fraction)
  }

  /// How much may show at a sample, 0...256.
  @inline(__always)
  func clearShare(_ x: Int) -> UInt32 {
    let share =
      unsafe (UInt32(clear.upper[x]) &* UInt32(16 &- clear.fraction) &+ UInt32(clear.lower[x])
      &* UInt32(clear.fraction)) &>> 8
    return share &+ share &>> 7
  }
}

/// Writes a run of clear glass: the scene itself, and soft light behind words.
///
/// - Parameters:
///   - scene: the samples under the run.
///   - lens: share of the scene, 0...256.
@unsafe
func paintClearRow(
  _ lines: GlassLines, scene: UnsafePointer<UInt8>, lens: UInt16, to run: SampleRun
) {
  let (target, count, phase) = unsafe (run.base, run.count, run.dither)
  let lens = UInt32(lens)
  // SAFETY: the caller passes lines and a scene of at least as many samples as the run has.
  for x in 0..<count {
    let share = unsafe (lens &* lines.clearShare(x)) &>> 8
    let mixed = unsafe lines.softLight(x) &* (256 &- share) &+ UInt32(scene[x]) &* 256 &* share
    let code = unsafe ((mixed &>> 8) &+ UInt32(phase[x & 15])) &>> 8
    unsafe target[x] = UInt8(truncatingIfNeeded: min(code, 255))
  }
}

/// A sample's light through, from and on an edge, 256 to a code step.
///
/// - Parameters:
///   - sharp: the lens's view, 256 to a code step.
///   - mirror: the mirrored sample's code.
@unsafe @inline(__always)
private func shining(
  _ look: EdgeLook, _ lines: GlassLines, _ x: Int, sharp: UInt32, mirror: UInt32, _ table: LightTable
) -> UInt32 {
  let clear = unsafe lines.clearShare(x)
  let lens = (UInt32(look.lens) &* clear) &>> 8
  let mirrored = (UInt32(look.mirrored) &* clear) &>> 8
  let soft = unsafe lines.softLight(x)
  var light = (soft &* (256 &- lens) &+ sharp &* lens) &>> 8
  light = (light &* (256 &- mirrored) &+ (mirror &* mirrored) &<< 8) &>> 8
  let dark = UInt32(look.dark)
  let shine = look.yieldsLight ? (UInt32(look.light) &* clear) &>> 8 : UInt32(look.light)
  let level = Int(shine &>> 2)
  if unsafe lines.isLuma {
    light = (light &* (256 &- dark)) &>> 8
    // SAFETY: levels are below 64, codes at most 255; the table's rows have 257 entries.
    let row = unsafe table.code + level &* LightTable.columns
    let (code, part) = (Int(light &>> 8), light & 255)
    return unsafe UInt32(row[code]) &* (256 &- part) &+ UInt32(row[code &+ 1]) &* part
  }
  // Black has the chroma 128.
  light = (light &* (256 &- dark) &+ 32_768 &* dark) &>> 8
  let share = unsafe UInt32(table.chroma[level])
  return unsafe (light &* (256 &- share) &+ (UInt32(lines.lightCode) &* share) &<< 8) &>> 8
}

/// Writes a run of a straight edge, all of whose samples look straight up or down.
///
/// - Parameters:
///   - upper: the row of the scene that the lens shows, under the run; `lower` the one below it.
///   - mirror: the row of the scene that the rim mirrors, under the run.
@unsafe
func paintBand(
  _ look: EdgeLook, _ lines: GlassLines, upper: UnsafePointer<UInt8>, lower: UnsafePointer<UInt8>,
  mirror: UnsafePointer<UInt8>, to run: SampleRun
) {
  let (target, count, phase) = unsafe (run.base, run.count, run.dither)
  let table = LightTable.shared
  let fraction = UInt32(look.fractionY)
  // SAFETY: the caller passes rows of at least as many samples as the run has.
  for x in 0..<count {
    let sharp = unsafe (UInt32(upper[x]) &* (64 &- fraction) &+ UInt32(lower[x]) &* fraction) &<< 2
    let light = unsafe shining(look, lines, x, sharp: sharp, mirror: UInt32(mirror[x]), table)
    unsafe target[x] = UInt8(truncatingIfNeeded: min((light &+ UInt32(phase[x & 15])) &>> 8, 255))
  }
}

/// Draws a run of bent samples over what is there.
///
/// - Parameters:
///   - list: the body's samples; the run shows those from `first` on.
///   - scene: the channel of the scene, of the canvas's size.
@unsafe
func paintBent(
  _ list: [EdgeLook], first: Int, _ lines: GlassLines, scene: PixelPlane, to run: SampleRun
) {
  let (base, perRow) = unsafe (scene.base, scene.bytesPerRow)
  let (target, count, phase) = unsafe (run.base, run.count, run.dither)
  let table = LightTable.shared
  // SAFETY: when the list was made, places were held inside the plane, which has a spare sample to the right; the last row
  // is read twice instead of the one below it. The caller's run lies inside the list and the plane.
  let looks = list.span
  let last = (scene.height &- 1) &* perRow
  for i in 0..<count {
    let look = looks[first &+ i]
    let at = unsafe base + Int(look.source)
    let below = unsafe Int(look.source) < last ? at + perRow : at
    let (fx, fy) = (UInt32(look.fractionX), UInt32(look.fractionY))
    let upper = unsafe UInt32(at[0]) &* (64 &- fx) &+ UInt32(at[1]) &* fx
    let lower = unsafe UInt32(below[0]) &* (64 &- fx) &+ UInt32(below[1]) &* fx
    let sharp = (upper &* (64 &- fy) &+ lower &* fy) &>> 4
    let light = unsafe shining(look, lines, i, sharp: sharp, mirror: UInt32(base[Int(look.mirror)]), table)
    let c = UInt32(look.coverage)
    let blended = unsafe (light &* c &+ UInt32(target[i]) &* 256 &* (256 &- c)) &>> 8
    let threshold = unsafe UInt32(phase[i & 15])
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
