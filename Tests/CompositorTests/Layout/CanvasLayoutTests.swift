import Foundation
import HUDGeometry
import PixelTypes
import TestPictures
import Testing

@testable import Compositor

@Suite("Where everything lies on the canvas")
struct CanvasLayoutTests {

  static let cameras: [Cameras] = {
    let sizes = [
      (1920, 1080), (640, 480), (320, 180), (333, 251), (1, 1), (8, 8), (15, 200), (720, 1280), (3840, 2160),
    ]
    var all = sizes.map { Cameras(primary: $0, secondary: nil) }
    for primary in sizes {
      for secondary in sizes { all.append(Cameras(primary: primary, secondary: secondary)) }
    }
    return all
  }()

  static let canvases = ["native", "1920x1080", "1280x720", "640x360", "720x1280", "302x222", "4096x4096"]

  private func layout(
    _ mode: LayoutMode, _ cameras: Cameras, _ canvas: String,
    _ change: (inout CanvasLayout.Request) -> Void = { _ in }
  ) throws -> CanvasLayout {
    let primary = try #require(PixelSize(width: cameras.primary.width, height: cameras.primary.height))
    let secondary = cameras.secondary.flatMap { PixelSize(width: $0.width, height: $0.height) }
    var request = CanvasLayout.Request(mode: mode, canvas: PixelSize(parsing: canvas))
    change(&request)
    return try CanvasLayout(request, cameras: [primary] + (secondary.map { [$0] } ?? []))
  }

  @Test(
    "viewfinders lie on the canvas between the bars, on their grid, apart from each other",
    arguments: LayoutMode.allCases, canvases)
  func geometry(mode: LayoutMode, canvas: String) throws {
    var made = 0
    for cameras in Self.cameras {
      let layout: CanvasLayout
      do { layout = try self.layout(mode, cameras, canvas) } catch let error as CompositorError {
        // Where there is no room, it is said what to change.
        #expect(error.exitCode == 64)
        #expect("\(error)".contains("--") || "\(error)".contains("pixels"), "\(error)")
        continue
      }
      made += 1
      let about = Comment(rawValue: "\(cameras.testDescription): \(layout)")
      let bounds = PixelRect(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
      let isPair = cameras.secondary != nil && mode != .single
      #expect(layout.viewfinders.count == (isPair ? 2 : 1), about)
      #expect(layout.mode == (cameras.secondary == nil ? .single : mode), about)
      for rect in layout.viewfinders {
        #expect(!rect.isEmpty, about)
        #expect(bounds.contains(rect), about)
        let step = canvas == "native" ? 16 : 2
        #expect(rect.x % step == 0 && rect.y % step == 0, about)
      }
      expectRegions(layout, about)
      try expectSheet(mode, cameras, canvas, layout, about)
      #expect(layout.canvas.width % 2 == 0 && layout.canvas.height % 2 == 0, about)
      if isPair {
        let (first, second) = (layout.viewfinders[0], layout.viewfinders[1])
        if mode == .pip {
          #expect(first.contains(second), about)
        } else {
          #expect(!first.intersects(second), about)
        }
      }
      if canvas != "native" {
        #expect(layout.canvas == PixelSize(parsing: canvas), about)
      } else {
        #expect(layout.viewfinders[0].width == cameras.primary.width, about)
        #expect(layout.viewfinders[0].height == cameras.primary.height, about)
      }
    }
    #expect(made >= 9, "hardly any pair of cameras fits: the test would prove nothing")
  }

  @Test(
    "on a given canvas a second viewfinder has a share of it, with and without controls",
    arguments: [LayoutMode.sideBySide, .stacked], canvases.filter { $0 != "native" })
  func share(mode: LayoutMode, canvas: String) throws {
    for cameras in Self.cameras where cameras.secondary != nil {
      for (hasControls, isTight) in [(true, false), (false, false), (false, true)] {
        let made = try? layout(mode, cameras, canvas) {
          ($0.hasControls, $0.isTight) = (hasControls, isTight)
        }
        guard let made else { continue }
        let (second, whole) = (made.viewfinders[1], made.canvas)
        #expect(
          8 * second.width >= whole.width || 8 * second.height >= whole.height,
          "\(cameras.testDescription): \(made), controls: \(hasControls), tight: \(isTight)")
      }
    }
  }

