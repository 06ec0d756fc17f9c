import Testing

@testable import HUDGeometry

struct TemplateTests {
  @Test("built-in outlines fill the unit square sensibly and are mirror-symmetric where a body is")
  func builtIn() {
    for template in SilhouetteTemplate.builtIn {
      let bounds = template.path.bounds
      #expect(
        bounds.x >= 0 && bounds.y >= 0 && bounds.maxX <= 1 + 1e-9 && bounds.maxY <= 1 + 1e-9,
        "\(template.name)")
      #expect(bounds.height > 0.8)
      #expect(SilhouetteTemplate.named(template.name) == template)
      #expect(template.path.elements.last == .close)
      if template.name != "couple" { #expect(abs(bounds.center.x - 0.5) < 1e-9) }
    }
    #expect(
      Set(SilhouetteTemplate.builtIn.map(\.name)).isSuperset(of: [
        "portrait", "full-body", "couple", "product",
      ]))
    #expect(SilhouetteTemplate.named("two-shot")?.name == "couple")
    #expect(SilhouetteTemplate.named("nobody") == nil)
  }

  @Test("a document's paths are read in its viewBox, comments and other tags aside")
  func document() throws {
    let text = """
      <?xml version="1.0"?><!-- <path d="M9 9h9v9z"/> -->
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
      <path id='d' fill="none" d = "M0 0h100v100H0z"/><path data-d="x" d='M150 50h50v50z'/></svg>
      """
    let template = try SilhouetteTemplate(name: "two-boxes", svg: text)
    #expect(template.aspect == 2)
    #expect(template.title == "Two boxes")
    #expect(template.path.svg() == "M0 0L0.5 0L0.5 1L0 1ZM0.75 0.5L1 0.5L1 1Z")
  }

  @Test("path data outside the unit square is fitted to it, and inside taken as it is")
  func plain() throws {
    let fitted = try SilhouetteTemplate(name: "a", svg: "M10 10h20v40h-20z")
    #expect(fitted.aspect == 0.5 && fitted.path.bounds == .unit)
    let kept = try SilhouetteTemplate(name: "a", svg: "M.25.25h.5v.5h-.5z")
    #expect(kept.aspect == 1 && kept.path.bounds == Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
  }

  @Test("what covers no area is refused", arguments: ["", "M1 1", "M0 0h5", "<svg></svg>", "<path d=\"\"/>"])
  func refused(_ text: String) {
    #expect(throws: GeometryError.noPath) { try SilhouetteTemplate(name: "a", svg: text) }
  }
}
