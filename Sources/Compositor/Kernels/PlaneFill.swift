import PixelTypes

/// Plain fills and copies of plane regions.
package enum PlaneFill {
  package static func fill(_ plane: PixelPlane, _ rect: PixelRect, with value: UInt8) {
    let region = unsafe PlaneRegion(plane, rect)
    for y in unsafe 0..<region.height {
      // SAFETY: the region is clipped to its plane.
      unsafe region.row(y).update(repeating: value, count: region.width)
    }
  }

  /// Copies all of `source` to `rect`; the sizes must agree.
  package static func copy(_ source: PixelPlane, to plane: PixelPlane, at rect: PixelRect) {
    copy(source, PixelRect(x: 0, y: 0, width: source.width, height: source.height), to: plane, rect)
  }

  /// Copies an area of a picture to the same place in another of its size and subsampling.
  package static func copy(_ source: PlanarPicture, _ area: PixelRect, to picture: PlanarPicture) {
    copy(source.luma, area, to: picture.luma, area)
    guard source.subsampling != .grey else { return }
    let chroma = area.inChroma(source.subsampling)
    copy(source.cb, chroma, to: picture.cb, chroma)
    copy(source.cr, chroma, to: picture.cr, chroma)
  }

  /// Copies a rectangle of one plane to a rectangle of the same size of another.
  package static func copy(_ source: PixelPlane, _ origin: PixelRect, to plane: PixelPlane, _ rect: PixelRect)
  {
    let from = unsafe PlaneRegion(source, origin)
    let to = unsafe PlaneRegion(plane, rect)
    precondition(unsafe from.width == to.width && from.height == to.height)
    for y in unsafe 0..<to.height {
      // SAFETY: both rows have `width` samples, and the planes don't overlap.
      unsafe to.row(y).update(from: from.row(y), count: to.width)
    }
  }
}
