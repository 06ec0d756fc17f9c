import HUDGeometry
import PixelTypes

/// Draws the items on a group's glass: plates, icons, words and figures.
///
/// Everything is shaped and rasterized when the group changes; drawing allocates nothing.
final class ItemPainter {
  /// Tools shared by all groups.
  struct Context {
    let scale: Double
    let subsampling: ChromaSubsampling
    let palette: ChromePalette
    let type: TypeStore
    let grounds: InkGround.Cache
    let rasterizer: OutlineRasterizer
  }

  let group: ElementID
  private let prepared: [PreparedItem]
  private var shown: [FigureText]

  /// Other groups' glass that overlaps this group's at present, in points.
  let neighbors: [Rect]

  /// - Parameters:
  ///   - neighbors: other groups' glass that overlaps this group's at present, in points: words under or over such
  ///     glass wait until it is gone.
  ///   - clip: the canvas pixels that the items may touch.
  init(_ group: GlassGroup, neighbors: [Rect] = [], context: Context, clip: PixelRect) {
    self.group = group.id
    self.neighbors = neighbors
    var prepared: [PreparedItem] = []
    // The ground of each element's items, and of items without one. Words are drawn last, so all plates lie under them: an
    // indicator on its way to another word passes beneath those between.
    func owner(_ item: DisplayItem) -> Int? { group.elements.lastIndex { $0.id.contains(item.id) } }
    var grounds: [Int: InkGround] = [:]
    for item in group.items {
      let index = owner(item) ?? -1
      let element = index < 0 ? nil : group.elements[index]
      var ground = grounds[index] ?? InkGround(element, scale: context.scale, cache: context.grounds)
      if case .plate(_, let frame, let form, let role, let strength) = item {
        let plate = context.palette.plate(role, strength: strength, on: element?.glass)
        ground.plates.append(
          InkGround.Plate(
            outline: ShapeOutline(
              form.scaled(by: context.scale), in: GlassBody.pixels(frame, context.scale)),
            color: plate.color, opacity: plate.opacity, isTinted: role != nil && strength > 0.999))
      }
      grounds[index] = ground
    }
    for isText in [false, true] {
      for item in group.items where item.isText == isText {
        let index = owner(item) ?? -1
        let element = index < 0 ? nil : group.elements[index]
        guard element?.glass.variant != .identity || element == nil, let ground = grounds[index] else {
          continue
        }
        if isText {
          let others = group.elements.filter { other in element.map(other.covers) ?? false }.map(\.frame)
          guard !item.isCrossed(by: neighbors), !item.isCrossed(by: others) else { continue }
        }
        prepared += ItemPreparer(
          item: item, element: element, ground: ground, context: context, clip: clip
        ).prepared()
      }
    }
    self.prepared = prepared
    shown = prepared.map { _ in FigureText() }
  }

  /// All pixels that the items may touch.
  var bounds: [PixelRect] { prepared.map(\.bounds) }

  /// Takes the frame's numbers and marks the tiles of those that read differently.
  func update(_ values: FigureValues, marking tiles: inout TileMap) {
    for i in prepared.indices {
      guard case .figures(let item, _, _, _) = prepared[i].ink else { continue }
      let text = FigureText(values[item.slot], as: item.format)
      guard text != shown[i] else { continue }
      shown[i] = text
      tiles.mark(prepared[i].bounds)
    }
  }

  /// Draws the items inside a clip.
  ///
  /// - Parameter platesOnly: leaves out words and marks, so that the pixels behind them can be measured.
  func paint(into canvas: PlanarPicture, clip: PixelRect, platesOnly: Bool) {
    for i in prepared.indices where prepared[i].bounds.intersects(clip) {
      if platesOnly, prepared[i].kind != .plate { continue }
      let pen = InkPen(canvas: canvas, clip: clip)
      let (color, opacity) = (prepared[i].color, prepared[i].opacity)
      switch prepared[i].ink {
      case .mask(let mask, let x, let y): pen.draw(mask, x: x, y: y, color: color, opacity: opacity)
      case .shape(let shape): pen.draw(shape, color: color, opacity: opacity)
      case .picture(let picture): picture.draw(into: canvas, clip: clip)
      case .figures(_, let face, let x, let baseline):
        pen.draw(shown[i], face: face, x: x, baseline: baseline, color: color)
      }
    }
  }

  /// Notes where each text stands.
  func log(into log: InkLog) {
    for i in prepared.indices where prepared[i].kind == .text {
      log.component = prepared[i].component
      switch prepared[i].ink {
      case .mask(let mask, let x, let y):
        log.note(PixelRect(x: x, y: y, width: mask.width, height: mask.height), prepared[i].color)
      case .figures(_, let face, let x, let baseline):
        let width = shown[i].width(in: face)
        log.note(
          PixelRect(
            x: Int(x), y: baseline - Int(face.capHeight.rounded(.up)), width: Int(width.rounded(.up)),
            height: Int(face.capHeight.rounded(.up))), prepared[i].color)
      case .shape, .picture: break
      }
    }
  }
}

extension GlassElement {
  /// Whether it is visible glass that could overlap another element's words.
  func covers(beside other: GlassElement) -> Bool {
    id != other.id && presence > 0 && glass.variant != .identity && (union == nil || union != other.union)
  }
}

extension DisplayItem {
  fileprivate func isCrossed(by frames: [Rect]) -> Bool {
    frames.contains {
      $0.x < frame.maxX && $0.maxX > frame.x && $0.y < frame.maxY && $0.maxY > frame.y
    }
  }

  fileprivate var isText: Bool {
    switch self {
    case .text, .figures: true
    case .plate, .icon, .shape, .picture: false
    }
  }

  /// 0...1; 1 for plates, whose strength plays that part.
  var opacity: Double {
    switch self {
    case .plate: 1
    case .icon(_, _, _, _, let opacity), .shape(_, _, _, _, _, let opacity): opacity
    case .picture(_, _, _, _, let opacity): opacity
    case .text(let item): item.opacity
    case .figures(let item): item.opacity
    }
  }
}
