import PixelTypes

/// For pictures in 4:4:4.
extension PlanarPicture {
  /// A copy of a part of the picture; the picture itself if the part is empty.
  func cut(_ area: PixelRect) -> PlanarPicture {
    guard let size = PixelSize(width: area.width, height: area.height) else { return self }
    let part = PlanarPicture(size: size, subsampling: .yuv444)
    copy(area, into: part, x: 0, y: 0)
    return part
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
