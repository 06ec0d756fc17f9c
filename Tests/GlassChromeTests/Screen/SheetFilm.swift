import Geometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

/// A sheet's opening or closing, picture by picture, as it is with its words and without them.
struct SheetFilm {
  struct Picture {
    /// Since the finger lifted, in milliseconds.
    var milliseconds: Double
    var list: DisplayList
    /// The sheet's glass, if there is any.
    var sheet: GlassElement?
    /// Luma of the canvas without words and marks.
    var bare: [UInt8]
    /// How many pixels of the sheet words and marks change.
    var inkedPixels: Int
    /// The least contrast of a text that is whole, if measured, and how many there are on the sheet.
    var contrast: (least: Double, texts: Int)
  }

  /// Above the controls, beside the main camera.
  static let layout = ChromeLayout(
    canvas: ChromeFixtures.size(1968, 816),
    viewfinders: [ChromeFixtures.rect(16, 80, 1280, 720), ChromeFixtures.rect(1312, 80, 640, 360)],
    topRegion: ChromeFixtures.rect(0, 0, 1968, 80), bottomRegion: ChromeFixtures.rect(0, 0, 0, 0),
    sideRegion: ChromeFixtures.rect(1312, 464, 640, 344), scale: 0.75)

  private(set) var pictures: [Picture] = []
  private let stages: (inked: ChromeStage, bare: ChromeStage)

  /// - Parameters:
  ///   - control: the end of the pressed control's name.
  ///   - before: makes the state in which it is pressed.
  ///   - after: makes the state that the press leads to.
  ///   - later: what else happens on the way.
  init(
    picturesPerSecond: Int, over backdrop: ChromeFixtures.Backdrop, _ style: ChromeStyle = ChromeStyle(),
    control: String = "settings", seconds: Double = 0.5, measuresContrast: Bool = false,
    from before: (inout ChromeState) -> Void = { _ in }, to after: (inout ChromeState) -> Void,
    then later: [(milliseconds: Double, change: (inout ChromeState) -> Void)] = []
  ) throws {
    stages = (
      try ChromeStage(Self.layout, style, over: backdrop.picture),
      try ChromeStage(Self.layout, style, over: backdrop.picture)
    )
    (stages.bare.renderer.drawsInk, stages.bare.renderer.inkLog) = (false, InkLog())
    var (state, later) = (ScreenEventTests.state(), later)
    before(&state)
    for second in 0..<4 { draw(state, at: Int64(second) * 1_000_000_000) }
    let start: Int64 = 4_000_000_000
    let button = try #require(
      stages.inked.renderer.accessibility.first { ("/" + $0.id.path).hasSuffix("/" + control) })
    for renderer in [stages.inked.renderer, stages.bare.renderer] {
      _ = renderer.handle(.press(.points(button.frame.center)), nanoseconds: start - 50_000_000)
    }
    draw(state, at: start - 50_000_000)
    for renderer in [stages.inked.renderer, stages.bare.renderer] {
      _ = renderer.handle(.release(nil), nanoseconds: start)
    }
    after(&state)
    for k in 0..<Int(seconds * Double(picturesPerSecond)) {
      let time = Int64(k) * 1_000_000_000 / Int64(picturesPerSecond)
      while let next = later.first, Double(time) / 1e6 >= next.milliseconds {
        next.change(&state)
        later.removeFirst()
      }
      draw(state, at: start + time)
      pictures.append(taken(at: Double(time) / 1e6, measuresContrast))
    }
  }

  private func draw(_ state: ChromeState, at time: Int64) {
    stages.inked.draw(state, at: time)
    stages.bare.renderer.inkLog?.clear()
    stages.bare.draw(state, at: time)
  }

  private func taken(at milliseconds: Double, _ measuresContrast: Bool) -> Picture {
    let list = stages.inked.renderer.displayed
    let sheet = list.groups.flatMap(\.elements).first { $0.transition.isZoom && $0.presence > 0 }
    let (inked, bare) = (stages.inked.canvas, stages.bare.canvas)
    var count = 0
    if let sheet {
      let box = Self.pixels(sheet.frame).intersection(bare.bounds)
      for (x, y) in box.places where inked.luma[x, y].distance(to: bare.luma[x, y]).magnitude > 8 {
        count += 1
      }
    }
    let texts = measuresContrast ? stages.bare.renderer.inkLog?.texts ?? [] : []
    let least = texts.map { PlateContrast.least($0, over: bare) }.min() ?? .infinity
    let own = texts.filter { text in sheet.map { Self.pixels($0.frame).contains(text.area) } ?? false }
    return Picture(
      milliseconds: milliseconds, list: list, sheet: sheet, bare: bare.luma.allSamples(), inkedPixels: count,
      contrast: (least, own.count))
  }

  static func pixels(_ frame: Rect) -> PixelRect {
    let area = frame.scaled(by: layout.scale)
    let (x, y) = (Int(area.x.rounded(.up)), Int(area.y.rounded(.up)))
    return PixelRect(x: x, y: y, width: Int(area.maxX) - x, height: Int(area.maxY) - y)
  }

  /// Mean luma of a picture in a part of the canvas, 0...255.
  private func mean(_ picture: Picture, _ part: PixelRect) -> Double {
    var sum = 0
    for (x, y) in part.places { sum += Int(picture.bare[y * Self.layout.canvas.width + x]) }
    return Double(sum) / Double(part.width * part.height)
  }

  /// Steps of the sheet's tone: by how much of itself the same glass is brighter or darker in the next picture, inside its rim.
  var toneSteps: [(milliseconds: Double, share: Double)] {
    zip(pictures, pictures.dropFirst()).compactMap { picture, next in
      guard let sheet = picture.sheet, let later = next.sheet, sheet.presence > 0.75, later.presence > 0.75
      else { return nil }
      let part = Self.pixels(sheet.frame.intersection(later.frame).grown(by: -26))
        .intersection(
          PixelRect(x: 0, y: 0, width: Self.layout.canvas.width, height: Self.layout.canvas.height))
      guard part.width > 8, part.height > 8 else { return nil }
      return (next.milliseconds, mean(next, part) / mean(picture, part) - 1)
    }
  }

  /// Words that the sheet's edge cuts.
  static func cutWords(_ picture: Picture) -> [String] {
    picture.list.groups.flatMap { group in
      group.items.filter { item in
        guard item.opacity > 0.02, item.kind == .text,
          let glass = group.elements.first(where: { $0.transition.isZoom && $0.id.contains(item.id) })
        else { return false }
        return !glass.frame.grown(by: 0.5).contains(item.shownFrame)
      }.map { "\(picture.milliseconds) ms: \($0.id.path)" }
    }
  }

  /// Whether any glass can be seen in a part of the screen.
  static func isEmpty(_ picture: Picture, in place: Rect) -> Bool {
    !picture.list.groups.flatMap(\.elements).contains {
      $0.presence > 0.15 && $0.glass.variant != .identity && $0.frame.intersection(place).area > 400
    }
  }
}
