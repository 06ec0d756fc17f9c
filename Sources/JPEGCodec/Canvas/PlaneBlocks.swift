import PixelTypes

/// Blocks of 8×8 samples in the planes of a picture, as divided by the canvas' MCUs.
///
/// A block at the right or the bottom may extend beyond its plane: the nearest sample inside is repeated there, as in
/// libjpeg, so that no invisible edge is coded.
struct PlaneBlocks {
  let layout: ScanLayout

  @inline(__always)
  static func plane(_ picture: PlanarPicture, _ component: Int) -> PixelPlane {
    component == 0 ? picture.luma : component == 1 ? picture.cb : picture.cr
  }

  /// The position in its component's plane at which a block of an MCU starts.
  @inline(__always)
  func origin(block: Int, component: Int, column: Int, row: Int) -> (x: Int, y: Int) {
    let inside = block &- Int(layout.firstBlock[component])
    let across = Int(layout.across[component])
    let (y, x) = across == 1 ? (inside, 0) : inside.quotientAndRemainder(dividingBy: across)
    return (8 &* (column &* across &+ x), 8 &* (row &* Int(layout.down[component]) &+ y))
  }

  /// Blocks of 8×8 luma pixels, as ``BlockMask`` counts them.
  struct Area {
    var column: Int
    var row: Int
    var across: Int
    var down: Int

    /// In luma pixels.
    var rect: PixelRect { PixelRect(x: 8 * column, y: 8 * row, width: 8 * across, height: 8 * down) }
  }

  /// The luma area that a block of an MCU covers.
  @inline(__always)
  func luma(block: Int, column: Int, row: Int) -> Area {
    let component = layout.component(ofBlock: block)
    let origin = origin(block: block, component: component, column: column, row: row)
    let across = component == 0 ? 1 : layout.subsampling.horizontal
    let down = component == 0 ? 1 : layout.subsampling.vertical
    return Area(column: origin.x / 8 * across, row: origin.y / 8 * down, across: across, down: down)
  }

  /// Transforms and quantizes a block of a plane.
  func forward(
    _ plane: PixelPlane, x: Int, y: Int, _ transform: borrowing BlockTransform,
    into coefficients: inout MutableSpan<Int16>, start: Int
  ) {
    if x + 8 <= plane.width && y + 8 <= plane.height {
      // SAFETY: base is valid for byteCount bytes as long as the plane lives, which is longer than this call.
      let samples = unsafe UnsafeBufferPointer(start: plane.base, count: plane.byteCount)
      unsafe transform.forward(
        samples.span, at: y * plane.bytesPerRow + x, bytesPerRow: plane.bytesPerRow, into: &coefficients,
        start: start)
      return
    }
    var block = InlineArray<64, UInt8>(repeating: 128)
    if plane.width > 0 && plane.height > 0 {
      for row in 0..<8 {
        for column in 0..<8 {
          block[row * 8 + column] =
            plane[min(x + column, plane.width - 1), min(y + row, plane.height - 1)]
        }
      }
    }
    transform.forward(block.span, at: 0, bytesPerRow: 8, into: &coefficients, start: start)
  }

  /// A block's samples in a plane; `nil` if it extends beyond.
  @unsafe @inline(__always)
  func block(_ plane: PixelPlane, x: Int, y: Int, start: Int) -> BlockTransform.Block? {
    guard x + 8 <= plane.width, y + 8 <= plane.height else { return nil }
    return unsafe BlockTransform.Block(
      samples: plane.base + y * plane.bytesPerRow + x, bytesPerRow: plane.bytesPerRow, start: start)
  }

  /// Dequantizes and transforms a block, and writes the part that lies inside a rectangle of the plane.
  func inverse(
    _ coefficients: Span<Int16>, start: Int, _ transform: borrowing BlockTransform, to plane: PixelPlane,
    x: Int,
    y: Int, inside rect: PixelRect
  ) {
    if x >= rect.x && y >= rect.y && x + 8 <= rect.maxX && y + 8 <= rect.maxY {
      // SAFETY: as above; the rectangle lies inside the plane, and nobody else uses it meanwhile.
      let samples = unsafe UnsafeMutableBufferPointer(start: plane.base, count: plane.byteCount)
      var span = unsafe samples.mutableSpan
      transform.inverse(
        coefficients, start: start, into: &span, at: y * plane.bytesPerRow + x, bytesPerRow: plane.bytesPerRow
      )
      return
    }
    var block = InlineArray<64, UInt8>(repeating: 0)
    var span = block.mutableSpan
    transform.inverse(coefficients, start: start, into: &span, at: 0, bytesPerRow: 8)
    for row in max(0, rect.y - y)..<max(max(0, rect.y - y), min(8, rect.maxY - y)) {
      for column in max(0, rect.x - x)..<max(max(0, rect.x - x), min(8, rect.maxX - x)) {
        plane[x + column, y + row] = block[row * 8 + column]
      }
    }
  }
}
