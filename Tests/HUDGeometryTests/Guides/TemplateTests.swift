import Testing

@testable import HUDGeometry

struct TemplateTests {
  static let symmetric = [
    "portrait", "full-body", "half-body", "group", "hands", "product", "plate", "bottle",
  ]

  @Test("the shelf begins with the four most used, and there are at least twelve, each by its name")
  func shelf() {
    let names = SilhouetteTemplate.builtIn.map(\.name)
    #expect(names.prefix(4) == ["portrait", "full-body", "couple", "product"])
    #expect(names.count >= 12 && Set(names).count == names.count)
    for template in SilhouetteTemplate.builtIn {
      #expect(SilhouetteTemplate.named(template.name) == template)
      #expect(!template.title.isEmpty && template.title.count <= 14)
    }
    #expect(SilhouetteTemplate.named("two-shot")?.name == "couple")
    #expect(SilhouetteTemplate.named("nobody") == nil)
  }

  @Test("each outline fills its box, is closed and covers its anchor's neighbourhood")
  func outlines() {
    for template in SilhouetteTemplate.builtIn {
      let bounds = template.path.bounds
      #expect(bounds.x >= 0 && bounds.y >= 0, "\(template.name)")
      #expect(bounds.maxX <= 1 + 1e-9 && bounds.maxY <= 1 + 1e-9, "\(template.name)")
      #expect(bounds.height > 0.8 && bounds.width > 0.6, "\(template.name)")
      #expect(template.path.elements.last == .close)
      #expect(Rect.unit.contains(template.anchor))
      // Between two people, or two hands, is nothing.
      if template.name != "hands", template.name != "couple" {
        #expect(template.path.contains(template.anchor), "\(template.name)")
      }
      // The box's lower edge is where what runs out below is cut.
      #expect((bounds.maxY > 1 - 1e-9) == template.runsOutBelow, "\(template.name)")
      // No loops: what is inside is inside once, or twice in a plate's well.
      let area = template.path.filledArea(tolerance: 1e-4)
      let turns = template.path.signedArea.magnitude
      #expect(template.name == "plate" ? turns > area : abs(turns - area) < 2e-3, "\(template.name)")
      #expect(area > 0.25)
    }
  }

  @Test("what is symmetric by nature is so to the last bit, and the profiles are mirror images")
  func symmetry() throws {
    let mirror = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
    for name in Self.symmetric {
      let template = try #require(SilhouetteTemplate.named(name))
      let bounds = template.path.bounds
      #expect(abs(bounds.center.x - 0.5) < 1e-9, "\(name)")
      #expect(template.anchor.x == 0.5)
      let mirrored = template.path.transformed(by: mirror)
      #expect(template.path.intersectionOverUnion(mirrored, tolerance: 1e-4) > 0.9999, "\(name)")
    }
    let left = SilhouetteTemplate.profileLeft
    let right = SilhouetteTemplate.profileRight
    #expect(left.path.transformed(by: mirror).hausdorffDistance(to: right.path, tolerance: 1e-4) < 1e-3)
    #expect(left.icon.transformed(by: mirror).hausdorffDistance(to: right.icon, tolerance: 1e-4) < 5e-3)
  }

  @Test("every drawing is path data, and every icon stays in its square with room for its stroke")
  func icons() {
    for template in SilhouetteTemplate.builtIn {
      let bounds = template.icon.bounds
      #expect(bounds.width > 0.3 && bounds.height > 0.6, "\(template.name)")
      #expect(
        bounds.x > 0.03 && bounds.y > 0.03 && bounds.maxX < 0.97 && bounds.maxY < 0.97, "\(template.name)")
      #expect(template.icon != template.path)
      // At 28 pixels, lines of 1.7 leave some of the inside open.
      let pixels = template.icon.transformed(by: .scale(28, 28))
      let stroke = pixels.strokeOutline(StrokePen(width: 1.7), tolerance: 0.05).filledArea(tolerance: 1)
      #expect(stroke < 0.62 * bounds.area * 28 * 28, "\(template.name)")
    }
  }

  static let viewfinders = [(1920.0, 1080.0), (1080, 1920), (640, 480), (500, 500), (4000, 100), (100, 4000)]

  @Test("the box is the largest that fits, in the middle, or on the edge below which it goes on")
  func placement() {
    for template in SilhouetteTemplate.builtIn {
      for (w, h) in Self.viewfinders {
        let box = template.placement(width: w, height: h)
        #expect(abs(box.width / box.height / template.aspect - 1) < 1e-12)
        #expect(abs(box.width - w) < 1e-9 || abs(box.height - h) < 1e-9)
        #expect(box.width <= w + 1e-9 && box.height <= h + 1e-9)
        #expect(abs(box.center.x - w / 2) < 1e-9)
        #expect(abs(template.runsOutBelow ? box.maxY - h : box.center.y - h / 2) < 1e-9)
        let bounds = template.path(width: w, height: h).bounds
        #expect(bounds.y >= -1e-9 && bounds.maxY <= h + 1e-9 && bounds.x >= -1e-9 && bounds.maxX <= w + 1e-9)
      }
    }
  }

  @Test("put on a power point, the anchor lies there; nothing hovers and nothing else is cut")
  func anchored() {
    for template in SilhouetteTemplate.builtIn {
      for (w, h) in Self.viewfinders {
        for point in Grid.thirds.powerPoints {
          let box = template.placement(width: w, height: h, anchoredAt: point)
          let anchor = AffineTransform.unitSquare(to: box).apply(template.anchor)
          #expect(anchor.distance(to: Point(point.x * w, point.y * h)) < 1e-9 * max(w, h))
          #expect(abs(box.width / box.height / template.aspect - 1) < 1e-9)
          if template.runsOutBelow {
            #expect(abs(box.maxY - h) < 1e-9 * h)
          } else {
            #expect(box.x > -1e-6 && box.y > -1e-6 && box.maxX < w + 1e-6 && box.maxY < h + 1e-6)
            // The largest: it touches a side.
            let slack = min(box.x, box.y, w - box.maxX, h - box.maxY)
            #expect(slack < 1e-6)
          }
        }
        // A point outside is held inside.
        let far = template.placement(width: w, height: h, anchoredAt: Point(-3, 0.5))
        #expect(abs(far.x + template.anchor.x * far.width) < 1e-6)
      }
    }
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
    #expect(template.anchor == Point(0.5, 0.5) && !template.runsOutBelow)
    // Its icon is the outline, fitted to a square.
    #expect(template.icon.bounds == Rect(x: 0, y: 0.25, width: 1, height: 0.5))
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
