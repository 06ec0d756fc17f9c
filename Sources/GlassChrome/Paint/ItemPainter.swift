import Geometry
import PixelTypes

/// Draws the items on a group's glass: plates, icons, words and figures.
///
/// Everything is shaped and rasterized when the group changes; drawing allocates nothing.
final class ItemPainter {
  /// Tools shared by all groups.
  struct Context {
    let scale: Double
    let subsampling: ChromaSubsampling
    let palettes: ChromePalettes
    let type: TypeStore
    let increaseContrast: Bool
    let rasterizer: OutlineRasterizer
  }

  let group: ElementID
  private let prepared: [PreparedItem]
  private let shapes: ShapeStore
  /// Where each item must stand out from what lies behind or beside it, in canvas pixels; needed only for measuring.
  private lazy var places = prepared.places
  /// All pixels that each item may touch.
  let bounds: [PixelRect]
  private var shown: [FigureText]
  /// How much of each item's opacity remains while it pulses, 0...256.
  private var pulses: [Int]
  /// The glass that each prepared item lies on: its body, and its place there; `nil` for none.
  private var grounds: [(body: GlassBody, element: Int)?] = []
  private let ownsDarkInk: Bool

  /// Other groups' glass that currently overlaps this group's, in points.
  let neighbors: [GlassElement]

  /// How fast a word vanishes as it moves over a picture: gone once 1 / `haste` of it is there.
  private static let haste = 4.0

  /// - Parameters:
  ///   - neighbors: other groups' glass that currently overlaps this group's, in points: words
  ///     under or over such glass fade until it is gone.
  ///   - clip: the canvas pixels that the items may touch.
  ///   - former: the group's previous painter, whose shapes are reused.
  init(
    _ group: GlassGroup, neighbors: [GlassElement] = [], context: Context, clip: PixelRect,
    former: ItemPainter? = nil
  ) {
    self.group = group.id
    self.neighbors = neighbors
    shapes = ShapeStore(
      former: former?.shapes, canvas: clip, subsampling: context.subsampling, rasterizer: context.rasterizer)
    var prepared: [PreparedItem] = []
    // The ground of each element's items, and of items without one. Words are drawn last, so all plates lie under them:
    // an indicator moving to another word passes beneath those between. Marks lie on the plates before them.
    func owner(_ item: DisplayItem) -> Int? { group.elements.lastIndex { $0.id.contains(item.id) } }
    let tinted = group.items.filter { $0.isText && $0.role == .onTint }.map(\.frame)
    var grounds: [Int: InkGround] = [:]
    var wholeGrounds: [Int: InkGround] = [:]
    let isChanging = group.items.contains { $0.wholeOpacity != nil }
    for isText in [false, true] {
      for item in group.items {
        let index = owner(item) ?? -1
        let element = index < 0 ? nil : group.elements[index]
        let ground =
          grounds[index]
          ?? InkGround(element, scale: context.scale, increaseContrast: context.increaseContrast)
        grounds[index] = ground
        let carriesWords = !isText && tinted.contains { $0.overlaps(item.frame) }
        let wholeGround = isChanging ? wholeGrounds[index] ?? ground : nil
        wholeGrounds[index] = wholeGround
        if !isText {
          grounds[index]?.lay(item, context.palettes, carriesWords: carriesWords)
          wholeGrounds[index]?.lay(item.whole, context.palettes, carriesWords: carriesWords)
        }
        guard item.isText == isText,
          element?.glass.variant != .identity || element == nil
        else { continue }
        var uncovered = 1.0
        if isText {
          let others = group.elements.filter { other in element.map(other.covers) ?? false }
          let seen = item.shownFrame
          for glass in neighbors + others where seen.overlaps(glass.frame) {
            uncovered = min(uncovered, 1 - glass.presence / Double(GlassMaterial.presenceOfWhole))
          }
          // A word moving over a picture has no ground to be read on.
          for picture in group.items where picture.kind == .picture && seen.overlaps(picture.frame) {
            uncovered = min(uncovered, 1 - Self.haste * seen.share(in: picture.frame))
          }
        }
        let pixels = item.clip.map { ScrollWindow($0, scale: context.scale, canvas: clip) }
        prepared += ItemPreparer(
          item: item, element: element, ground: ground, wholeGround: wholeGround,
          carriesWords: carriesWords, context: context, shapes: shapes,
          clip: pixels?.area ?? clip, window: pixels, uncovered: max(uncovered, 0)
        ).prepared()
      }
    }
    shapes.settle()
    self.prepared = prepared
    bounds = prepared.map(\.bounds)
    ownsDarkInk = context.palettes.ownsDarkInk
    shown = prepared.map { _ in FigureText() }
    pulses = prepared.map { _ in 256 }
  }

