import Testing

@testable import HUDGeometry

@Suite("Templates of a subject's own outline")
struct ContourTemplateTests {
  @Test(
    "the form nearest to a template's own, anywhere and at any size, is that template",
    arguments: SilhouetteTemplate.builtIn)
  func nearest(template: SilhouetteTemplate) {
    let wide = 16.0 / 9
    for (height, x) in [(0.9, 0.02), (0.3, 0.6)] {
      let width = height * template.aspect / wide
      let contour = template.path.transformed(
        by: .unitSquare(to: Rect(x: x, y: 0.05, width: width, height: height)))
      let found = SilhouetteTemplate.nearest(to: contour, aspect: wide, count: 3)
      #expect(found.count == 3 && Set(found.map(\.name)).count == 3)
      #expect(found.first?.name == template.name)
    }
  }

  @Test("no outline, or one without area, is near to nothing")
  func nothing() {
    for path in [Path(), Path([Point(0, 0), Point(1, 0)])] {
      #expect(SilhouetteTemplate.nearest(to: path, aspect: 1, count: 3).isEmpty)
    }
  }

  @Test("a subject that stands where it stood fills its own outline")
  func retake() {
    var box = Path([Point(0.2, 0.3), Point(0.4, 0.3), Point(0.4, 0.8), Point(0.2, 0.8)])
    box.close()
    let template = SilhouetteTemplate.retake(box, aspect: 1.5)
    #expect(template.name == SilhouetteTemplate.retakeName)
    let bounds = template.path(width: 300, height: 200).bounds
    #expect(bounds.x == 60 && bounds.y == 60 && bounds.width == 60 && bounds.height == 100)
    // In a viewfinder of another form it keeps its own.
    #expect(template.path(width: 400, height: 200).bounds.width == 60)
  }
}