  /// The chrome's regions lie on the canvas, apart from viewfinders and each other.
  private func expectRegions(_ layout: CanvasLayout, _ about: Comment) {
    let regions = [layout.topRegion, layout.bottomRegion, layout.sideRegion].filter { !$0.isEmpty }
    for (place, region) in regions.enumerated() {
      #expect(layout.canvas.bounds.contains(region), about)
      #expect(!layout.viewfinders.contains { $0.intersects(region) }, about)
      #expect(!regions[..<place].contains { $0.intersects(region) }, about)
    }
  }

  /// With a sheet open the canvas is the same, and controls end where they end; viewfinders are no larger.
  private func expectSheet(
    _ mode: LayoutMode, _ cameras: Cameras, _ canvas: String, _ usual: CanvasLayout, _ about: Comment
  ) throws {
    for isLeft in [false, true] {
      let open = try layout(mode, cameras, canvas) { ($0.hasSheet, $0.areControlsLeft) = (true, isLeft) }
      #expect(open.canvas == usual.canvas && open.scale == usual.scale && open.mode == usual.mode, about)
      #expect(open.topRegion == usual.topRegion, about)
      expectRegions(open, about)
      let (was, now) = (usual.bottomRegion, open.bottomRegion)
      #expect(was.isEmpty == now.isEmpty && was.maxY == now.maxY, about)
      #expect(isLeft ? was.x == now.x : was.maxX == now.maxX, about)
      if was.isEmpty {
        let (was, now) = (usual.sideRegion, open.sideRegion)
        #expect((was.x, was.maxX, was.maxY) == (now.x, now.maxX, now.maxY), about)
      }
      for (before, after) in zip(usual.viewfinders, open.viewfinders) where mode != .pip {
        #expect(after.width <= before.width && after.height <= before.height, about)
      }
      guard open != usual else { continue }
      let room = open.sideRegion.isEmpty ? open.bottomRegion : open.sideRegion
      #expect(Double(room.height) / open.scale >= 200 && Double(room.width) / open.scale >= 280, about)
    }
  }

  @Test("an inset hides no power point, and of no template more than a hundredth")
  func insetHidesNothing() throws {
    for canvas in ["native", "1920x1080", "1280x720", "1080x1920"] {
      for (primary, secondary) in [
        ((1920, 1080), (640, 480)), ((640, 480), (1920, 1080)), ((1280, 720), (1280, 720)),
        ((640, 360), (160, 120)),
      ] {
        guard
          let layout = try? self.layout(.pip, Cameras(primary: primary, secondary: secondary), canvas),
          let border = layout.insetBorders.first
        else { continue }
        let (outer, hole) = (border.outer, border.inset.insetBy(-border.gap))
        let (width, height) = (Double(outer.width), Double(outer.height))
        for grid in Grid.allCases {
          for point in grid.powerPoints(aspect: width / height) {
            let (x, y) = (outer.x + Int(point.x * width), outer.y + Int(point.y * height))
            #expect(!hole.contains(x: x, y: y), "\(grid) at \(point) under \(hole) in \(outer)")
          }
        }
        let inside = Rect(
          x: Double(hole.x - outer.x), y: Double(hole.y - outer.y), width: Double(hole.width),
          height: Double(hole.height))
        for template in SilhouetteTemplate.builtIn {
          var (hidden, all) = (0, 0)
          for line in template.path(width: width, height: height).flattened(tolerance: 0.5) {
            for (a, b) in zip(line.points, line.points.dropFirst()) {
              let steps = max(1, Int(hypot(b.x - a.x, b.y - a.y)))
              all += steps
              hidden += (0..<steps).count {
                inside.contains(a + (b - a) * (Double($0) / Double(steps)))
              }
            }
          }
          #expect(hidden * 100 <= all, "\(template.name): \(hidden) of \(all) under \(hole) in \(outer)")
        }
      }
    }
  }

