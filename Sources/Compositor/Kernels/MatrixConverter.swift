// JPEG holds BT.601 luma and chroma (ITU-T T.871); some cameras' raw formats are BT.709 (`V4L2_YCBCR_ENC_709`).
// Mistaking one for the other shifts greens and reds by several per cent. The coefficients follow from the luma weights
// of both (ITU-R BT.601-7: .299, .587, .114; BT.709-6: .2126, .7152, .0722), going from one to the other by RGB.

import PixelTypes

/// Converts full-range planes from BT.709 to BT.601 in place.
package enum MatrixConverter {
  // In 1/16384. Luma gains from chroma; the chroma components mix a little.
  private static let lumaFromCb: Int32 = 1664  // .101579
  private static let lumaFromCr: Int32 = 3213  // .196076
  private static let cbFromCb: Int32 = 16218  // .989854
  private static let cbFromCr: Int32 = -1813  // −.110653
  private static let crFromCb: Int32 = -1187  // −.072453
  private static let crFromCr: Int32 = 16112  // .983398

  /// - Parameters:
  ///   - picture: the planes to convert.
  ///   - rect: in luma pixels; starts on a whole chroma sample.
  package static func toBT601(_ picture: PlanarPicture, _ rect: PixelRect) {
    let sampling = picture.subsampling
    guard sampling != .grey else { return }
    let luma = unsafe PlaneRegion(picture.luma, rect)
    let chroma = rect.inChroma(sampling)
    let cb = unsafe PlaneRegion(picture.cb, chroma)
    let cr = unsafe PlaneRegion(picture.cr, chroma)
    let (h, v) = (sampling.horizontal, sampling.vertical)
    // SAFETY: all rows and columns lie inside their regions; every luma pixel has a chroma sample.
    for y in unsafe 0..<luma.height {
      let row = unsafe luma.row(y)
      let (b, r) = unsafe (cb.row(y / v), cr.row(y / v))
      for x in unsafe 0..<luma.width {
        let shift = unsafe lumaFromCb &* (Int32(b[x / h]) &- 128) &+ lumaFromCr &* (Int32(r[x / h]) &- 128)
        unsafe row[x] = clamp(Int32(row[x]) &+ (shift &+ 8192) >> 14)
      }
    }
    for y in unsafe 0..<cb.height {
      let (b, r) = unsafe (cb.row(y), cr.row(y))
      for x in unsafe 0..<cb.width {
        let (u, w) = unsafe (Int32(b[x]) &- 128, Int32(r[x]) &- 128)
        unsafe b[x] = clamp(128 &+ (cbFromCb &* u &+ cbFromCr &* w &+ 8192) >> 14)
        unsafe r[x] = clamp(128 &+ (crFromCb &* u &+ crFromCr &* w &+ 8192) >> 14)
      }
    }
  }

  private static func clamp(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, max(0, value))) }
}
