import CTypography
import Geometry
import PixelTypes

/// Turns paths into anti-aliased coverage, exact to 8 bits; FreeType's stroker widens lines.
///
/// Coverage is the exact area of curves flattened to 1/256 pixel, with vertices at 1/1024 pixel:
/// off by less than 1/64, except where an outline crosses itself inside a pixel. Pixel (i, j)
/// covers [i, i + 1) × [j, j + 1), y down. Storage grows to the largest path seen and is kept:
/// drawing again allocates nothing. Not thread-safe: use one per thread.
@safe
package final class OutlineRasterizer {
  private let handle: OpaquePointer

  /// A rasterizer without storage yet.
  ///
  /// - Throws: ``GlassError/typography(code:)`` when FreeType can't be set up.
  package init() throws(GlassError) {
    var made: OpaquePointer?
    // SAFETY: the call writes one pointer, or none and a code.
    let code = unsafe ctypography_rasterizer_create(&made)
    guard code == 0, let made = unsafe made else { throw .typography(code: code) }
    unsafe handle = made
  }

  // SAFETY: only this object owns the handle.
  deinit { unsafe ctypography_rasterizer_destroy(handle) }

  /// Covers the inside of `path` by the non-zero winding rule; open subpaths are closed.
  ///
  /// - Parameters:
  ///   - path: its points are clamped to ±30,000 pixels.
  ///   - transform: from the path's units to pixels.
  ///   - clip: pixels outside are left out.
  ///   - spans: replaced by the result; empty if the path has more than 32,000 points.
  package func fill(
    _ path: Path, transform: AffineTransform, clip: PixelRect, into spans: inout CoverageSpans
  ) {
    load(path, transform)
    // SAFETY: the handle lives as long as self.
    let code = unsafe ctypography_path_fill(
      handle, Int32(clip.x), Int32(clip.y), Int32(clip.maxX), Int32(clip.maxY))
    take(code, &spans)
  }

  /// Covers a line along `path`.
  ///
  /// - Parameters:
  ///   - path: its points are clamped to ±30,000 pixels.
  ///   - width: in pixels, whatever the transform: a line keeps its weight when the shape is scaled.
  ///   - cap: how open subpaths end.
  ///   - join: how segments meet.
  ///   - transform: from the path's units to pixels.
  ///   - clip: pixels outside are left out.
  ///   - spans: replaced by the result; empty if the path has more than 32,000 points.
  package func stroke(
    _ path: Path, width: Double, cap: StrokeCap = .round, join: StrokeJoin = .round,
    transform: AffineTransform, clip: PixelRect, into spans: inout CoverageSpans
  ) {
    load(path, transform)
    // SAFETY: the handle lives as long as self.
    let code = unsafe ctypography_path_stroke(
      handle, Self.fixed(width), cap.rawValue, join.rawValue, Int32(clip.x), Int32(clip.y),
      Int32(clip.maxX), Int32(clip.maxY))
    take(code, &spans)
  }

  private func load(_ path: Path, _ transform: AffineTransform) {
    // SAFETY: the handle lives as long as self; the calls take numbers only.
    unsafe ctypography_path_begin(handle)
    // By index: an unoptimised build's iterator allocates a box for each element of this size.
    for i in path.elements.indices {
      switch path.elements[i] {
      case .move(let p):
        let p = transform.apply(p)
        unsafe ctypography_path_move(handle, Self.fixed(p.x), Self.fixed(p.y))
      case .line(let p):
        let p = transform.apply(p)
        unsafe ctypography_path_line(handle, Self.fixed(p.x), Self.fixed(p.y))
      case .quad(let c, let p):
        let (c, p) = (transform.apply(c), transform.apply(p))
        unsafe ctypography_path_quad(
          handle, Self.fixed(c.x), Self.fixed(c.y), Self.fixed(p.x), Self.fixed(p.y))
      case .cubic(let c, let d, let p):
        let (c, d, p) = (transform.apply(c), transform.apply(d), transform.apply(p))
        unsafe ctypography_path_cubic(
          handle, Self.fixed(c.x), Self.fixed(c.y), Self.fixed(d.x), Self.fixed(d.y), Self.fixed(p.x),
          Self.fixed(p.y))
      case .close:
        unsafe ctypography_path_close(handle)
      }
    }
  }

  private func take(_ code: Int32, _ spans: inout CoverageSpans) {
    spans.spans.removeAll(keepingCapacity: true)
    guard code == 0 else { return }
    var count = 0
    // SAFETY: the shim's spans stay valid until the next call on the handle, which is after this function.
    guard let first = unsafe ctypography_spans(handle, &count) else { return }
    spans.spans.reserveCapacity(count)
    for i in 0..<count {
      let s = unsafe first[i]
      spans.spans.append(CoverageSpan(x: s.x, y: s.y, length: s.length, coverage: s.coverage))
    }
  }

  /// In 1/1024 pixel, clamped to ±30,000 pixels, where FreeType's arithmetic is safe; NaN becomes 0.
  private static func fixed(_ pixels: Double) -> Int32 {
    pixels.isNaN ? 0 : Int32((min(max(pixels, -30_000), 30_000) * 1_024).rounded())
  }
}

/// How a line ends: at its last point, or half its width past it in a semicircle or a square.
package enum StrokeCap: Int32, Sendable, CaseIterable {
  case butt, round, square
}

/// How two segments of a line meet: in a point (a straight edge beyond a miter limit of 4), an arc or a straight edge.
package enum StrokeJoin: Int32, Sendable, CaseIterable {
  case miter, round, bevel
}