  @Test(
    "a scaled viewfinder keeps its camera's aspect to within the rounding of its sides",
    arguments: [LayoutMode.sideBySide, .stacked, .single, .pip], ["1920x1080", "1280x720", "1080x1920"])
  func aspect(mode: LayoutMode, canvas: String) throws {
    for (primary, secondary) in [
      ((1920, 1080), (640, 480)), ((640, 480), (1920, 1080)), ((720, 1280), (640, 360)),
      ((640, 360), (720, 1280)), ((3840, 2160), (3840, 2160)),
    ] {
      let cameras = Cameras(primary: primary, secondary: secondary)
      let layout = try self.layout(mode, cameras, canvas)
      for (index, rect) in layout.viewfinders.enumerated() {
        let camera = index == 0 ? primary : secondary
        // The main picture's sides are rounded to even numbers, an inset's to whole blocks.
        let step = mode == .pip && index == 1 ? 16.0 : 2.0
        let wanted = Double(camera.0) / Double(camera.1)
        let (width, height) = (Double(rect.width), Double(rect.height))
        let range = (width - step) / (height + step)...(width + step) / max(1, height - step)
        #expect(range.contains(wanted), "\(camera) is shown as \(rect) in \(mode) on \(canvas)")
      }
    }
  }

  @Test(
    "native viewfinders show their cameras pixel for pixel", arguments: [LayoutMode.sideBySide, .stacked])
  func native(mode: LayoutMode) throws {
    let layout = try self.layout(mode, Cameras(primary: (1280, 720), secondary: (333, 251)), "native")
    for (index, size) in [(1280, 720), (333, 251)].enumerated() {
      let viewfinder = layout.viewfinders[index]
      #expect((viewfinder.width, viewfinder.height) == size)
    }
  }

  struct Free: Sendable {
    var mode: LayoutMode
    var secondary: (Int, Int)
    var side: PixelRect?
  }

  @Test(
    "free room beside the smaller of two pictures is used if it is large enough",
    arguments: [
      Free(
        mode: .sideBySide, secondary: (640, 360), side: PixelRect(x: 1312, y: 480, width: 640, height: 336)),
      Free(mode: .sideBySide, secondary: (960, 640)), Free(mode: .sideBySide, secondary: (1280, 720)),
      Free(mode: .stacked, secondary: (640, 360), side: PixelRect(x: 672, y: 832, width: 624, height: 360)),
      Free(mode: .stacked, secondary: (1200, 700)),
    ])
  func side(free: Free) throws {
    let (mode, secondary) = (free.mode, free.secondary)
    let layout = try layout(mode, Cameras(primary: (1280, 720), secondary: secondary), "native")
    let (first, second) = (layout.viewfinders[0], layout.viewfinders[1])
    if let side = free.side {
      #expect(layout.sideRegion == side)
    } else {
      #expect(layout.sideRegion.isEmpty && layout.bottomRegion.height >= 90)
      #expect(mode == .sideBySide ? second.y == first.y : second.x == first.x)
    }
  }

  @Test("chrome beside a smaller picture is as large as fits, or a row or column is kept below")
  func room() throws {
    func side(_ size: (Int, Int)) throws -> (width: Double, height: Double, scale: Double) {
      let layout = try layout(.sideBySide, Cameras(primary: (1920, 1080), secondary: size), "native")
      return (
        Double(layout.sideRegion.width) / layout.scale, Double(layout.sideRegion.height) / layout.scale,
        layout.scale
      )
    }
    for (size, scale) in [((640, 360), 1.25), ((960, 540), 1.75), ((1280, 720), 1.25)] {
      let room = try side(size)
      #expect(room.scale == scale)
      #expect(room.width >= 456 && room.height >= 248)
      // At most half as much again as usual.
      let larger = (scale + 0.25) / scale
      #expect(room.width / larger < 456 || room.height / larger < 248 || scale + 0.25 > 1.5 * 1.25)
    }
    // Upright pictures, narrow ones and large type have a column below, others a row.
    func below(_ mode: LayoutMode, _ size: (Int, Int), hasLargeType: Bool = false) throws -> Double {
      let layout = try layout(mode, Cameras(primary: size, secondary: size), "native") {
        $0.hasLargeType = hasLargeType
      }
      return Double(layout.bottomRegion.height) / layout.scale
    }
    for (mode, size, height) in [
      (LayoutMode.single, (720, 1280), 280.0), (.stacked, (1280, 720), 280), (.single, (640, 480), 280),
      (.sideBySide, (1280, 720), 108), (.pip, (1280, 720), 108),
    ] {
      #expect((0..<8).contains(try below(mode, size) - height), "\(mode)")
    }
    #expect((0..<8).contains(try below(.pip, (1280, 720), hasLargeType: true) - 344))
  }

