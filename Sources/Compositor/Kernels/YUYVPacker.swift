import PixelTypes

/// Packs full-range planes into limited-range YUYV, as readers of raw cameras expect (ITU-R
/// BT.601-7, 2.5.3: luma 16...235, chroma 16...240).
package enum YUYVPacker {
  /// - Parameters:
  ///   - picture: of even width.
  ///   - bytesPerRow: of the packed frame, at least 2 × width; bytes beyond the pixels are left alone.
  ///   - frame: at least bytesPerRow × height bytes.
  package static func pack(_ picture: PlanarPicture, bytesPerRow: Int, into frame: inout MutableSpan<UInt8>) {
    let (width, height) = (picture.size.width, picture.size.height)
    precondition(width % 2 == 0 && bytesPerRow >= 2 * width && frame.count >= bytesPerRow * height)
    let sampling = picture.subsampling
    let luma = unsafe PlaneRegion(picture.luma)
    let cb = unsafe PlaneRegion(picture.cb)
    let cr = unsafe PlaneRegion(picture.cr)
    // SAFETY: rows end at bytesPerRow × height at most; a chroma row has width / horizontal samples.
    unsafe frame.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for y in 0..<height {
        let target = unsafe base + y * bytesPerRow
        let row = unsafe luma.row(y)
        if sampling == .grey {
          for pair in 0..<width / 2 {
            unsafe target[4 * pair] = limitedLuma(row[2 * pair])
            unsafe target[4 * pair + 1] = 128
            unsafe target[4 * pair + 2] = limitedLuma(row[2 * pair + 1])
            unsafe target[4 * pair + 3] = 128
          }
          continue
        }
        let blue = unsafe cb.row(y / sampling.vertical)
        let red = unsafe cr.row(y / sampling.vertical)
        if sampling.horizontal == 2 {
          for pair in 0..<width / 2 {
            unsafe target[4 * pair] = limitedLuma(row[2 * pair])
            unsafe target[4 * pair + 1] = limitedChroma(blue[pair])
            unsafe target[4 * pair + 2] = limitedLuma(row[2 * pair + 1])
            unsafe target[4 * pair + 3] = limitedChroma(red[pair])
          }
        } else {
          for pair in 0..<width / 2 {
            unsafe target[4 * pair] = limitedLuma(row[2 * pair])
            unsafe target[4 * pair + 1] = limitedChroma(mean(blue[2 * pair], blue[2 * pair + 1]))
            unsafe target[4 * pair + 2] = limitedLuma(row[2 * pair + 1])
            unsafe target[4 * pair + 3] = limitedChroma(mean(red[2 * pair], red[2 * pair + 1]))
          }
        }
      }
    }
  }

  // Rounded division by 255, exact for all products of a byte: (t + (t >> 8)) >> 8 with t = product + 128.
  @inline(__always)
  package static func limitedLuma(_ value: UInt8) -> UInt8 {
    let t = UInt16(value) &* 219 &+ 128
    return UInt8(truncatingIfNeeded: 16 &+ (t &+ t >> 8) >> 8)
  }

  @inline(__always)
  package static func limitedChroma(_ value: UInt8) -> UInt8 {
    let t = UInt16(value) &* 224 &+ 128
    return UInt8(truncatingIfNeeded: 16 &+ (t &+ t >> 8) >> 8)
  }

  @inline(__always)
  private static func mean(_ a: UInt8, _ b: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt16(a) &+ UInt16(b) &+ 1) >> 1)
  }
}
