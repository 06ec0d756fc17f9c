import GlassChrome
import HUDGeometry
import PixelTypes
import TestPictures
import Testing

@testable import Compositor
@testable import Screen

@Suite("Assists")
struct AssistInkTests {
  @Test("with zebra, peaking keeps off what is striped, and stays on all other edges")
  func together() throws {
    let rect = PixelRect(x: 16, y: 16, width: 160, height: 96)
    let size = try #require(PixelSize(width: 192, height: 128))
    let small = PixelPlane(width: 80, height: 48)
    PlaneFill.fill(small, PixelRect(x: 0, y: 0, width: 80, height: 48), with: 120)
    // A window that clips, and a dark pillar.
    PlaneFill.fill(small, PixelRect(x: 10, y: 10, width: 20, height: 20), with: 250)
    PlaneFill.fill(small, PixelRect(x: 50, y: 5, width: 8, height: 40), with: 20)
    func red(_ assists: Set<Assist>) -> Set<Int> {
      let canvas = PlanarPicture(size: size, subsampling: .yuv444)
      var painter = InkPainter(canvas: size, subsampling: .yuv444)
      painter.begin()
      var ink = AssistInk(layout: layout(rect, assists), assists: assists)
      ink.draw(small, into: canvas, with: &painter)
      let striped = rect.places.filter { canvas.cr[$0, $1] > 160 }
      return Set(striped.map { ($1 - rect.y) / 2 * 80 + ($0 - rect.x) / 2 })
    }
    let (alone, both) = (red([.peaking]), red([.peaking, .zebra]))
    let striped = alone.filter { small[$0 % 80, $0 / 80] >= AssistInk.zebraLevel }
    #expect(striped.count > 40 && both == alone.subtracting(striped))
  }

  private func layout(_ rect: PixelRect, _ assists: Set<Assist>, stamp: PictureStamp.Corner? = nil)
    -> InkLayout
  {
    var request = InkLayout.Request(rect: rect, letters: 11)
    request.scopes = Assist.scopes.filter(assists.contains)
    request.stamp = stamp
    return InkLayout(request)
  }

  private static let sizes = [(1280, 720), (480, 270), (320, 240), (150, 270), (40, 30)]

