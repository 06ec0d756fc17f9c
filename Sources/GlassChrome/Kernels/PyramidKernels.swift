import PixelTypes

/// Converts full-range BT.601 YCbCr (ITU-T T.871) to linear light.
func linearize(_ picture: PlanarPicture, into target: SampleTriple) {
  let width = picture.size.width
  let hasChroma = picture.subsampling != .grey
  let (h, v) = (picture.subsampling.horizontal, picture.subsampling.vertical)
  let shift = h == 2 ? 1 : 0
  let light = unsafe TransferCurve.shared.light
  for y in 0..<picture.size.height {
    // SAFETY: rows are picked within the planes' heights; x stays below the width that both share, and a chroma
    // column x / h below the chroma width. Table indices are clamped to 0...255.
    let luma = unsafe PlaneRegion(picture.luma).row(y)
    let cb = unsafe PlaneRegion(hasChroma ? picture.cb : picture.luma).row(hasChroma ? y / v : y)
    let cr = unsafe PlaneRegion(hasChroma ? picture.cr : picture.luma).row(hasChroma ? y / v : y)
    let (red, green, blue) = unsafe target.rows(y)
    for x in 0..<width {
      let base = unsafe Int32(luma[x]) << 16 + 32_768
      let u = hasChroma ? unsafe Int32(cb[x >> shift]) - 128 : 0
      let w = hasChroma ? unsafe Int32(cr[x >> shift]) - 128 : 0
      let r = min(max((base &+ 91_881 &* w) >> 16, 0), 255)
      let g = min(max((base &- 22_554 &* u &- 46_802 &* w) >> 16, 0), 255)
      let b = min(max((base &+ 116_130 &* u) >> 16, 0), 255)
      unsafe red[x] = light[Int(r)]
      unsafe green[x] = light[Int(g)]
      unsafe blue[x] = light[Int(b)]
    }
  }
}

/// Smooths by [1 3 3 1]/8 and drops every second sample, along rows and then columns; edges repeat.
func halve(_ source: SamplePlane, into target: SamplePlane, scratch: SamplePlane) {
  let last = source.width - 1
  for y in 0..<source.height {
    // SAFETY: source columns are clamped to the row; the scratch plane is as wide as half of level 0, rounded
    // up, which is at least target.width, and as high as level 0.
    let from = unsafe source.row(y)
    let to = unsafe scratch.row(y)
    // Away from the row's ends nothing needs clamping.
    let inner = max(min(target.width, (last - 2) / 2 + 1), 1)
    for x in 1..<inner {
      let (a, b) = unsafe (UInt32(from[2 &* x &- 1]), UInt32(from[2 &* x]))
      let (c, d) = unsafe (UInt32(from[2 &* x &+ 1]), UInt32(from[2 &* x &+ 2]))
      unsafe to[x] = UInt16(truncatingIfNeeded: (a &+ 3 &* (b &+ c) &+ d &+ 4) >> 3)
    }
    var x = 0
    while x < target.width {
      let a = unsafe UInt32(from[max(2 * x - 1, 0)])
      let b = unsafe UInt32(from[min(2 * x, last)])
      let c = unsafe UInt32(from[min(2 * x + 1, last)])
      let d = unsafe UInt32(from[min(2 * x + 2, last)])
      unsafe to[x] = UInt16(truncatingIfNeeded: (a &+ 3 &* (b &+ c) &+ d &+ 4) >> 3)
      x = x == 0 ? inner : x + 1
    }
  }
  let bottom = source.height - 1
  for y in 0..<target.height {
    // SAFETY: rows are clamped to the source's height; x stays below target.width.
    let a = unsafe scratch.row(max(2 * y - 1, 0))
    let b = unsafe scratch.row(min(2 * y, bottom))
    let c = unsafe scratch.row(min(2 * y + 1, bottom))
    let d = unsafe scratch.row(min(2 * y + 2, bottom))
    let to = unsafe target.row(y)
    for x in 0..<target.width {
      let inner = unsafe UInt32(b[x]) &+ UInt32(c[x])
      let outer = unsafe UInt32(a[x]) &+ UInt32(d[x])
      unsafe to[x] = UInt16(truncatingIfNeeded: (outer &+ 3 &* inner &+ 4) >> 3)
    }
  }
}
