import CGlass
import PixelTypes

/// Reads a pyramid level through four-tap weights, along rows and then columns.
///
/// - Parameters:
///   - firstRow: the level's row that is row 0 of `scratch`.
///   - scratch: as wide as there are column taps, and high enough for all rows that `rows` reads.
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

/// Scales light's distance from its own grey by `saturation` (256: unchanged) in place.
func saturate(_ light: SampleTriple, by saturation: Int32) {
  guard saturation != 256 else { return }
  for y in 0..<light.height {
    // SAFETY: three planes of one size; x stays below their width.
    let (red, green, blue) = unsafe light.rows(y)
    for x in 0..<light.width {
      let (r, g, b) = unsafe (Int32(red[x]), Int32(green[x]), Int32(blue[x]))
      let grey = luminance(r, g, b)
      let r2 = min(max(grey &+ ((r &- grey) &* saturation) >> 8, 0), 65_535)
      let g2 = min(max(grey &+ ((g &- grey) &* saturation) >> 8, 0), 65_535)
      let b2 = min(max(grey &+ ((b &- grey) &* saturation) >> 8, 0), 65_535)
      unsafe red[x] = UInt16(truncatingIfNeeded: r2)
      unsafe green[x] = UInt16(truncatingIfNeeded: g2)
      unsafe blue[x] = UInt16(truncatingIfNeeded: b2)
    }
  }
}

private func luminance(_ r: Int32, _ g: Int32, _ b: Int32) -> Int32 {
  (6966 &* r &+ 23_436 &* g &+ 2366 &* b) >> 15
}

/// The mean of light.
func meanLight(_ light: SampleTriple) -> LinearColor {
  func mean(_ plane: SamplePlane) -> Double {
    var sum = 0
    for y in 0..<light.height {
      // SAFETY: three planes of one size; x stays below their width.
      let row = unsafe plane.row(y)
      for x in 0..<light.width { sum &+= unsafe Int(row[x]) }
    }
    return Double(sum) / 65_535 / Double(max(light.width * light.height, 1))
  }
  return LinearColor(red: mean(light.first), green: mean(light.second), blue: mean(light.third))
}