  /// What assists draw of a picture whose left half is dark and whose right half is bright and red.
  private func drawn(
    _ assists: Set<Assist>, on rect: PixelRect, left: UInt8 = 40, right: UInt8 = 200,
    stamp: PictureStamp.Corner? = nil, kept: PixelPlane? = nil
  ) throws -> (canvas: PlanarPicture, mask: InkMask) {
    let size = try #require(PixelSize(width: rect.maxX + 16, height: rect.maxY + 16))
    let canvas = PlanarPicture(size: size, subsampling: .yuv422)
    PlaneFill.fill(canvas.luma, canvas.bounds, with: 111)
    let small = PixelPlane(width: 160, height: 90)
    PlaneFill.fill(small, PixelRect(x: 0, y: 0, width: 80, height: 90), with: left)
    PlaneFill.fill(small, PixelRect(x: 80, y: 0, width: 80, height: 90), with: right)
    let color = PlanarPicture(size: try #require(PixelSize(width: 80, height: 45)), subsampling: .yuv444)
    PlaneFill.fill(color.cb, color.bounds, with: 100)
    PlaneFill.fill(color.cr, color.bounds, with: 212)
    var painter = InkPainter(canvas: size, subsampling: .yuv422)
    painter.begin()
    let layout = layout(rect, assists, stamp: stamp)
    var ink = AssistInk(layout: layout, assists: assists)
    if let kept { ink.keep(kept) }
    ink.draw(small, into: canvas, with: &painter)
    let settings = HUDSettings(grid: .none, viewfinderWidth: rect.width, viewfinderHeight: rect.height)
    var look = StageSettings()
    look.assists = assists
    var hud = HUDInk(
      layout: layout, settings: settings, rasterizer: try OutlineRasterizer(), figures: nil,
      look: look)
    hud.draw(HUDReading(), state: .live, isRecorded: true, into: canvas, with: &painter)
    ink.drawScopes(small, color: color, into: canvas, with: &painter)
    return (canvas, InkMask(painter.mask, on: canvas))
  }

  @Test(
    "alone and together, at any size, they stay in their viewfinder, and the mask knows every pixel of theirs",
    arguments: sizes, [nil, PictureStamp.Corner.bottomLeft])
  func places(size: (Int, Int), stamp: PictureStamp.Corner?) throws {
    let rect = PixelRect(x: 32, y: 16, width: size.0, height: size.1)
    for assists in Assist.allCases.map({ [$0] }) + [Set(Assist.allCases)] {
      let (canvas, mask) = try drawn(assists, on: rect, stamp: stamp)
      let touched = Set(mask.mcus.filter(\.isTouched).map { SIMD2($0.column, $0.row) })
      for y in 0..<canvas.size.height {
        for x in 0..<canvas.size.width where canvas.luma[x, y] != 111 {
          #expect(rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)), "\(assists)")
          #expect(touched.contains(SIMD2(x / 16, y / 8)), "\(assists) at \(x), \(y)")
        }
      }
    }
  }

  @Test("a waveform has each column's levels where they are, black at the bottom")
  func waveform() throws {
    let rect = PixelRect(x: 0, y: 0, width: 1280, height: 720)
    let canvas = try drawn([.waveform], on: rect).canvas
    let plot = try #require(layout(rect, [.waveform])[.scope(.waveform)]).insetBy(4)
    let height = plot.height
    for (column, level) in [(plot.width / 4, 40), (plot.width * 3 / 4, 200)] {
      let bright = (0..<height).filter { canvas.luma[plot.x + column, plot.y + $0] > 150 }
      let place = height - 1 - level * height / 256
      #expect(!bright.isEmpty && bright.allSatisfy { abs($0 - place) <= 2 }, "\(bright) instead of \(place)")
    }
    // Two columns side by side have the same level.
    #expect(canvas.luma[plot.x + 20, plot.y + 50] == canvas.luma[plot.x + 60, plot.y + 50])
  }

  @Test("a vectorscope shows red above the middle, on its box, and grey pictures in the middle")
  func vectorscope() throws {
    let rect = PixelRect(x: 0, y: 0, width: 1280, height: 720)
    let canvas = try drawn([.vectorscope], on: rect).canvas
    let plate = try #require(layout(rect, [.vectorscope])[.scope(.vectorscope)])
    let plot = PixelRect(
      x: plate.x + (plate.width - 96) / 2, y: plate.y + (plate.height - 96) / 2, width: 96, height: 96)
    let bright = canvas.luma.places.filter { plot.contains(PixelRect(x: $0, y: $1, width: 1, height: 1)) }
      .filter { canvas.luma[$0, $1] > 200 }
    #expect(!bright.isEmpty)
    for (x, y) in bright {
      #expect(abs(x - plot.x - 100 * 96 / 256) <= 3 && abs(y - plot.y - (255 - 212) * 96 / 256) <= 3)
    }
  }

  @Test("zones warn in amber when too much is black or white, and only then")
  func zones() throws {
    let rect = PixelRect(x: 0, y: 0, width: 1280, height: 720)
    func amber(_ left: UInt8, _ right: UInt8) throws -> Int {
      let canvas = try drawn([.zones], on: rect, left: left, right: right).canvas
      return canvas.cb.places.count { canvas.cb[$0, $1] < 60 }
    }
    #expect(try amber(40, 200) == 0)
    #expect(try amber(2, 200) > 100)
    #expect(try amber(2, 255) > (try amber(2, 200)))
  }

  @Test("frames have the aspect they are named for, are as large as they can be, and lie in the middle")
  func frames() throws {
    let ratios: [(Assist, Double)] = [
      (.cinema239, 2.39), (.cinema185, 1.85), (.wide, 16.0 / 9), (.tall, 9.0 / 16), (.portrait, 0.8),
      (.square, 1),
    ]
    for (assist, ratio) in ratios {
      for aspect in [16.0 / 9, 4.0 / 3, 0.5625] {
        let frame = try #require(assist.frames(aspect: aspect).first)
        #expect(abs(frame.width * aspect / frame.height - ratio) < 1e-9)
        #expect(max(frame.width, frame.height) == 1 && min(frame.width, frame.height) > 0)
      }
    }
    let rect = PixelRect(x: 0, y: 0, width: 960, height: 540)
    let canvas = try drawn([.square], on: rect).canvas
    let columns = Set((0..<960).filter { canvas.luma[$0, 300] > 150 })
    #expect(columns == [210, 749] && columns.allSatisfy { canvas.luma[$0, 5] > 150 })
    // Safe areas have corners only.
    let safe = try drawn([.safeAreas], on: rect).canvas
    #expect((0..<960).count { safe.luma[$0, 27] > 150 } == 90 + 2)
    #expect((0..<960).allSatisfy { safe.luma[$0, 270] == 111 })
    // A frame of the viewfinder's own aspect is its edge.
    #expect(try drawn([.wide], on: rect).mask.mcus.allSatisfy { !$0.isTouched })
  }

  @Test("the onion skin keeps the edges of the last kept picture, whatever follows")
  func onionSkin() throws {
    let rect = PixelRect(x: 0, y: 0, width: 640, height: 360)
    let kept = PixelPlane(width: 160, height: 90)
    PlaneFill.fill(kept, PixelRect(x: 30, y: 0, width: 130, height: 90), with: 200)
    let canvas = try drawn([.onionSkin], on: rect, kept: kept).canvas
    let columns = Set(canvas.luma.places.filter { canvas.luma[$0, $1] != 111 }.map { $0.0 / 4 })
    #expect(columns == [29, 30])
    #expect(
      try drawn([.peaking], on: rect, kept: kept).mask.mcus.contains { $0.isTouched && $0.rect.x > 300 })
  }

  @Test("false colours mark black, middle grey, light skin and white; the rest stays grey")
  func falseColors() throws {
    let luma = PixelPlane(width: 512, height: 2)
    for (x, y) in luma.places { luma[x, y] = UInt8(x / 2) }
    let picture = try #require(FalseColors.picture(of: luma))
    let colored = (0..<256).filter { picture.cb[$0, 0] != 128 || picture.cr[$0, 0] != 128 }
    #expect(colored.count == 11 + 11 + 10 + 8)
    for level in [0, 8, 100, 138, 249, 255] { #expect(colored.contains(level)) }
    #expect((20..<96).allSatisfy { picture.luma[$0, 0] == $0 })
    #expect(FalseColors.picture(of: PixelPlane(width: 1, height: 1)) == nil)
  }

  @Test("every assist has a name in every language")
  func words() {
    for language in ScreenLanguage.allCases {
      #expect(Set(language.words.assistNames.keys) == Set(Assist.allCases.map(\.rawValue)))
    }
  }
}
