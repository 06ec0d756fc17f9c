import PixelTypes
import TestSupport
import Testing

@testable import Compositor

@Suite("Layouts of one to eight cameras")
struct RigLayoutTests {
  private static let sizes = [
    (640, 360), (640, 480), (1280, 720), (320, 240), (480, 640), (720, 1280), (1920, 1080), (333, 251),
    (800, 600),
  ]

  /// As many cameras, of sizes by chance.
  private func mix(_ count: Int, _ seed: UInt64) throws -> [PixelSize] {
    var random = Seeded(seed)
    // Half of all rigs have cameras of one kind.
    let first = Int.random(in: 0..<Self.sizes.count, using: &random)
    return try (0..<count).map { _ in
      let size = Self.sizes[seed % 2 == 0 ? first : Int.random(in: 0..<Self.sizes.count, using: &random)]
      return try #require(PixelSize(width: size.0, height: size.1))
    }
  }

  @Test("eighths of a camera's size don't change how viewfinders are arranged, nor leave one too small")
  func eighths() throws {
    func layout(_ mode: LayoutMode, _ canvas: (Int, Int), tight: Bool, _ cameras: [(Int, Int)]) throws
      -> CanvasLayout
    {
      var request = CanvasLayout.Request(mode: mode, canvas: PixelSize(width: canvas.0, height: canvas.1))
      (request.isTight, request.hasControls) = (tight, false)
      return try CanvasLayout(request, cameras: cameras.map { PixelSize(clampingWidth: $0.0, height: $0.1) })
    }
    let rig = try layout(
      .sideBySide, (1920, 1080), tight: true, [(2560, 1440)] + Array(repeating: (640, 480), count: 4))
    #expect(rig.viewfinders[0].width > 1590)
    let tiny = try layout(.stacked, (320, 240), tight: false, [(176, 144), (1080, 1920)])
    #expect(tiny.viewfinders[1].width >= 32 && tiny.viewfinders[1].height >= 24)
    let pair = try layout(.sideBySide, (1920, 1080), tight: false, [(1920, 1080), (1280, 720)])
    #expect(pair.viewfinders[0].width == 1440 && pair.viewfinders[0].height == 810)
    #expect(pair.viewfinders[1].width >= 400)
  }

