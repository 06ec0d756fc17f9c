import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Text from right to left, from the layout to the canvas")
struct DirectionTests {
  private let layout: DisplayLayout
  private let fromRight = LayoutEnvironment(direction: .rightToLeft)

  init() throws { layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: 1)) }

  private func texts(
    _ view: some View, _ environment: LayoutEnvironment = LayoutEnvironment(), width: Double = 400
  ) throws -> [DisplayItem] {
    let list = try layout.resolve(
      onGlass(view.frame(width: width, alignment: .topLeading)), in: canvas, environment: environment)
    return list.texts
  }

  /// Columns of a line of text that are inked on the canvas, by rows.
  private func ink(_ item: DisplayItem) throws -> Set<[Int]> {
    let size = ChromeFixtures.size(400, 64)
    var item = item
    item.movePen(by: Point(10, 40) - (try #require(item.lettering).origin))
    func paint(_ items: [DisplayItem]) throws -> PlanarPicture {
      try PainterFixtures.still(
        DisplayList(groups: [.init(id: "group", items: items, bounds: .zero)]),
        PainterFixtures.open(size.width, size.height), PainterFixtures.uniform(0, 0, 0))
    }
    let (with, without) = (try paint([item]), try paint([]))
    return Set(
      with.luma.places.filter { x, y in Int(with.luma[x, y]) > Int(without.luma[x, y]) + 40 }
        .map { [$0, $1] })
  }

  @Test("a paragraph's lines keep its direction, and stand at the right in a layout from the right")
  func paragraph() throws {
    let arabic = "حرّك الكاميرا camera 2 قليلاً إلى اليسار ثم ثبّتها"
    let items = try texts(Text(arabic), fromRight, width: 120)
    #expect(items.count > 2)
    func isRightToLeft(_ item: DisplayItem) -> Bool { item.lettering?.isRightToLeft == true }
    #expect(
      items.allSatisfy { isRightToLeft($0) && $0.frame.maxX == canvas.maxX && $0.frame.width <= 120 })
    #expect(try texts(Text(arabic), width: 120).allSatisfy { isRightToLeft($0) && $0.frame.x == 0 })
  }

  @Test("a line is drawn in its paragraph's direction, not in that of its first letter")
  func order() throws {
    let face = try Typeface(pixels: 20, weight: .regular)
    // In a paragraph from the right the name comes first, at the right; in one from the left at the left.
    for isRightToLeft in [true, false] {
      let lettering = Lettering(size: 20, weight: 400, origin: .zero, isRightToLeft: isRightToLeft)
      let inked = try ink(DisplayItem(id: "t", frame: .zero, .text("Cam שלום", lettering)))
      let name = face.line("C").mask
      let line = face.line("Cam שלום", direction: isRightToLeft ? .rightToLeft : .leftToRight)
      #expect(line.isRightToLeft == isRightToLeft)
      let left = try #require(inked.map { $0[0] }.min())
      let right = try #require(inked.map { $0[0] }.max())
      // The C is the only letter of either word as high as a capital, and stands where its word does.
      let top = 40 - Int(face.capHeight.rounded(.up))
      let high = inked.filter { $0[1] <= top + 1 }.map { $0[0] }
      let middle = (left + right) / 2
      #expect(name.width > 5)
      #expect(high.contains { isRightToLeft ? $0 > middle : $0 < middle })
      #expect(line.advance == face.measure("Cam שלום"))
    }
  }

  @Test(
    "what is cut is cut at its logical end: the dots stand at the left",
    arguments: ["تسجيل الفيديو من الكاميرا الخلفية", "הקלטת וידאו מהמצלמה האחורית"])
  func truncated(text: String) throws {
    let item = try #require(texts(Text(text).lineLimit(1), fromRight, width: 110).first)
    let shown = try #require(item.text)
    #expect(item.lettering?.isRightToLeft == true)
    #expect(shown.hasSuffix("…") && text.hasPrefix(shown.dropLast()))
    #expect(item.frame.width <= 110 && item.frame.maxX == canvas.maxX)
    let inked = try ink(item)
    let left = try #require(inked.map { $0[0] }.min())
    let dots = inked.filter { $0[0] < left + 8 }.map { $0[1] }
    // Nothing but dots, low on the line.
    #expect(try #require(dots.min()) >= 36 && #require(dots.max()) <= 41)
  }

  @Test("figures end at the right of their room, next to what comes before them")
  func figures() throws {
    for (direction, isAtRight) in [(LayoutEnvironment.Direction.leftToRight, false), (.rightToLeft, true)] {
      let list = try layout.resolve(
        onGlass(Figures(slot: 0, format: .integer, digits: 6)), in: Rect(x: 0, y: 0, width: 400, height: 64),
        environment: LayoutEnvironment(direction: direction))
      let item = try #require(list.groups[0].items.last)
      func paint(_ items: [DisplayItem]) throws -> PlanarPicture {
        try PainterFixtures.still(
          DisplayList(groups: [.init(id: "group", items: items, bounds: .zero)]),
          PainterFixtures.open(400, 64), PainterFixtures.uniform(0, 0, 0))
      }
      let (with, without) = (try paint([item]), try paint([]))
      let inked = (0..<400).filter { x in
        (0..<64).contains { y in Int(with.luma[x, y]) > Int(without.luma[x, y]) + 40 }
      }
      // A single 0 in room for six.
      let left = try #require(inked.first)
      let right = try #require(inked.last)
      #expect(Double(right - left) < item.frame.width / 4)
      #expect((Double(left) > item.frame.center.x) == isAtRight)
      #expect(Double(right) <= item.frame.maxX && Double(left) >= item.frame.x)
    }
  }

  @Test("too small a size is measured as it is drawn", arguments: [3.0, 8, 9, 12])
  func smallest(size: Double) throws {
    let line = try TypefaceMeasurer(scale: 1).line("Ready", size: size, weight: 700)
    let drawn = try TypeStore().line("Ready", size: size, weight: 700, isRightToLeft: false)
    #expect(line.advance == drawn.advance)
    #expect(
      (line.advance == (try TypefaceMeasurer(scale: 1).line("Ready", size: 9, weight: 700).advance))
        == (size <= 9))
  }
}
