import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes

/// The wall of glass primitives: every component in every state, dark and light, over pictures of all kinds, as one
/// picture; or components' ways from state to state.
public struct ChromeWall {
  private static let scale = 1.0
  /// Pixels between shots, and the most that a row of the wall is wide.
  private static let gap = 8
  private static let widest = 2400
  private static let labelHeight = 32
  /// By turns.
  private static let backdrops: [TestBackdrop] = [.brightSky, .foliage, .art, .skin]

  public let components: [ComponentCatalog.Entry]
  public let styles: [ChromeStyle]

  /// - Parameters:
  ///   - names: of the components to show, top to bottom; empty for all.
  ///   - styles: of each component, top to bottom.
  /// - Throws: ``PipelineError/usage(reason:)`` for a name that the catalog lacks.
  public init(names: [String] = [], styles: [ChromeStyle] = Self.usualStyles) throws(PipelineError) {
    var components: [ComponentCatalog.Entry] = []
    for name in names { components.append(try Self.entry(named: name)) }
    self.components = names.isEmpty ? ComponentCatalog.entries : components
    self.styles = styles
  }

  /// - Throws: ``PipelineError/usage(reason:)`` for a name that the catalog lacks.
  static func entry(named name: String) throws(PipelineError) -> ComponentCatalog.Entry {
    guard let entry = ComponentCatalog.entry(named: name) else {
      throw .usage(
        reason: "there is no component '\(name)'; there are \(ComponentCatalog.names.joined(separator: ", "))"
      )
    }
    return entry
  }

  /// Dark and light.
  public static let usualStyles = [ChromeStyle(appearance: .dark), ChromeStyle(appearance: .light)]

  /// The wall as a PNG.
  ///
  /// - Parameter progress: called after each component.
  /// - Throws: ``PipelineError``.
  public func png(progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }) throws(PipelineError) -> [UInt8] {
    try picture(progress) { entry, style throws(PipelineError) in
      var shots: [PlanarPicture] = []
      for (i, state) in entry.states.enumerated() {
        let stage = try ComponentStage([state.view], style: style, scale: Self.scale)
        let backdrop = try stage.part(of: Self.backdrops[i % Self.backdrops.count])
        try stage.show(state.view, nanoseconds: 0)
        stage.draw(over: backdrop, nanoseconds: 0)
        shots.append(stage.canvas)
      }
      return shots
    }
  }

  /// Frames of each component's way through its states, one every 40 ms from left to right, as a PNG.
  ///
  /// - Throws: ``PipelineError``.
  public func timeline(progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }) throws(PipelineError)
    -> [UInt8]
  {
    try picture(progress) { entry, style throws(PipelineError) in
      var shots: [PlanarPicture] = []
      let stage = try ComponentStage(entry.states.map(\.view), style: style, scale: Self.scale)
      let backdrop = try stage.part(of: .art)
      var time: Int64 = 0
      for state in entry.states {
        try stage.show(state.view, nanoseconds: time)
        for frame in 0..<9 {
          stage.draw(over: backdrop, nanoseconds: time + Int64(frame) * 40_000_000)
          shots.append(stage.canvas.cut(stage.canvas.bounds))
        }
        time += 1_000_000_000
        stage.draw(over: backdrop, nanoseconds: time)
      }
      return shots
    }
  }

  /// All components' shots, under their names.
  private func picture(
    _ progress: (_ done: Int, _ of: Int) -> Void,
    _ shots: (ComponentCatalog.Entry, ChromeStyle) throws(PipelineError) -> [PlanarPicture]
  ) throws(PipelineError) -> [UInt8] {
    var rows: [[PlanarPicture]] = []
    for (i, entry) in components.enumerated() {
      rows.append([try Self.label(entry)])
      for style in styles { rows += Self.wrapped(try shots(entry, style)) }
      progress(i + 1, components.count)
    }
    return try PNGEncoder.encode(Self.tiled(rows))
  }

  /// A component's name and its states', on black.
  private static func label(_ entry: ComponentCatalog.Entry) throws(PipelineError) -> PlanarPicture {
    guard let size = PixelSize(width: widest / 2, height: labelHeight) else {
      throw .usage(reason: "a label can't be drawn")
    }
    let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)
    let canvas = PlanarPicture(size: size, subsampling: .yuv444)
    let black = PlanarPicture(size: size, subsampling: .grey)
    do {
      let painter = try ChromePainter(
        layout: ChromeLayout(
          canvas: size, viewfinders: [], topRegion: empty, bottomRegion: empty, scale: 1),
        style: ChromeStyle(),
        subsampling: .yuv444)
      let words = entry.states.map(\.name).joined(separator: " · ")
      let items = [(entry.name, 17.0, 600, 8.0), (words, 14, 400, 220)].map { text, em, weight, x in
        DisplayItem.text(
          TextItem(
            id: "label", text: text, size: em, weight: weight, origin: Point(x, 22), frame: .zero,
            role: weight == 600 ? .primary : .secondary))
      }
      painter.paint(
        DisplayList(groups: [DisplayList.Group(id: "label", items: items, bounds: .zero)]), backdrop: black,
        nanoseconds: 0, into: canvas)
    } catch { throw .chrome(error) }
    return canvas
  }

  private static func wrapped(_ shots: [PlanarPicture]) -> [[PlanarPicture]] {
    var rows: [[PlanarPicture]] = [[]]
    var width = gap
    for shot in shots {
      if width + shot.size.width + gap > widest, !rows[rows.count - 1].isEmpty {
        rows.append([])
        width = gap
      }
      rows[rows.count - 1].append(shot)
      width += shot.size.width + gap
    }
    return rows
  }

  /// Rows of pictures with a gap between them, on dark grey.
  private static func tiled(_ rows: [[PlanarPicture]]) throws(PipelineError) -> PlanarPicture {
    let width = rows.map { $0.reduce(gap) { $0 + $1.size.width + gap } }.max() ?? 0
    let height = rows.reduce(gap) { $0 + ($1.map(\.size.height).max() ?? 0) + gap }
    guard let size = PixelSize(width: width, height: height) else {
      throw .usage(reason: "a wall of \(width)x\(height) pixels can't be drawn; name a --component")
    }
    let wall = PlanarPicture(size: size, subsampling: .yuv444)
    wall.luma.withMutableBytes { bytes in
      for i in bytes.indices { bytes[i] = 24 }
    }
    for plane in [wall.cb, wall.cr] {
      plane.withMutableBytes { bytes in
        for i in bytes.indices { bytes[i] = 128 }
      }
    }
    var y = gap
    for row in rows {
      var x = gap
      for picture in row {
        picture.copy(picture.bounds, into: wall, x: x, y: y)
        x += picture.size.width + gap
      }
      y += (row.map(\.size.height).max() ?? 0) + gap
    }
    return wall
  }
}
