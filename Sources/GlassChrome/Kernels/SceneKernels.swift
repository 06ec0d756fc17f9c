/// Reads a pyramid level through four-tap weights, along rows and then columns.
///
/// - Parameters:
///   - firstRow: the level's row that is row 0 of `scratch`.
///   - scratch: one sample wide per column tap, and high enough for all rows that `rows` reads.
func resample(
  _ source: SamplePlane, columns: [SplineTap], rows: [SplineTap], firstRow: Int, scratch: SamplePlane,
  into target: SamplePlane
) {
  // SAFETY: tap indices are clamped to the source when they are made, and remade for each size of it; scratch
  // and target are as wide as there are column taps, and scratch holds every row that a row tap names.
  let columns = columns.span
  for y in 0..<scratch.height {
    let from = unsafe source.row(firstRow + y)
    let to = unsafe scratch.row(y)
    for x in 0..<columns.count {
      let tap = columns[x]
      let near =
        unsafe UInt32(from[Int(tap.index.1)]) &* tap.weight.1 &+ UInt32(from[Int(tap.index.2)])
        &* tap.weight.2
      let far =
        unsafe UInt32(from[Int(tap.index.0)]) &* tap.weight.0 &+ UInt32(from[Int(tap.index.3)])
        &* tap.weight.3
      unsafe to[x] = UInt16(truncatingIfNeeded: (near &+ far &+ 2048) >> 12)
    }
  }
  for y in 0..<target.height {
    let tap = rows[y]
    let a = unsafe scratch.row(Int(tap.index.0) - firstRow)
    let b = unsafe scratch.row(Int(tap.index.1) - firstRow)
    let c = unsafe scratch.row(Int(tap.index.2) - firstRow)
    let d = unsafe scratch.row(Int(tap.index.3) - firstRow)
    let to = unsafe target.row(y)
    let (wa, wb, wc, wd) = tap.weight
    for x in 0..<target.width {
      let inner = unsafe UInt32(b[x]) &* wb &+ UInt32(c[x]) &* wc
      let outer = unsafe UInt32(a[x]) &* wa &+ UInt32(d[x]) &* wd
      unsafe to[x] = UInt16(truncatingIfNeeded: (inner &+ outer &+ 2048) >> 12)
    }
  }
}

/// Scales light's distance from its own grey by `saturation` (256: unchanged) in place, and returns the resulting
/// range of luminance (BT.709 weights, 0...65535).
func saturate(_ light: SampleTriple, by saturation: Int32) -> (darkest: UInt16, brightest: UInt16) {
  var darkest: Int32 = 65_535
  var brightest: Int32 = 0
  for y in 0..<light.height {
    // SAFETY: three planes of one size; x stays below their width.
    let (red, green, blue) = unsafe (light.first.row(y), light.second.row(y), light.third.row(y))
    for x in 0..<light.width {
      let (r, g, b) = unsafe (Int32(red[x]), Int32(green[x]), Int32(blue[x]))
      let grey = luminance(r, g, b)
      let r2 = min(max(grey &+ ((r &- grey) &* saturation) >> 8, 0), 65_535)
      let g2 = min(max(grey &+ ((g &- grey) &* saturation) >> 8, 0), 65_535)
      let b2 = min(max(grey &+ ((b &- grey) &* saturation) >> 8, 0), 65_535)
      let after = luminance(r2, g2, b2)
      darkest = min(darkest, after)
      brightest = max(brightest, after)
      unsafe red[x] = UInt16(truncatingIfNeeded: r2)
      unsafe green[x] = UInt16(truncatingIfNeeded: g2)
      unsafe blue[x] = UInt16(truncatingIfNeeded: b2)
    }
  }
  return (UInt16(clamping: darkest), UInt16(clamping: brightest))
}

private func luminance(_ r: Int32, _ g: Int32, _ b: Int32) -> Int32 {
  (6966 &* r &+ 23_436 &* g &+ 2366 &* b) >> 15
}

/// A layer over light: `light · keep + add`, each 0...65535 for 0...1.
struct LightWash: Equatable {
  var keep: UInt32
  var red: UInt32
  var green: UInt32
  var blue: UInt32