  /// What the words and marks need from their glass.
  var words: [GlassWord] { prepared.compactMap(\.word) }

  /// Finds the glass that each item lies on, which determines whether ink is light or dark.
  func lie(on bodies: [GlassBody]) {
    grounds = prepared.map { item in
      guard let word = item.word else { return nil }
      for body in bodies {
        if let i = body.elements.firstIndex(where: { $0.id == word.element }) { return (body, i) }
      }
      return nil
    }
    // Plates and faint shapes go with the first word of their group's glass.
    let first = grounds.lazy.compactMap { $0 }.first
    for i in grounds.indices where grounds[i] == nil { grounds[i] = first }
  }

  private func look(_ i: Int) -> InkLooks.Look {
    let isInkDark = grounds[i].map { $0.body.soft.words.isInkDark($0.element) } ?? ownsDarkInk
    return prepared[i].looks.look(isInkDark: isInkDark)
  }

  /// Takes the frame's numbers and time, and marks the tiles of numbers that now read differently and of pulsing icons.
  func update(_ values: FigureValues, nanoseconds: Int64, marking tiles: inout TileMap) {
    for i in prepared.indices {
      if let start = prepared[i].pulseStart {
        let pulse = Int((SymbolMotion.pulse(since: start, at: nanoseconds) * 256).rounded())
        if pulse != pulses[i] { tiles.mark(prepared[i].bounds) }
        pulses[i] = pulse
      }
      guard case .figures(let number, _, _, _, _) = prepared[i].ink else { continue }
      let text = FigureText(values[number.slot], as: number.format, digits: number.digits)
      guard text != shown[i] else { continue }
      shown[i] = text
      tiles.mark(prepared[i].bounds)
    }
  }

  /// Draws the items inside a clip.
  ///
  /// - Parameter platesOnly: leaves out words and marks, so that the pixels behind them can be measured.
  func paint(into canvas: PlanarPicture, clip: PixelRect, platesOnly: Bool) {
    for i in bounds.indices where bounds[i].intersects(clip) {
      if platesOnly, prepared[i].kind != .plate { continue }
      let clip = clip.intersection(bounds[i].chromaOut)
      guard let window = prepared[i].window else {
        draw(i, into: canvas, clip: clip, share: 256)
        continue
      }
      for strip in window.strips {
        draw(i, into: canvas, clip: clip.intersection(strip.area), share: strip.share)
      }
    }
  }

  /// - Parameters:
  ///   - clip: with even edges.
  ///   - share: of its opacity, 0...256.
  private func draw(_ i: Int, into canvas: PlanarPicture, clip: PixelRect, share: Int) {
    guard !clip.isEmpty else { return }
    let pen = InkPen(canvas: canvas, clip: clip)
    let look = look(i)
    let (color, opacity) = (look.color, look.opacity * pulses[i] / 256 * share / 256)
    // It may be there only for its glass's tone.
    guard opacity > 0 else { return }
    switch prepared[i].ink {
    case .mask(let mask, let x, let y): pen.draw(mask, x: x, y: y, color: color, opacity: opacity)
    case .shape(let shape): pen.draw(shape, color: color, opacity: opacity)
    case .picture(let picture): picture.draw(into: canvas, clip: clip, opacity: opacity)
    case .figures(_, let face, let x, let baseline, let isAtRight):
      pen.draw(
        shown[i], face: face, x: isAtRight ? x - shown[i].width(in: face) : x, baseline: baseline,
        color: color, opacity: opacity)
    }
  }

