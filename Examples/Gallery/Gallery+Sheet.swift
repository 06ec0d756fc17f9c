import PixelTypes

extension Gallery {
  /// All pieces in one picture, in three columns, a pixel to the point.
  ///
  /// - Throws: as for a piece's picture.
  static func sheet() throws -> PlanarPicture {
    let sheet = PlanarPicture(size: PixelSize(clampingWidth: 1200, height: 1560), subsampling: .yuv444)
    var heights = [0, 0, 0]
    for piece in pieces {
      let column = heights.indices.min { heights[$0] < heights[$1] } ?? 0
      let picture = try Gallery.picture(of: piece, scale: 1)
      for (from, to) in [(picture.luma, sheet.luma), (picture.cb, sheet.cb), (picture.cr, sheet.cr)] {
        for y in 0..<min(from.height, to.height - heights[column]) {
          for x in 0..<from.width { to[column * 400 + x, heights[column] + y] = from[x, y] }
        }
      }
      heights[column] += picture.size.height
    }
    return sheet
  }
}
