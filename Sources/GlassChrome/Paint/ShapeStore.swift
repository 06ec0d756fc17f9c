import Geometry
import PixelTypes

/// The shapes of a group's items: anything that moves only by whole pixels, like scrolling content, isn't rasterized again.
final class ShapeStore {
  enum Outline: Hashable {
    case form(GlassForm)
    case iconFills(String)
    case iconStrokes(String)
    /// SVG path data in a box of 1 × 1.
    case path(String)
  }

  private struct Key: Hashable {
    var outline: Outline
    var width: Double
    var height: Double
    var lineWidth: Double
    /// In millionths of a pixel: finer than that, coverage rounds to the same.
    var fractionX: Int
    var fractionY: Int
  }

  private struct Entry {
    var shape: InkShape
    var bounds: PixelRect
    /// The whole pixel where its box begins.
    var x: Int
    var y: Int
  }

  /// One for each way in which luma and chroma samples may meet.
  private var entries: [Key: [Entry]] = [:]
  private var former: [Key: [Entry]]
  private let canvas: PixelRect
  private let subsampling: ChromaSubsampling
  private let rasterizer: OutlineRasterizer

  /// - Parameters:
  ///   - former: the same group's previous shapes.
  ///   - canvas: the pixels that may be covered.
  init(
    former: ShapeStore?, canvas: PixelRect, subsampling: ChromaSubsampling, rasterizer: OutlineRasterizer
  ) {
    self.former = former?.entries ?? [:]
    self.canvas = canvas
    self.subsampling = subsampling
    self.rasterizer = rasterizer
  }

  /// Drops the former shapes that haven't been requested.
  func settle() { former = [:] }

  /// An outline's coverage.
  ///
  /// - Parameters:
  ///   - box: the outline's frame in canvas pixels.
  ///   - lineWidth: in pixels; 0 fills the outline.
  ///   - path: the outline in canvas pixels.
  func shape(_ outline: Outline, in box: Rect, lineWidth: Double, path: () -> Path) -> InkShape {
    let (x, y) = (Self.parts(box.x), Self.parts(box.y))
    let key = Key(
      outline: outline, width: box.width, height: box.height, lineWidth: lineWidth, fractionX: x.fraction,
      fractionY: y.fraction)
    if entries[key] == nil { entries[key] = former[key] }
    for entry in entries[key] ?? [] {
      let (dx, dy) = (x.whole - entry.x, y.whole - entry.y)
      guard isWhole(entry.bounds.moved(byX: dx, y: dy)) else { continue }
      if let moved = entry.shape.moved(byX: dx, y: dy, subsampling) { return moved }
    }
    let shape =
      lineWidth > 0
      ? InkShape(
        stroking: path(), width: lineWidth, within: canvas, subsampling: subsampling, rasterizer: rasterizer)
      : InkShape(filling: path(), within: canvas, subsampling: subsampling, rasterizer: rasterizer)
    let bounds = shape.luma.bounds
    if isWhole(bounds) {
      entries[key, default: []].append(Entry(shape: shape, bounds: bounds, x: x.whole, y: y.whole))
    }
    return shape
  }

  /// Whether the canvas cuts nothing off.
  private func isWhole(_ bounds: PixelRect) -> Bool {
    !bounds.isEmpty && bounds.intersection(canvas.insetBy(2)) == bounds
  }

  private static func parts(_ pixels: Double) -> (whole: Int, fraction: Int) {
    let millionths = Int((min(max(pixels, -1e6), 1e6) * 1e6).rounded())
    let whole = Int((Double(millionths) / 1e6).rounded(.down))
    return (whole, millionths - whole * 1_000_000)
  }
}