  @Test(
    "native viewfinders lie on MCU corners, scaled ones on even pixels, apart from each other and from the chrome, whatever the mix",
    arguments: LayoutMode.allCases, [nil, "1920x1080", "1080x1920", "3840x2160"] as [String?])
  func places(mode: LayoutMode, canvas: String?) throws {
    var made = 0
    let seeds = Share.of(Array(UInt64(0)..<200), oneIn: 14, beside: "\(mode) \(canvas ?? "")")
    for seed in seeds {
      let cameras = try mix(1 + Int(seed % 8), seed)
      let request = CanvasLayout.Request(mode: mode, canvas: canvas.flatMap { PixelSize(parsing: $0) })
      guard let layout = try? CanvasLayout(request, cameras: cameras) else { continue }
      made += 1
      func about() -> Comment { Comment(rawValue: "\(cameras) \(layout)") }
      let whole = PixelRect(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
      let rects = layout.viewfinders
      let step = canvas == nil ? 16 : 2
      #expect(rects.count == (mode == .single ? 1 : cameras.count), about())
      for (index, rect) in rects.enumerated() {
        #expect(rect.x % step == 0 && rect.y % step == 0 && whole.contains(rect) && !rect.isEmpty, about())
        for region in [layout.topRegion, layout.bottomRegion, layout.sideRegion] {
          #expect(!rect.intersects(region), about())
        }
        for other in rects[..<index] {
          let isInset = layout.mode == .pip && other == rects[0]
          #expect(isInset ? other.contains(rect) : !other.insetBy(-15).intersects(rect), about())
        }
        if canvas == nil, mode != .pip || index == 0 {
          #expect((rect.width, rect.height) == (cameras[index].width, cameras[index].height), about())
        }
      }
      #expect(whole.contains(layout.sideRegion) && whole.contains(layout.bottomRegion), about())
    }
    #expect(made > seeds.count * 3 / 4, "too few rigs fit: the test would prove little")
  }

  @Test("a scaled picture keeps its camera's proportions", arguments: LayoutMode.allCases)
  func proportions(mode: LayoutMode) throws {
    for seed in Share.of(Array(UInt64(0)..<100), oneIn: 14, beside: mode) {
      let cameras = try mix(2 + Int(seed % 7), seed)
      let request = CanvasLayout.Request(mode: mode, canvas: PixelSize(width: 1920, height: 1080))
      guard let layout = try? CanvasLayout(request, cameras: cameras) else { continue }
      for (index, rect) in layout.viewfinders.enumerated() {
        let step = 2.0
        let (width, height) = (Double(rect.width), Double(rect.height))
        let range = (width - step) / (height + step)...(width + step) / max(1, height - step)
        let aspect = Double(cameras[index].width) / Double(cameras[index].height)
        #expect(range.contains(aspect), "\(cameras[index]) is shown as \(rect) in \(mode)")
      }
    }
  }

  @Test(
    "a tight picture is viewfinders alone", arguments: LayoutMode.allCases, [nil, "1280x720"] as [String?])
  func tight(mode: LayoutMode, canvas: String?) throws {
    for seed in Share.of(Array(UInt64(0)..<64), oneIn: 8, beside: "\(mode) \(canvas ?? "")") {
      let cameras = try mix(1 + Int(seed % 8), seed)
      var request = CanvasLayout.Request(mode: mode, canvas: canvas.flatMap { PixelSize(parsing: $0) })
      (request.isTight, request.hasControls) = (true, false)
      guard let layout = try? CanvasLayout(request, cameras: cameras) else { continue }
      let (rects, about) = (layout.viewfinders, Comment(rawValue: "\(cameras) \(layout)"))
      let ends = (rects.map(\.maxX).max() ?? 0, rects.map(\.maxY).max() ?? 0)
      #expect(rects.allSatisfy { layout.canvas.bounds.contains($0) } && rects[0].y == 0, about)
      #expect(layout.topRegion.isEmpty && layout.bottomRegion.isEmpty && layout.sideRegion.isEmpty, about)
      if canvas == nil {
        #expect(
          rects[0].x == 0 && (layout.canvas.width - ends.0) < 2 && (layout.canvas.height - ends.1) < 2, about)
        // The canvas has even sides.
        #expect(
          mode != .single || (rects[0].width, rects[0].height) == (cameras[0].width, cameras[0].height), about
        )
      } else {
        // It fills the canvas's width or height.
        let left = rects.map(\.x).min() ?? 0
        #expect(layout.canvas.width - (ends.0 - left) < 32 || layout.canvas.height - ends.1 < 32, about)
      }
    }
  }

  @Test("scaled viewfinders have equal gutters, and lie in the middle", arguments: [LayoutMode.grid, .strip])
  func gutters(mode: LayoutMode) throws {
    let camera = try #require(PixelSize(width: 1280, height: 720))
    for (canvas, count) in ["1920x1080", "1280x720", "3840x2160", "1080x1920"].flatMap({ canvas in
      (2...8).map { (canvas, $0) }
    }) {
      var request = CanvasLayout.Request(mode: mode, canvas: PixelSize(parsing: canvas))
      request.hasControls = false
      let layout = try CanvasLayout(request, cameras: [PixelSize](repeating: camera, count: count))
      let (rects, gap) = (layout.viewfinders, Int((8 * layout.scale).rounded()) * 2)
      let about = Comment(rawValue: "\(layout)")
      let ends = (rects.map(\.x).min() ?? 0, layout.canvas.width - (rects.map(\.maxX).max() ?? 0))
      #expect((ends.0 - ends.1).magnitude <= 2 && ends.0 >= gap, about)
      for (a, b) in zip(rects, rects.dropFirst()) {
        #expect(a.y == b.y ? b.x - a.maxX == gap : b.y - a.maxY == gap, about)
      }
    }
  }

  @Test("a grid of alike cameras has the fewest empty places, the last ones", arguments: 1...8)
  func grid(count: Int) throws {
    let size = try #require(PixelSize(width: 640, height: 360))
    let layout = try CanvasLayout(
      CanvasLayout.Request(mode: .grid), cameras: Array(repeating: size, count: count))
    let columns = [1, 2, 2, 2, 3, 3, 3, 3][count - 1]
    for (index, rect) in layout.viewfinders.enumerated() {
      let (column, row) = (index % columns, index / columns)
      #expect(rect.x == 16 + column * 656 && rect.y == layout.topRegion.height + row * 384)
    }
  }

  @Test("others are in columns or rows beside a main picture that is as large as all of them")
  func ranks() throws {
    let size = try #require(PixelSize(width: 1280, height: 720))
    let canvas = PixelSize(width: 1920, height: 1080)
    for mode in [LayoutMode.sideBySide, .stacked] {
      let rects = try CanvasLayout(
        CanvasLayout.Request(mode: mode, canvas: canvas), cameras: Array(repeating: size, count: 4)
      ).viewfinders
      #expect(rects[0].width > 2 * rects[1].width && rects[1].width == rects[3].width)
      for (before, after) in zip(rects.dropFirst(), rects.dropFirst(2)) {
        #expect(mode == .sideBySide ? before.maxY < after.y : before.maxX < after.x)
      }
    }
  }

  @Test("what is free in a grid holds shelf and controls")
  func room() throws {
    let size = try #require(PixelSize(width: 640, height: 360))
    let layout = try CanvasLayout(
      CanvasLayout.Request(mode: .grid), cameras: Array(repeating: size, count: 3))
    #expect(layout.sideRegion == PixelRect(x: 672, y: layout.topRegion.height + 384, width: 640, height: 360))
  }

  @Test(
    "a layout of one's own says what is wrong with it",
    arguments: [
      (PixelRect(x: 16, y: 96, width: 640, height: 360), ""),
      (PixelRect(x: 8, y: 96, width: 640, height: 360), ""),
      (PixelRect(x: 9, y: 96, width: 64, height: 64), "odd"),
      (PixelRect(x: 1904, y: 96, width: 64, height: 64), "isn't on"),
      (PixelRect(x: 0, y: 0, width: 16, height: 16), "32x24"),
      (PixelRect(x: 0, y: 0, width: 65, height: 64), "odd"),
      (PixelRect(x: 688, y: 96, width: 64, height: 64), "overlap"),
      (PixelRect(x: Int.max, y: 96, width: 64, height: 64), "isn't on"),
    ])
  func drawing(place: PixelRect, problem: String) throws {
    let canvas = try #require(PixelSize(width: 1920, height: 1080))
    let other = PixelRect(x: 672, y: 96, width: 640, height: 360)
    let drawing = DrawnLayout(canvas: canvas, scale: nil, places: [other, place])
    let objection = drawing.objection
    #expect(problem.isEmpty ? objection == nil : objection?.contains(problem) == true, "\(objection ?? "")")
    guard objection == nil else { return }
    var request = CanvasLayout.Request(mode: .drawn)
    request.drawing = drawing
    let size = try #require(PixelSize(width: 640, height: 360))
    let layout = try CanvasLayout(request, cameras: [size, size])
    #expect(layout.viewfinders == [other, place] && layout.mode == .drawn && layout.canvas == canvas)
    #expect(!layout.sideRegion.isEmpty || layout.bottomRegion.height > 500)
    // Off the blocks nothing can be carried over.
    let obstacle = ComposerChoice.obstacle(to: request, main: .mjpeg, size: size, in: layout)
    #expect((obstacle == nil) == (place.x % 16 == 0), "\(obstacle ?? "")")
  }

  @Test("a layout of one's own holds for one camera, too, and not where it has places for others")
  func drawnAlone() throws {
    let camera = try #require(PixelSize(width: 480, height: 352))
    let canvas = try #require(PixelSize(width: 1280, height: 720))
    let place = PixelRect(x: 16, y: 96, width: 720, height: 528)
    var request = CanvasLayout.Request(mode: .drawn)
    request.drawing = DrawnLayout(canvas: canvas, scale: nil, places: [place])
    let alone = try CanvasLayout(request, cameras: [camera])
    #expect(alone.viewfinders == [place] && alone.canvas == canvas)
    request.drawing?.places.append(PixelRect(x: 800, y: 96, width: 320, height: 240))
    #expect(try CanvasLayout(request, cameras: [camera]).mode == .single)
  }
}