  /// A layer of a colour (linear light, 0...1) at an opacity.
  init(color: LinearColor, opacity: Double) {
    keep = UInt32(((1 - opacity) * 65_535).rounded())
    red = UInt32((color.red * opacity * 65_535).rounded())
    green = UInt32((color.green * opacity * 65_535).rounded())
    blue = UInt32((color.blue * opacity * 65_535).rounded())
  }
}

/// Converts light to Y, Cb, Cr codes times 16 (full range BT.601), after wash and shade.
///
/// - Parameter shade: share of light kept at each texel, 65,535 for all; `nil` keeps all.
func encode(_ light: SampleTriple, shade: SamplePlane?, wash: LightWash, into codes: SampleTriple) {
  let curve = TransferCurve.shared
  for y in 0..<light.height {
    // SAFETY: light, shade and codes have one size; x stays below their width; the washed value is clamped to 65,535, so a
    // quarter of it stays inside the curve's 16,384 entries.
    let (red, green, blue) = unsafe (light.first.row(y), light.second.row(y), light.third.row(y))
    let (first, second, third) = unsafe (codes.first.row(y), codes.second.row(y), codes.third.row(y))
    let shadeRow = unsafe shade?.row(y)
    for x in 0..<light.width {
      let kept = unsafe shadeRow.map { unsafe UInt32($0[x]) } ?? 65_535
      func code(_ sample: UInt16, _ add: UInt32) -> Int32 {
        let washed = min((UInt32(sample) &* wash.keep) >> 16 &+ add, 65_535)
        let shaded = (washed &* kept) >> 16
        return unsafe Int32(curve.code[Int(shaded >> 2)])
      }
      let r = unsafe code(red[x], wash.red)
      let g = unsafe code(green[x], wash.green)
      let b = unsafe code(blue[x], wash.blue)
      // Codes are 0...65280, 256 to a step; results are 16 to a step.
      let luma = (4899 &* r &+ 9617 &* g &+ 1868 &* b) >> 14
      let cb = 32_768 &+ (9246 &* (b &- luma)) >> 14
      let cr = 32_768 &+ (11_686 &* (r &- luma)) >> 14
      unsafe first[x] = UInt16(truncatingIfNeeded: min(max(luma >> 4, 0), 4080))
      unsafe second[x] = UInt16(truncatingIfNeeded: min(max(cb >> 4, 0), 4080))
      unsafe third[x] = UInt16(truncatingIfNeeded: min(max(cr >> 4, 0), 4080))
    }
  }
}

/// A separate wash for each texel: `light · keep + add`, as in `LightWash`.
struct WashPlanes {
  let keep: SamplePlane
  let add: SampleTriple

  init(width: Int, height: Int) {
    keep = SamplePlane(width: width, height: height)
    add = SampleTriple(width: width, height: height)
  }
}

/// As `encode(_:shade:wash:into:)`, with a wash for each texel.
func encode(_ light: SampleTriple, washes: WashPlanes, into codes: SampleTriple) {
  let curve = TransferCurve.shared
  for y in 0..<light.height {
    // SAFETY: all planes have one size; x stays below their width; the washed value is clamped to 65,535, so a quarter of it
    // stays inside the curve's 16,384 entries.
    let (red, green, blue) = unsafe (light.first.row(y), light.second.row(y), light.third.row(y))
    let (first, second, third) = unsafe (codes.first.row(y), codes.second.row(y), codes.third.row(y))
    let keep = unsafe washes.keep.row(y)
    let (addR, addG, addB) = unsafe (
      washes.add.first.row(y), washes.add.second.row(y), washes.add.third.row(y)
    )
    for x in 0..<light.width {
      let kept = unsafe UInt32(keep[x])
      func code(_ sample: UInt16, _ add: UInt16) -> Int32 {
        let washed = min((UInt32(sample) &* kept) >> 16 &+ UInt32(add), 65_535)
        return unsafe Int32(curve.code[Int(washed >> 2)])
      }
      let r = unsafe code(red[x], addR[x])
      let g = unsafe code(green[x], addG[x])
      let b = unsafe code(blue[x], addB[x])
      let luma = (4899 &* r &+ 9617 &* g &+ 1868 &* b) >> 14
      let cb = 32_768 &+ (9246 &* (b &- luma)) >> 14
      let cr = 32_768 &+ (11_686 &* (r &- luma)) >> 14
      unsafe first[x] = UInt16(truncatingIfNeeded: min(max(luma >> 4, 0), 4080))
      unsafe second[x] = UInt16(truncatingIfNeeded: min(max(cb >> 4, 0), 4080))
      unsafe third[x] = UInt16(truncatingIfNeeded: min(max(cr >> 4, 0), 4080))
    }
  }
}

