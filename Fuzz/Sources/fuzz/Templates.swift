import HUDGeometry
import PixelTypes

@testable import GlassChrome

/// Reads an input as a template and draws it.
func outline(_ input: Span<UInt8>) {
  let text = String(decoding: array(input), as: UTF8.self)
  guard let template = try? SilhouetteTemplate(name: "input", svg: text) else { return }
  let path = template.path(width: 640, height: 480)
  for element in path.elements {
    for point in element.points { precondition(point.x.isFinite && point.y.isFinite, "not finite") }
  }
  guard let rasterizer = try? OutlineRasterizer() else { return }
  var spans = CoverageSpans()
  let clip = PixelRect(x: 0, y: 0, width: 640, height: 480)
  rasterizer.fill(path, transform: .identity, clip: clip, into: &spans)
  check(spans, clip)
  rasterizer.stroke(path, width: 3, transform: .identity, clip: clip, into: &spans)
  check(spans, clip)
  _ = path.svg()
}

private func check(_ spans: CoverageSpans, _ clip: PixelRect) {
  for span in spans.spans {
    precondition(
      span.x >= 0 && Int(span.x) + Int(span.length) <= clip.width && span.y >= 0 && Int(span.y) < clip.height,
      "a span outside")
  }
}

extension Path.Element {
  fileprivate var points: [Point] {
    switch self {
    case .move(let p), .line(let p): [p]
    case .quad(let c, let p): [c, p]
    case .cubic(let c, let d, let p): [c, d, p]
    case .close: []
    }
  }
}
