import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes

/// The wall of glass primitives: every component in every state, dark and light, over pictures of all kinds, as one
/// picture; or components' ways from state to state.
public struct ChromeWall {
  public let components: [ComponentCatalog.Entry]
  public let styles: [ChromeStyle]
  /// How much of the glass is drawn; several stand side by side.
  public var qualities = [GlassQuality.full]
  /// What lies behind, state by state; empty takes photographs by turns.
  public var backdrops: [TestBackdrop] = []
  /// Pixels to the point, 1 … 4.
  public var scale = 1.0

  /// - Parameters:
  ///   - names: of the components to show, top to bottom; empty for all. `NAME/STATE,STATE` shows some
  ///     of its states.
  ///   - styles: of each component, top to bottom.
  /// - Throws: ``PipelineError/usage(reason:)`` for a name that the catalog lacks.
  public init(names: [String] = [], styles: [ChromeStyle] = Self.usualStyles) throws(PipelineError) {
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
      var shots: [WallSheet.Shot] = []
      for (i, state) in entry.states.enumerated() {
        for kind in backdrops.isEmpty ? [Self.photographs[i % Self.photographs.count]] : backdrops {
          for quality in qualities {
            let stage = try ComponentStage([state.view], style: style, scale: scale)
            let backdrop = try stage.part(of: kind)
            try stage.show(state.view, nanoseconds: 0)
            stage.draw(over: backdrop, nanoseconds: 0, quality: quality)
            var caption = backdrops.isEmpty ? state.name : "\(state.name), \(kind.rawValue)"
            if qualities.count > 1 { caption = quality.name }
            shots.append(WallSheet.Shot(picture: stage.canvas, caption: caption))
          }
        }
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
      var shots: [WallSheet.Shot] = []
      var (views, names) = (entry.states.map(\.view), entry.states.map(\.name))
      if views.count == 1 {
        // One state by itself: it comes and goes.
        views = [Group {}.node, views[0], Group {}.node]
        names = ["none", names[0], "none"]
      }
      let stage = try ComponentStage(views, style: style, scale: scale)
      let backdrop = try stage.part(of: backdrops.first ?? .art)
      var time: Int64 = 0
      for (view, name) in zip(views, names) {
        try stage.show(view, nanoseconds: time)
        for frame in 0..<9 {
          stage.draw(over: backdrop, nanoseconds: time + Int64(frame) * 40_000_000)
          shots.append(
            WallSheet.Shot(
              picture: stage.canvas.cut(stage.canvas.bounds),
              caption: frame == 0 ? name : "\(frame * 40) ms"))
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
    _ shots: (ComponentCatalog.Entry, ChromeStyle) throws(PipelineError) -> [WallSheet.Shot]
  ) throws(PipelineError) -> [UInt8] {
    var sheet = WallSheet()
    for (i, entry) in components.enumerated() {
      sheet.add(heading: entry.name)
      for style in styles { sheet.add(try shots(entry, style)) }
      progress(i + 1, components.count)
    }
    do {
      return try PNGEncoder.encode(try sheet.picture())
    } catch let error as GlassError { throw .chrome(error) } catch let error as PipelineError {
      throw error
    } catch {
      throw .usage(reason: "\(error)")
    }
  }

  private static let photographs: [TestBackdrop] = [.brightSky, .foliage, .art, .skin]
}
