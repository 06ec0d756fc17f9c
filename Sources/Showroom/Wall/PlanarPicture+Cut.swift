import PixelTypes

/// For pictures in 4:4:4.
extension PlanarPicture {
  /// A copy of part of the picture; the picture itself if that part is empty.
  func cut(_ area: PixelRect) -> PlanarPicture {
    guard let size = PixelSize(width: area.width, height: area.height) else { return self }
    let part = PlanarPicture(size: size, subsampling: .yuv444)
    copy(area, into: part, x: 0, y: 0)
    return part
  }

  /// The picture stretched over another size, interpolated linearly.
  func enlarged(to size: PixelSize, _ subsampling: ChromaSubsampling) -> PlanarPicture {
    let large = PlanarPicture(size: size, subsampling: subsampling)
    for (from, to) in [(luma, large.luma), (cb, large.cb), (cr, large.cr)] { from.stretch(over: to) }
    return large
  }

  /// Copies an area of this picture to a place in another; it must lie in both.
  func copy(_ area: PixelRect, into target: PlanarPicture, x: Int, y: Int) {
    for (source, plane) in [(luma, target.luma), (cb, target.cb), (cr, target.cr)] {
      source.withBytes { pixels in
        plane.withMutableBytes { bytes in
          for row in 0..<area.height {
            let start = (area.y + row) * source.bytesPerRow + area.x
            for column in 0..<area.width {
              bytes[(y + row) * plane.bytesPerRow + x + column] = pixels[start + column]
            }
          }
        }
      }
    }
  }
}

extension PixelPlane {
  /// Fills another plane with this one, interpolated linearly.
  fileprivate func stretch(over target: PixelPlane) {
    /// The sample before each place along an axis, and how far the next one mixes in, 0...256.
    func taps(_ count: Int, _ source: Int) -> [(index: Int, share: Int)] {
      (0..<count).map { i in
        let place = max((2 * i + 1) * source * 128 / count - 128, 0)
        let index = min(place / 256, max(source - 2, 0))
        return (index, source > 1 ? min(place - index * 256, 256) : 0)
      }
    }
    let (columns, rows) = (taps(target.width, width), taps(target.height, height))
    withBytes { pixels in
      target.withMutableBytes { bytes in
        for y in 0..<target.height {
          let above = rows[y].index * bytesPerRow
          let below = height > 1 ? above + bytesPerRow : above
          for x in 0..<target.width {
            let (i, share) = columns[x]
            let next = width > 1 ? i + 1 : i
            let upper = Int(pixels[above + i]) * (256 - share) + Int(pixels[above + next]) * share
            let lower = Int(pixels[below + i]) * (256 - share) + Int(pixels[below + next]) * share
            bytes[y * target.bytesPerRow + x] = UInt8(
              (upper * (256 - rows[y].share) + lower * rows[y].share + 32_768) >> 16)
          }
        }
      }
    }
  }
}