  @Test("without controls there is no room for them, and nothing is cropped of what is there")
  func withoutControls() throws {
    for mode in LayoutMode.allCases {
      for canvas in ["native", "1920x1080", "1080x1920"] {
        for cameras in [Cameras(primary: (1280, 720), secondary: (1280, 720)), Cameras(primary: (1280, 720))]
        {
          let with = try layout(mode, cameras, canvas)
          let without = try layout(mode, cameras, canvas) { $0.hasControls = false }
          let about = Comment(rawValue: "\(mode) \(canvas) \(without)")
          expectRegions(without, about)
          func area(_ layout: CanvasLayout) -> Int {
            layout.viewfinders.reduce(0) { $0 + $1.width * $1.height }
          }
          #expect(area(without) >= area(with), about)
          #expect(without.canvas.height <= with.canvas.height, about)
          if canvas == "native" {
            #expect(without.canvas.height - without.viewfinders.map(\.maxY).max()! <= 120, about)
          }
        }
      }
    }
  }

  @Test("a canvas without room says what to change")
  func noRoom() throws {
    #expect {
      _ = try layout(.sideBySide, Cameras(primary: (640, 360), secondary: (640, 360)), "64x64")
    } throws: { error in
      "\(error)".contains("--canvas") && (error as? CompositorError)?.exitCode == 64
    }
  }

  @Test("a canvas beyond the largest size is refused")
  func tooLarge() throws {
    #expect {
      _ = try layout(.sideBySide, Cameras(primary: (16000, 100), secondary: (1000, 100)), "native")
    } throws: { error in
      "\(error)".contains("16384")
    }
  }

  @Test(
    "the scale follows the picture's size in quarters, so that letters are 11 pixels high from 720 lines on")
  func scale() throws {
    let cameras = Cameras(primary: (1920, 1080), secondary: nil)
    #expect(try layout(.single, cameras, "native").scale == 1.25)
    for (size, scale) in [((3840, 2160), 2.5), ((640, 480), 1), ((320, 180), 0.75), ((160, 120), 0.5)] {
      #expect(try layout(.single, Cameras(primary: size, secondary: nil), "native").scale == scale)
    }
    // Lower case letters of 17 points are 11 pixels high: Inter's are 546 / 1000 em.
    for mode in LayoutMode.allCases {
      for canvas in ["native", "1280x720", "1920x1080", "1080x1920", "3840x2160"] {
        for cameras in Self.cameras where min(cameras.primary.width, cameras.primary.height) >= 720 {
          guard let layout = try? layout(mode, cameras, canvas) else { continue }
          #expect(17 * 0.546 * layout.scale >= 11, "\(cameras) \(mode) \(canvas)")
        }
      }
    }
    for (canvas, scale) in [("1920x1080", 1.25), ("1080x1920", 2), ("3840x2160", 2.5), ("640x360", 0.75)] {
      #expect(try layout(.single, cameras, canvas).scale == scale, "\(canvas)")
    }
    let size = try #require(PixelSize(width: 1920, height: 1080))
    let asked = try CanvasLayout(
      CanvasLayout.Request(mode: .single, scale: 1.5), cameras: [size])
    #expect(asked.scale == 1.5)
    #expect(asked.topRegion.height == 128)
  }
}
