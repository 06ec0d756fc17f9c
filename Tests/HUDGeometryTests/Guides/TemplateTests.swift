import Testing

@testable import HUDGeometry
@testable import PathTruth

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
      #expect(pixels.length() * 1.7 < 0.62 * bounds.area * 28 * 28, "\(template.name)")
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

  @Test(
    "basic shapes are read as the paths they stand for",
    arguments: [
      ("<rect x='1' y='2' width='3px' height='4'/>", "M1 2H4V6H1Z"),
      ("<rect width='8' height='4' rx='99' ry='99'/>", "M0 2A4 2 0 0 1 8 2A4 2 0 0 1 0 2Z"),
      (
        "<rect width='8' height='4' rx='1'/>",
        "M1 0H7A1 1 0 0 1 8 1V3A1 1 0 0 1 7 4H1A1 1 0 0 1 0 3V1A1 1 0 0 1 1 0Z"
      ),
      ("<circle cx='5' cy='6' r='2'/>", "M7 6A2 2 0 0 1 3 6A2 2 0 0 1 7 6Z"),
      ("<ellipse cx='5' cy='6' rx='3' ry='2'/>", "M8 6A3 2 0 0 1 2 6A3 2 0 0 1 8 6Z"),
      ("<polygon points='1,1 5,1 5 4'/>", "M1 1H5V4Z"), ("<polyline points='1 1 5 1 5 4 9'/>", "M1 1H5V4"),
      ("<svg:path d='M1 1H5V4Z' id='a>b'/>", "M1 1H5V4Z"),
    ])
  func shapes(_ shape: String, _ data: String) throws {
    let read = try SVGDocument("<svg viewBox='0 0 9 9'>\(shape)</svg>").path
    let expected = try Path(svg: data)
    #expect(read.hausdorffDistance(to: expected, tolerance: 1e-4) < 3e-3)
  }

  @Test(
    "transforms are applied from the inside out, on shapes and on groups around them",
    arguments: [
      ("translate(3 4)", "M3 4h1v1h-1z"), ("scale(2)", "M0 0h2v2h-2z"), ("scale(2,3)", "M0 0h2v3h-2z"),
      ("translate(3,4) scale(2)", "M3 4h2v2h-2z"), ("scale(2), translate(3)", "M6 0h2v2h-2z"),
      ("rotate(90)", "M0 0v1h-1v-1z"), ("rotate(180 1 1)", "M2 2h-1v-1h1z"),
      ("matrix(1 0 0 1 5 6)", "M5 6h1v1h-1z"), ("skewX(45)", "M0 0h1l1 1h-1z"),
      ("skewY(45)", "M0 0l1 1v1l-1-1z"),
      ("nonsense(3)", "M0 0h1v1h-1z"), ("", "M0 0h1v1h-1z"), ("translate(3", "M0 0h1v1h-1z"),
    ])
  func transforms(_ transform: String, _ data: String) throws {
    let square = "<path d='M0 0h1v1h-1z'"
    let expected = try Path(svg: data).svg(decimals: 6)
    #expect(
      try SVGDocument("<svg>\(square) transform='\(transform)'/></svg>").path.svg(decimals: 6) == expected)
    let grouped = "<svg><g transform='\(transform)'><g>\(square)></path></g></g>\(square)/></svg>"
    let both = try SVGDocument(grouped).path
    // The group ends where it ends.
    #expect(both.svg(decimals: 6) == expected + "M0 0L1 0L1 1L0 1Z")
  }

  @Test("what is only defined or hidden is not drawn, and broken markup is survived")
  func hidden() throws {
    let text = """
      <svg width="10" height="20px"><defs><path d="M9 9h9v9z"/></defs><clipPath><rect width="9" height="9"/></clipPath>
      <g display="none"><circle r="3"/></g><path d="none"/><rect width="0" height="5"/></g></g>
      <![CDATA[<path d="M7 7h9v9z"/>]]><path d="M1 2h3v4z"/><g><path
      """
    let document = try SVGDocument(text)
    #expect(document.path.svg() == "M1 2L4 2L4 6Z")
    #expect(document.viewBox == Rect(x: 0, y: 0, width: 10, height: 20))
    #expect(throws: GeometryError.unexpectedByte(UInt8(ascii: "x"), offset: 2)) {
      try SilhouetteTemplate(name: "a", svg: "<svg><path d='M1x'/></svg>")
    }
  }

  @Test("path data outside the unit square is fitted to it, and inside taken as it is")
  func plain() throws {
    let fitted = try SilhouetteTemplate(name: "a", svg: "M10 10h20v40h-20z")
    #expect(fitted.aspect == 0.5 && fitted.path.bounds == .unit)
    let kept = try SilhouetteTemplate(name: "a", svg: "M.25.25h.5v.5h-.5z")
    #expect(kept.aspect == 1 && kept.path.bounds == Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
  }

  @Test("a drawing that is nested without end, or has lines without end, is refused soon")
  func bounded() {
    // Each end tag would look through all that is open: a mebibyte of these took minutes.
    let nested =
      "<svg>" + String(repeating: "<a>", count: 150_000) + String(repeating: "</b>", count: 100_000)
    let long = "M0 0" + String(repeating: "h1v1", count: 100_000) + "z"
    let boxes = String(repeating: "<rect width='9' height='9'/>", count: 3_000)
    for text in [nested, long, "<svg><path d='\(long)'/></svg>", "<svg>\(boxes)</svg>"] {
      guard case .tooLarge? = Self.failure(text) else {
        Issue.record("\(text.prefix(40))… was read")
        continue
      }
    }
  }

  @Test(
    "numbers beyond all measure are refused where they are read, or where they lead",
    arguments: [
      "M0 0A1e30 1e30 0 1 1 10 10Z", "<svg viewBox='0 0 1 1'><path d='M0 0C1e60 1e60 -1e60 5 10 10Z'/></svg>",
      "<svg><circle r='1e100'/></svg>", "<svg><rect width='1e300' height='1e300'/></svg>",
      "<svg><g transform='scale(1e200)'><g transform='scale(1e200)'><path d='M0 0h1v1z'/></g></g></svg>",
      "<svg viewBox='0 0 1e-300 1e-300'><path d='M0 0h1v1z'/></svg>",
      "<svg viewBox='1e300 0 10 10'><path d='M0 0h1v1z'/></svg>",
      "<svg viewBox='0 0 1e300 1e-300'><path d='M0 0h1v1z'/></svg>",
      "M0 0" + String(repeating: "h1000000v1000000", count: 40) + "z", "M5 5h1e-9v1e-9z",
      "<svg viewBox='0 0 9 9'><path transform='skewX(90)' d='M0 0h9v9z'/></svg>",
    ])
  func beyond(_ text: String) {
    switch Self.failure(text) {
    case .tooLarge?, .invalidNumber?: break
    case let other: Issue.record("\(text): \(other.map { "\($0)" } ?? "was read")")
    }
  }

  private static func failure(_ text: String) -> GeometryError? {
    do throws(GeometryError) {
      _ = try SilhouetteTemplate(name: "a", svg: text)
      return nil
    } catch { return error }
  }

  @Test("what covers no area is refused", arguments: ["", "M1 1", "M0 0h5", "<svg></svg>", "<path d=\"\"/>"])
  func refused(_ text: String) {
    #expect(throws: GeometryError.noPath) { try SilhouetteTemplate(name: "a", svg: text) }
  }
}
