import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes

/// A part of a camera's frames, as they are shown, of which nothing is shown, kept or read.
package struct FrameMask: Sendable, Equatable {
  /// A distance along a side of the frame.
  private struct Length: Sendable, Equatable {
    /// In pixels of the first frame, or in hundredths of the side.
    let value: Double
    let isShare: Bool

    init?(_ text: Substring) {
      isShare = text.hasSuffix("%")
      guard let value = Double(isShare ? text.dropLast() : text), value.isFinite, value >= 0,
        value <= (isShare ? 100 : Double(PixelSize.largestSide)), isShare || value == value.rounded()
      else { return nil }
      self.value = value
    }

    func pixels(_ side: Int, first: Int) -> Double { value * Double(side) / (isShare ? 100 : Double(first)) }
  }

  private enum Area: Sendable, Equatable {
    case rectangle(x: Length, y: Length, width: Length, height: Length)
    /// In the unit square, which is the frame.
    case drawing(Path)
  }

  /// As it was given: `x,y,w,h`, or a drawing's name.
  package let text: String
  private let area: Area

  /// What a rectangle may look like.
  package static let expected = "x,y,w,h in pixels or percent, such as 0,0,640,200 or 0,0,100%,20%"

  /// Reads a rectangle: `x,y,w,h`, each in pixels, or in percent of the frame's width or height.
  package init?(rectangle text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4, let x = Length(parts[0]), let y = Length(parts[1]), let width = Length(parts[2]),
      let height = Length(parts[3]), width.value > 0, height.value > 0
    else { return nil }
    self.text = text
    area = .rectangle(x: x, y: y, width: width, height: height)
  }

  /// Makes a mask of a drawing, whose unit square is the frame.
  package init(name: String, drawing: Path) {
    text = name
    area = .drawing(drawing)
  }

  private static func outlines(of path: Path) -> [Path] {
    var outlines: [Path] = []
    for element in path.elements {
      if case .move = element { outlines.append(Path()) }
      if !outlines.isEmpty { outlines[outlines.count - 1].append(element) }
    }
    return outlines
  }

  private static func mark(_ box: Rect, in blocks: inout BlockMask, _ size: PixelSize) {
    func pixels(_ share: Double, _ side: Int) -> Int {
      Int((min(max(share, 0), 1) * Double(side)).rounded(.down))
    }
    let (x, y) = (pixels(box.x, size.width), pixels(box.y, size.height))
    blocks.mark(
      PixelRect(
        x: x, y: y, width: pixels(box.maxX, size.width) + 1 - x, height: pixels(box.maxY, size.height) + 1 - y
      ).intersection(size.bounds))
  }

  /// What a drawing must not have: it would hide less than it shows.
  package static let unreadable: [(pattern: String, what: String)] = [
    (
      "<(use|text|image|style|foreignObject|clipPath|mask)[ />]",
      "uses, texts, images, style sheets, clips and masks"
    ),
    ("=\"-?[0-9.]+(%|mm|cm|in|pt|pc|em|ex|px)\"", "lengths with units"),
    ("stroke *[:=] *\"? *(?!none)[#a-zA-Z]", "lines"),
  ]

  /// Marks the blocks that it reaches into.
  ///
  /// - Parameters:
  ///   - size: of the frame, in pixels.
  ///   - first: of the frame in whose pixels it was given.
  package func mark(in blocks: inout BlockMask, size: PixelSize, first: PixelSize) {
    switch area {
    case .rectangle(let x, let y, let width, let height):
      let (left, top) = (x.pixels(size.width, first: first.width), y.pixels(size.height, first: first.height))
      let right = left + width.pixels(size.width, first: first.width)
      let bottom = top + height.pixels(size.height, first: first.height)
      let (minX, minY) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
      let rect = PixelRect(
        x: minX, y: minY, width: Int(right.rounded(.up)) - minX, height: Int(bottom.rounded(.up)) - minY)
      blocks.mark(rect.intersection(size.bounds))
    case .drawing(let path):
      // A pixel for each block; a line around the drawing reaches those of which it covers less than can be told.
      let grid = PixelRect(x: 0, y: 0, width: blocks.columns, height: blocks.rows)
      let fit = AffineTransform.scale(Double(size.width) / 8, Double(size.height) / 8)
      guard let rasterizer = try? OutlineRasterizer() else { return blocks.mark(size.bounds) }
      var spans = CoverageSpans()
      // Each outline by itself: where two overlap that go around in opposite directions, their sum would be a hole.
      for (outline, isLine) in Self.outlines(of: path).flatMap({ [($0, false), ($0, true)] }) {
        if isLine {
          rasterizer.stroke(outline, width: 0.25, transform: fit, clip: grid, into: &spans)
        } else {
          rasterizer.fill(outline, transform: fit, clip: grid, into: &spans)
        }
        // It has more points than can be drawn.
        if spans.isEmpty { Self.mark(outline.bounds, in: &blocks, size) }
        for index in spans.spans.indices {
          let span = spans.spans[index]
          blocks.mark(
            PixelRect(x: 8 * Int(span.x), y: 8 * Int(span.y), width: 8 * Int(span.length), height: 8))
        }
      }
    }
  }
}
