import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes

/// The wall of glass primitives as one picture: every component in every state, dark and light,
/// over pictures of all kinds; or the components' transitions between states.
package struct ChromeWall {
  /// The components shown, top to bottom.
  package let components: [ComponentCatalog.Entry]
  /// The styles each component is shown in, top to bottom.
  package let styles: [ChromeStyle]
  /// How much of the glass to draw; several qualities appear side by side.
  package var qualities = [GlassQuality.full]
  /// The backdrop of each state; if empty, photographs in rotation.
  package var backdrops: [TestBackdrop] = []
  /// A photograph behind all states instead of the backdrops, in 4:4:4; `nil` for none.
  package var photograph: PlanarPicture?
  /// Pixels per point; the command line allows 1...4.
  package var scale = 1.0

  /// A wall of the named components.
  ///
  /// - Parameters:
  ///   - names: the components to show, top to bottom; empty for all. `NAME/STATE,STATE` shows some
  ///     of its states.
  ///   - styles: each component's styles, top to bottom.
  /// - Throws: ``ShowroomError/usage(reason:)`` for a name that the catalog lacks.
  package init(names: [String] = [], styles: [ChromeStyle] = Self.usualStyles) throws(ShowroomError) {
    var components: [ComponentCatalog.Entry] = []
    for name in names {
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      let entry = try Self.entry(named: parts.first ?? "")
      guard parts.count == 2 else {
        components.append(entry)
        continue
      }
      guard let state = entry.showing(parts[1].split(separator: ",").map(String.init)) else {
        throw .usage(
          reason: "\(entry.name) has no state '\(parts[1])'; it has "
            + entry.states.map(\.name).joined(separator: ", "))
      }
      components.append(state)
    }
    self.components = names.isEmpty ? ComponentCatalog.entries : components
    self.styles = styles
  }

  /// The catalog's entry for a component.
  ///
  /// - Throws: ``ShowroomError/usage(reason:)`` for a name that the catalog lacks.
  static func entry(named name: String) throws(ShowroomError) -> ComponentCatalog.Entry {
    guard let entry = ComponentCatalog.entry(named: name) else {
      throw .usage(
        reason:
          "there is no component '\(name)'; the components are \(ComponentCatalog.names.joined(separator: ", "))"
      )
    }
    return entry
  }

  /// Dark and light.
  package static let usualStyles = [ChromeStyle(appearance: .dark), ChromeStyle(appearance: .light)]

  /// The wall as a PNG.
  ///
  /// - Parameter progress: called after each component.
  /// - Throws: ``ShowroomError``.
  package func png(progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }) throws(ShowroomError) -> [UInt8]
  {
    try picture(progress) { entry, style throws(ShowroomError) in
      var shots: [WallSheet.Shot] = []
      for (i, state) in entry.states.enumerated() {
        for kind in backdrops.isEmpty ? [Self.photographs[i % Self.photographs.count]] : backdrops {
          for quality in qualities {
            let stage = try ComponentStage([state.view], style: style, scale: scale)
            let backdrop = try part(kind, on: stage)
            try stage.show(state.view, nanoseconds: 0)
            stage.draw(over: backdrop, nanoseconds: 0, quality: quality)
            shots.append(WallSheet.Shot(picture: stage.canvas, caption: caption(entry, i, kind, quality)))
          }
        }
      }
      return [Row(shots: shots)]
    }
  }

  /// The picture behind a component: from the photograph, or else from a backdrop.
  private func part(_ kind: TestBackdrop, on stage: ComponentStage) throws(ShowroomError) -> PlanarPicture {
    guard let photograph else { return try stage.part(of: kind) }
    return stage.part(of: photograph, pointsPerPixel: 1 / scale)
  }

  /// The words that distinguish a shot from its neighbours.
  private func caption(
    _ entry: ComponentCatalog.Entry, _ state: Int, _ backdrop: TestBackdrop, _ quality: GlassQuality
  ) -> String {
    var words: [String] = []
    if entry.states.count > 1 || backdrops.count + qualities.count < 2 {
      words.append(entry.states[state].name)
    }
    if !backdrops.isEmpty { words.append(backdrop.rawValue) }
    if qualities.count > 1 { words.append(quality.name) }
    return words.joined(separator: ", ")
  }

  /// The components' transitions between states as a PNG, one row each, with a frame every 40 ms.
  ///
  /// A component with one state appears and disappears.
  ///
  /// - Parameter progress: called after each component.
  /// - Throws: ``ShowroomError``.
  package func timeline(progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }) throws(ShowroomError)
    -> [UInt8]
  {
    try picture(progress) { entry, style throws(ShowroomError) in
      var (views, names) = (entry.states.map(\.view), entry.states.map(\.name))
      if views.count == 1 {
        (views, names) = ([Group {}.node, views[0], Group {}.node], ["", names[0], ""])
      }
      let stage = try ComponentStage(views, style: style, scale: scale)
      let backdrop = try part(backdrops.first ?? .art, on: stage)
      try stage.show(views[0], nanoseconds: 0)
      stage.draw(over: backdrop, nanoseconds: 0)
      var rows: [Row] = []
      for i in views.indices.dropFirst() {
        let start = Int64(i) * 1_000_000_000
        stage.draw(over: backdrop, nanoseconds: start)
        var shots = [Self.shot(stage, names[i - 1])]
        try stage.show(views[i], nanoseconds: start)
        for frame in 1...9 {
          stage.draw(over: backdrop, nanoseconds: start + Int64(frame) * 40_000_000)
          shots.append(Self.shot(stage, "\(frame * 40) ms"))
        }
        stage.draw(over: backdrop, nanoseconds: start + 999_000_000)
        shots.append(Self.shot(stage, names[i]))
        rows.append(Row(shots: shots, wraps: false))
      }
      return rows
    }
  }

  private struct Row {
    var shots: [WallSheet.Shot]
    var wraps = true
  }

  /// A copy of the stage as it is now.
  private static func shot(_ stage: ComponentStage, _ caption: String) -> WallSheet.Shot {
    WallSheet.Shot(picture: stage.canvas.cut(stage.canvas.bounds), caption: caption)
  }

  /// All components' shots under their names.
  private func picture(
    _ progress: (_ done: Int, _ of: Int) -> Void,
    _ rows: (ComponentCatalog.Entry, ChromeStyle) throws(ShowroomError) -> [Row]
  ) throws(ShowroomError) -> [UInt8] {
    var sheet = WallSheet()
    for (i, entry) in components.enumerated() {
      sheet.add(heading: entry.name)
      for style in styles {
        for row in try rows(entry, style) { sheet.add(row.shots, wraps: row.wraps) }
      }
      progress(i + 1, components.count)
    }
    do { return try PNGEncoder.encode(try sheet.picture()) } catch { throw ShowroomError(error) }
  }

  private static let photographs: [TestBackdrop] = [.brightSky, .foliage, .art, .skin]
}