/// Adds white light to each texel: the glow under a finger.
func addLight(_ light: SampleTriple, _ glow: SamplePlane?) {
  guard let glow else { return }
  for y in 0..<light.height {
    // SAFETY: all planes have one size; x stays below their width.
    let (red, green, blue) = unsafe (light.first.row(y), light.second.row(y), light.third.row(y))
    let more = unsafe glow.row(y)
    for x in 0..<light.width {
      unsafe red[x] = UInt16(clamping: UInt32(red[x]) + UInt32(more[x]))
      unsafe green[x] = UInt16(clamping: UInt32(green[x]) + UInt32(more[x]))
      unsafe blue[x] = UInt16(clamping: UInt32(blue[x]) + UInt32(more[x]))
    }
  }
}

/// The range of luminance (BT.709 weights, 0...65535) over the texels with a `share` above 0, or over all.
func luminanceRange(_ light: SampleTriple, where share: SamplePlane?) -> (darkest: UInt16, brightest: UInt16)
{
  var darkest: Int32 = 65_535
  var brightest: Int32 = 0
  for y in 0..<light.height {
    // SAFETY: all planes have one size; x stays below their width.
    let (red, green, blue) = unsafe (light.first.row(y), light.second.row(y), light.third.row(y))
    let chosen = unsafe share?.row(y)
    for x in 0..<light.width {
      if let chosen = unsafe chosen, unsafe chosen[x] == 0 { continue }
      let value = unsafe luminance(Int32(red[x]), Int32(green[x]), Int32(blue[x]))
      darkest = min(darkest, value)
      brightest = max(brightest, value)
    }
  }
  return (UInt16(clamping: min(darkest, brightest)), UInt16(clamping: brightest))
}

/// Stretches each coarse row linearly to pixels or, for chroma, to the centres of every `step` pixels.
///
/// - Parameters:
///   - firstTexel: index of the source's first texel in the canvas's grid.
///   - from: the canvas pixel at the target's left edge.
func stretchRows(
  _ source: SamplePlane, firstTexel: Int, texel: Int, from: Int, step: Int, into target: SamplePlane
) {
  // Positions in 1/32 of a texel: sample i lies at (from + (i + ½)·step) / texel − ½ texels.
  let stride = 32 * step / texel
  let start = (32 * from + 16 * step) / texel - 16 - 32 * firstTexel
  // Texels are 4, 8 or 16 pixels: strides 2, 4, 8 and 16; constants let the loops below unroll.
  for y in 0..<target.height {
    switch stride {
    case 2: unsafe stretchRow(source.row(y), source.width, start, 2, to: target.row(y), target.width)
    case 4: unsafe stretchRow(source.row(y), source.width, start, 4, to: target.row(y), target.width)
    case 8: unsafe stretchRow(source.row(y), source.width, start, 8, to: target.row(y), target.width)
    default: unsafe stretchRow(source.row(y), source.width, start, stride, to: target.row(y), target.width)
    }
  }
}

/// One row of `stretchRows`.
@unsafe @inline(__always)
private func stretchRow(
  _ row: UnsafePointer<UInt16>, _ count: Int, _ start: Int, _ stride: Int,
  to target: UnsafeMutablePointer<UInt16>, _ width: Int
) {
  let last = count - 1
  let whole = 32 / stride
  var position = start
  var x = 0
  // SAFETY: the texel index is clamped to the source row; x stays below the target's width.
  while x < width {
    let index = min(max(position >> 5, 0), last)
    let a = unsafe Int32(row[index])
    let difference = unsafe Int32(row[min(index + 1, last)]) - a
    let fraction = position & 31
    // All samples between this texel and the next.
    if fraction < stride, x + whole <= width {
      for k in 0..<whole {
        let part = Int32(truncatingIfNeeded: fraction &+ k &* stride)
        unsafe target[x &+ k] = UInt16(truncatingIfNeeded: a &+ (difference &* part) >> 5)
      }
      x += whole
      position += 32
    } else {
      unsafe target[x] = UInt16(truncatingIfNeeded: a &+ (difference &* Int32(fraction)) >> 5)
      x += 1
      position += stride
    }
  }
}