/// Mean luminance (BT.709 weights) of light, 0...1.
func meanLuminance(_ light: SampleTriple) -> Double {
  var sum = 0
  for y in 0..<light.height {
    // SAFETY: three planes of one size; x stays below their width.
    let (red, green, blue) = unsafe light.rows(y)
    for x in 0..<light.width {
      sum &+= unsafe Int(luminance(Int32(red[x]), Int32(green[x]), Int32(blue[x])))
    }
  }
  return Double(sum) / 65_535 / Double(max(light.width * light.height, 1))
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

/// Converts light to Y, Cb, Cr codes times 16 (full range BT.601), after a wash.
func encode(_ light: SampleTriple, wash: LightWash, into codes: SampleTriple) {
  let curve = TransferCurve.shared
  for y in 0..<light.height {
    // SAFETY: light and codes have one size; x stays below their width; the washed value is clamped to 65,535, so a quarter
    // of it stays inside the curve's 16,384 entries.
    let (red, green, blue) = unsafe light.rows(y)
    let (first, second, third) = unsafe codes.rows(y)
    for x in 0..<light.width {
      func code(_ sample: UInt16, _ add: UInt32) -> Int32 {
        let washed = min((UInt32(sample) &* wash.keep) >> 16 &+ add, 65_535)
        return unsafe Int32(curve.code[Int(washed >> 2)])
      }
      let r = unsafe code(red[x], wash.red)
      let g = unsafe code(green[x], wash.green)
      let b = unsafe code(blue[x], wash.blue)
      unsafe (first[x], second[x], third[x]) = encoded(r, g, b)
    }
  }
}

/// Y, Cb and Cr, 16 to a code step, of red, green and blue codes 0...65280, 256 to a step.
@inline(__always)
private func encoded(_ r: Int32, _ g: Int32, _ b: Int32) -> (UInt16, UInt16, UInt16) {
  func stored(_ code: Int32) -> UInt16 { UInt16(truncatingIfNeeded: min(max(code >> 4, 0), 4080)) }
  let luma = (4899 &* r &+ 9617 &* g &+ 1868 &* b) >> 14
  let cb = 32_768 &+ (9246 &* (b &- luma)) >> 14
  let cr = 32_768 &+ (11_686 &* (r &- luma)) >> 14
  return (stored(luma), stored(cb), stored(cr))
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

/// Like `encode(_:wash:into:)`, with a wash for each texel.
func encode(_ light: SampleTriple, washes: WashPlanes, into codes: SampleTriple) {
  let curve = TransferCurve.shared
  for y in 0..<light.height {
    // SAFETY: all planes have one size; x stays below their width; the washed value is clamped to 65,535, so a quarter of it
    // stays inside the curve's 16,384 entries.
    let (red, green, blue) = unsafe light.rows(y)
    let (first, second, third) = unsafe codes.rows(y)
    let keep = unsafe washes.keep.row(y)
    let (addR, addG, addB) = unsafe washes.add.rows(y)
    for x in 0..<light.width {
      let kept = unsafe UInt32(keep[x])
      func code(_ sample: UInt16, _ add: UInt16) -> Int32 {
        let washed = min((UInt32(sample) &* kept) >> 16 &+ UInt32(add), 65_535)
        return unsafe Int32(curve.code[Int(washed >> 2)])
      }
      let r = unsafe code(red[x], addR[x])
      let g = unsafe code(green[x], addG[x])
      let b = unsafe code(blue[x], addB[x])
      unsafe (first[x], second[x], third[x]) = encoded(r, g, b)
    }
  }
}

/// Adds white light to each texel: the glow under a finger.
func addLight(_ light: SampleTriple, _ glow: SamplePlane?) {
  guard let glow else { return }
  for y in 0..<light.height {
    // SAFETY: all planes have one size; x stays below their width.
    let (red, green, blue) = unsafe light.rows(y)
    let more = unsafe glow.row(y)
    for x in 0..<light.width {
      unsafe red[x] = UInt16(clamping: UInt32(red[x]) + UInt32(more[x]))
      unsafe green[x] = UInt16(clamping: UInt32(green[x]) + UInt32(more[x]))
      unsafe blue[x] = UInt16(clamping: UInt32(blue[x]) + UInt32(more[x]))
    }
  }
}

/// Luminance (BT.709 weights, 0...65535) of light under a wash for each texel.
func luminance(_ light: SampleTriple, washes: WashPlanes, into target: SamplePlane) {
  for y in 0..<light.height {
    // SAFETY: all planes have one size; x stays below their width.
    let (red, green, blue) = unsafe light.rows(y)
    let (keep, to) = unsafe (washes.keep.row(y), target.row(y))
    let (addR, addG, addB) = unsafe washes.add.rows(y)
    for x in 0..<light.width {
      let kept = unsafe UInt32(keep[x])
      func washed(_ sample: UInt16, _ add: UInt16) -> Int32 {
        Int32(min((UInt32(sample) &* kept) >> 16 &+ UInt32(add), 65_535))
      }
      let value = unsafe luminance(
        washed(red[x], addR[x]), washed(green[x], addG[x]), washed(blue[x], addB[x]))
      unsafe to[x] = UInt16(truncatingIfNeeded: min(max(value, 0), 65_535))
    }
  }
}

/// Light of the scene under each texel of a tile: the mean of its pixels, as light.
///
/// Luma is averaged as light, chroma as codes: over fine black and white detail the mean of the codes would be too dark.
///
/// - Parameters:
///   - picture: of the canvas's size, full range BT.601.
///   - visible: pixels of the canvas that count; texels beyond repeat the nearest.
func gather(
  _ picture: PlanarPicture, _ texels: PixelRect, texel: Int, visible: PixelRect, into light: SampleTriple
) {
  let curve = TransferCurve.shared
  let (h, v) = (picture.subsampling.horizontal, picture.subsampling.vertical)
  let shift = texel.trailingZeroBitCount
  func held(_ at: Int, _ first: Int, _ end: Int) -> Int { min(max(at, first), end - 1) }
  for row in 0..<light.height {
    let top = (texels.y + row) << shift
    // SAFETY: rows and columns are held inside the visible part, which lies inside the planes; table indices are codes.
    let (red, green, blue) = unsafe light.rows(row)
    for column in 0..<light.width {
      let left = (texels.x + column) << shift
      let isInside =
        left >= visible.x && left + texel <= visible.maxX && top >= visible.y && top + texel <= visible.maxY
      var sum: UInt32 = 0
      for dy in 0..<texel {
        let y = isInside ? top + dy : held(top + dy, visible.y, visible.maxY)
        let from = unsafe picture.luma.base + y * picture.luma.bytesPerRow
        if isInside {
          for dx in 0..<texel { sum &+= unsafe UInt32(curve.light[Int(from[left &+ dx])]) }
        } else {
          for dx in 0..<texel {
            sum &+= unsafe UInt32(curve.light[Int(from[held(left + dx, visible.x, visible.maxX)])])
          }
        }
      }
      // Two chroma samples stand for the texel's.
      let (x0, x1) = (
        held(left + texel / 4, visible.x, visible.maxX), held(left + texel * 3 / 4, visible.x, visible.maxX)
      )
      let (y0, y1) = (
        held(top + texel / 4, visible.y, visible.maxY), held(top + texel * 3 / 4, visible.y, visible.maxY)
      )
      func chroma(_ plane: PixelPlane) -> Int32 {
        let upper = unsafe plane.base + y0 / v * plane.bytesPerRow
        let lower = unsafe plane.base + y1 / v * plane.bytesPerRow
        return
          unsafe (Int32(upper[x0 / h]) + Int32(upper[x1 / h]) + Int32(lower[x0 / h]) + Int32(lower[x1 / h]))
          - 512
      }
      let mean = sum >> UInt32(2 * shift)
      // 65,280 for white, like the curve's codes.
      let luma = unsafe Int32(curve.code[Int(mean >> 2)]) << 8 &+ 32_768
      let (u, w) = (chroma(picture.cb), chroma(picture.cr))
      func code(_ value: Int32) -> Int { Int(min(max(value >> 16, 0), 255)) }
      let r = code(luma &+ (91_881 &* w) >> 2)
      let g = code(luma &- (22_554 &* u &+ 46_802 &* w) >> 2)
      let b = code(luma &+ (116_130 &* u) >> 2)
      unsafe red[column] = curve.light[r]
      unsafe green[column] = curve.light[g]
      unsafe blue[column] = curve.light[b]
    }
  }
}

/// Blurs light in place by a symmetric filter along rows, then columns; edges repeat.
///
/// - Parameters:
///   - half: the filter's weights from its middle outwards, out of 4096 for the whole.
///   - scratch: of the plane's size.
func blur(_ plane: SamplePlane, _ half: [UInt32], scratch: SamplePlane) {
  let (width, height) = (plane.width, plane.height)
  let reach = half.count - 1
  let weights = half.span
  // SAFETY: columns are clamped to the row or, with their neighbours, lie inside it; blocks of 16 may run into the 16 spare
  // samples of a row; both planes have one size.
  for y in 0..<height {
    let (from, to) = unsafe (plane.row(y), scratch.row(y))
    func edge(_ x: Int) {
      var sum = unsafe UInt32(from[x]) &* weights[0] &+ 2048
      for k in stride(from: 1, through: reach, by: 1) {
        sum &+= unsafe (UInt32(from[max(x - k, 0)]) &+ UInt32(from[min(x + k, width - 1)])) &* weights[k]
      }
      unsafe to[x] = UInt16(truncatingIfNeeded: sum >> 12)
    }
    var x = min(reach, width)
    for i in 0..<x { edge(i) }
    while x + 16 + reach <= width {
      var sum = unsafe SIMD16<UInt32>(truncatingIfNeeded: block(from + x)) &* weights[0] &+ 2048
      for k in stride(from: 1, through: reach, by: 1) {
        let pair =
          unsafe SIMD16<UInt32>(truncatingIfNeeded: block(from + x - k))
          &+ SIMD16<UInt32>(truncatingIfNeeded: block(from + x + k))
        sum = sum &+ pair &* weights[k]
      }
      unsafe store(SIMD16<UInt16>(truncatingIfNeeded: sum &>> 12), at: to + x)
      x += 16
    }
    for i in x..<max(width, x) { edge(i) }
  }
  for y in 0..<height {
    let (middle, to) = unsafe (scratch.row(y), plane.row(y))
    for x in stride(from: 0, to: width, by: 16) {
      var sum = unsafe SIMD16<UInt32>(truncatingIfNeeded: block(middle + x)) &* weights[0] &+ 2048
      for k in stride(from: 1, through: reach, by: 1) {
        let (above, below) = unsafe (scratch.row(max(y - k, 0)), scratch.row(min(y + k, height - 1)))
        let pair =
          unsafe SIMD16<UInt32>(truncatingIfNeeded: block(above + x))
          &+ SIMD16<UInt32>(truncatingIfNeeded: block(below + x))
        sum = sum &+ pair &* weights[k]
      }
      unsafe store(SIMD16<UInt16>(truncatingIfNeeded: sum &>> 12), at: to + x)
    }
  }
}

@unsafe @inline(__always)
private func block(_ from: UnsafePointer<UInt16>) -> SIMD16<UInt16> {
  unsafe UnsafeRawPointer(from).loadUnaligned(as: SIMD16<UInt16>.self)
}

@unsafe @inline(__always)
private func store(_ values: SIMD16<UInt16>, at target: UnsafeMutablePointer<UInt16>) {
  unsafe UnsafeMutableRawPointer(target).storeBytes(of: values, as: SIMD16<UInt16>.self)
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
  for y in 0..<target.height {
    unsafe stretchRow(source.row(y), source.width, start, stride, to: target.row(y), target.width)
  }
}

/// One row of `stretchRows`.
@unsafe
private func stretchRow(
  _ row: UnsafePointer<UInt16>, _ count: Int, _ start: Int, _ stride: Int,
  to target: UnsafeMutablePointer<UInt16>, _ width: Int
) {
  let last = count - 1
  // Samples between a texel and the next; texels of 2 pixels have only one of chroma.
  let each = 32 / stride
  var position = start
  var x = 0
  // SAFETY: the texel index is clamped to the source row; x stays below the target's width.
  while x < width {
    let index = min(max(position >> 5, 0), last)
    let fraction = position & 31
    let texels = position >= 0 && fraction < stride && each > 1 ? min(last - index, (width - x) / each) : 0
    if texels > 0 {
      unsafe cglass_stretch(row + index, CInt(texels), CInt(each), CInt(fraction), target + x)
      x += texels * each
      position += 32 * texels
    } else {
      let a = unsafe Int32(row[index])
      let difference = unsafe Int32(row[min(index + 1, last)]) - a
      unsafe target[x] = UInt16(truncatingIfNeeded: a &+ (difference &* Int32(fraction)) >> 5)
      x += 1
      position += stride
    }
  }
}
