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

  /// Removes the colour from an area of a picture.
  package static func removeColor(_ picture: PlanarPicture, _ rect: PixelRect) {
    guard picture.subsampling != .grey else { return }
    fill(picture.cb, rect.inChroma(picture.subsampling), with: 128)
    fill(picture.cr, rect.inChroma(picture.subsampling), with: 128)
  }

  /// Copies an area of a picture to a place of its size in another of its subsampling; by default to the same
  /// place.
  package static func copy(
    _ source: PlanarPicture, _ area: PixelRect, to picture: PlanarPicture, _ place: PixelRect? = nil
  ) {
    let place = place ?? area
    copy(source.luma, area, to: picture.luma, place)
    guard source.subsampling != .grey else { return }
    let (from, to) = (area.inChroma(source.subsampling), place.inChroma(source.subsampling))
    copy(source.cb, from, to: picture.cb, to)
    copy(source.cr, from, to: picture.cr, to)
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
