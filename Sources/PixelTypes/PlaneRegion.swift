/// A rectangle of a plane, for pixel kernels: `height` rows of `width` samples, `bytesPerRow` apart.
///
/// Deliberately package-internal: the pointer must not outlive the plane. Kernels take regions by value, use
/// them within the call and keep none.
@unsafe
package struct PlaneRegion {
  package let base: UnsafeMutablePointer<UInt8>
  package let width: Int
  package let height: Int
  package let bytesPerRow: Int

  /// The part of `plane` inside `rect`, clipped to the plane.
  package init(_ plane: PixelPlane, _ rect: PixelRect) {
    let clipped = rect.intersection(plane.bounds)
    unsafe base = plane.base + clipped.y * plane.bytesPerRow + clipped.x
    unsafe width = clipped.width
    unsafe height = clipped.height
    unsafe bytesPerRow = plane.bytesPerRow
  }

  package init(_ plane: PixelPlane) {
    unsafe base = plane.base
    unsafe width = plane.width
    unsafe height = plane.height
    unsafe bytesPerRow = plane.bytesPerRow
  }

  package func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { unsafe base + y * bytesPerRow }
}