  /// Notes where each text and each mark stands.
  func log(into log: InkLog) {
    for i in prepared.indices where prepared[i].isWhole && pulses[i] == 256 {
      log.component = prepared[i].component
      let color = look(i).color
      switch (prepared[i].kind, prepared[i].ink) {
      case (.text, .mask(let mask, let x, let y)):
        log.note(.text, PixelRect(x: x, y: y, width: mask.width, height: mask.height), color)
      case (.text, .figures(_, let face, let end, let baseline, let isAtRight)):
        let width = shown[i].width(in: face)
        let x = isAtRight ? end - width : end
        log.note(
          .text,
          PixelRect(
            x: Int(x), y: baseline - Int(face.capHeight.rounded(.up)), width: Int(width.rounded(.up)),
            height: Int(face.capHeight.rounded(.up))), color)
      case (.edge, _): log.note(.edge, prepared[i].bounds, color, at: places[i])
      case (.mark, _), (.plate, _):
        if !places[i].isEmpty { log.note(.mark, prepared[i].bounds, color, at: places[i]) }
      case (.text, .shape), (.text, .picture): break
      }
    }
  }
}

extension [PreparedItem] {
  /// Each item's places that no later plate hides; none for plates that words, marks or an edge make visible.
  fileprivate var places: [[PixelRect]] {
    indices.map { i in
      let (item, box) = (self[i], self[i].bounds)
      guard let all = item.standsOut?.pixels else { return [] }
      if item.kind == .plate {
        let isTold = contains {
          $0.kind == .edge
            ? $0.bounds.insetBy(-2).contains(box) && box.insetBy(-2).contains($0.bounds)
            : $0.kind != .plate && box.contains($0.bounds)
        }
        return isTold ? [] : all
      }
      // An icon's box is wider than what is drawn of it, and a badge may lie only there.
      let hidden = self[(i + 1)...].filter { $0.kind == .plate && all.contains(where: $0.bounds.intersects) }
        .map { $0.bounds.insetBy(-3) }
      guard !hidden.isEmpty, case .shape(let shape) = item.ink else { return all }
      let pixels = item.kind == .edge ? all : shape.luma.pixels
      return pixels.filter { pixel in !hidden.contains { $0.intersects(pixel) } }
    }
  }
}

extension PreparedItem.StandingOut {
  /// Those beside an outline a few apart.
  fileprivate var pixels: [PixelRect] {
    guard case .beside(let outline, let ground) = self else {
      if case .box(let box) = self { return [box] }
      return []
    }
    var pixels: [PixelRect] = []
    for loop in outline.loops {
      for (i, vertex) in loop.enumerated() {
        let way = loop[(i + 1) % loop.count].position - vertex.position
        guard way.length > 0.01 else { continue }
        for step in 0..<max(Int(way.length / 4), 1) {
          let at = vertex.position + way * ((Double(step) + 0.5) / max((way.length / 4).rounded(.down), 1))
          for side in [-1.5, 1.5] {
            let place = at + Point(-way.y, way.x) * (side / way.length)
            let (x, y) = (place.x.rounded(.down), place.y.rounded(.down))
            guard outline.depth(at: place) < -1, !ground.isOnLine(Point(x + 0.5, y + 0.5)) else { continue }
            pixels.append(PixelRect(x: Int(x), y: Int(y), width: 1, height: 1))
          }
        }
      }
    }
    return pixels
  }
}

extension CoverageSpans {
  /// Some of its pixels, two apart in each span.
  fileprivate var pixels: [PixelRect] {
    spans.flatMap { span in
      stride(from: Int(span.x), to: Int(span.x + span.length), by: 2).map {
        PixelRect(x: $0, y: Int(span.y), width: 1, height: 1)
      }
    }
  }
}

extension PixelRect {
  /// The smallest rectangle of even edges around it.
  fileprivate var chromaOut: PixelRect {
    let (left, top) = (x & ~1, y & ~1)
    return PixelRect(x: left, y: top, width: (maxX + 1 - left) & ~1, height: (maxY + 1 - top) & ~1)
  }
}

extension DisplayItem {
  fileprivate var isText: Bool { kind == .text || kind == .figures }

  /// As it is once it has come.
  fileprivate var whole: DisplayItem {
    var item = self
    if let wholeOpacity { item.opacity = wholeOpacity }
    return item
  }
}

extension GlassElement {
  /// Whether it is visible glass that could overlap another element's words.
  func covers(beside other: GlassElement) -> Bool {
    id != other.id && presence > 0 && glass.variant != .identity && (union == nil || union != other.union)
  }
}

extension Rect {
  /// How much of it lies in another rectangle, 0...1.
  fileprivate func share(in other: Rect) -> Double {
    let common = intersection(other)
    return common.width * common.height / max(width * height, 1e-9)
  }
}
