import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes

/// The wall of glass primitives: every component in every state, light and dark, over pictures of all kinds, as one
/// picture; or one component's way through a transition.
public struct ChromeWall {
  /// What the chrome is made of.
  public enum Component: String, CaseIterable, Sendable {
    case topBar = "top-bar"
    case recordingTimer = "recording-timer"
    case templateShelf = "template-shelf"
    case hintPill = "hint-pill"

    /// The states that it is shown in, by name.
    public var states: [String] {
      switch self {
      case .topBar: ["live", "stale and lost", "connecting"]
      case .recordingTimer: ["ready", "recording"]
      case .templateShelf: ["nothing chosen", "first chosen", "third chosen"]
      case .hintPill: ["short", "twelve words"]
      }
    }
  }

  private static let backdrops: [TestBackdrop] = [.brightSky, .foliage, .art]
  private static let scale = 0.75
  /// Pixels.
  private static let canvas = (width: 900, height: 272, top: 72, bottom: 104)
  private static let gap = 12

  public var components: [Component]
  public var styles: [ChromeStyle]

  /// - Parameters:
  ///   - components: what to show, top to bottom.
  ///   - styles: from left to right, three backdrops each.
  public init(components: [Component] = Component.allCases, styles: [ChromeStyle] = Self.usualStyles) {
    self.components = components
    self.styles = styles
  }

  /// Dark and light.
  public static let usualStyles = [ChromeStyle(appearance: .dark), ChromeStyle(appearance: .light)]

  /// The wall as a PNG.
  ///
  /// - Throws: ``PipelineError``.
  public func png() throws(PipelineError) -> [UInt8] {
    var rows: [[PlanarPicture]] = []
    for component in components {
      for state in component.states.indices {
        var row: [PlanarPicture] = []
        for style in styles {
          for backdrop in Self.backdrops {
            row += try shots(component, state: state, style: style, backdrop: backdrop, times: [500])
          }
        }
        rows.append(row)
      }
    }
    return try PNGEncoder.encode(Self.tiled(rows))
  }

  /// Frames of each component's transition, one every 16.7 ms from left to right, a row for each style, as a PNG.
  ///
  /// - Throws: ``PipelineError``.
  public func timeline() throws(PipelineError) -> [UInt8] {
    var rows: [[PlanarPicture]] = []
    for component in components {
      for style in styles {
        rows.append(
          try shots(
            component, state: 0, style: style, backdrop: .art, times: (0..<10).map { 500 + $0 * 17 },
            changingAt: 500))
      }
    }
    return try PNGEncoder.encode(Self.tiled(rows))
  }

  /// Draws a component at several times, in milliseconds; from `changingAt` on in its next state.
  private func shots(
    _ component: Component, state: Int, style: ChromeStyle, backdrop: TestBackdrop, times: [Int],
    changingAt change: Int = .max
  ) throws(PipelineError) -> [PlanarPicture] {
    let (width, height, top, bottom) = Self.canvas
    do {
      guard let size = PixelSize(width: width, height: height) else { return [] }
      let finder = PixelRect(x: 16, y: top, width: width - 32, height: height - top - bottom)
      let layout = ChromeLayout(
        canvas: size, viewfinders: [finder], topRegion: PixelRect(x: 0, y: 0, width: width, height: top),
        bottomRegion: PixelRect(x: 0, y: height - bottom, width: width, height: bottom), scale: Self.scale)
      let renderer = try ChromeRenderer(layout: layout, style: style, subsampling: .yuv444)
      let picture = try backdrop.picture()
      let canvas = PlanarPicture(size: size, subsampling: .yuv444)
      let before = Self.state(component, state)
      let after = Self.state(component, (state + 1) % component.states.count)
      // Whatever fades in has done so by the first shot.
      for time in [0, 250, 499] {
        renderer.render(before, backdrop: picture, nanoseconds: Int64(time) * 1_000_000, into: canvas)
      }
      var shots: [PlanarPicture] = []
      for time in times {
        renderer.render(
          time >= change ? after : before, backdrop: picture, nanoseconds: Int64(time) * 1_000_000,
          into: canvas)
        shots.append(
          Self.cut(canvas, Self.area(component, renderer.panelAreas[component.rawValue], top, bottom)))
      }
      return shots
    } catch let error as GlassError {
      throw .chrome(error)
    } catch let error as JPEGError {
      throw .codec(error)
    } catch { throw .usage(reason: "\(error)") }
  }

  /// The part of the canvas that shows a component, with a margin: of the hint pill, which changes its width, a
  /// fixed one.
  private static func area(_ component: Component, _ panel: PixelRect?, _ top: Int, _ bottom: Int)
    -> PixelRect
  {
    let (width, height) = (canvas.width, canvas.height)
    let row =
      component == .topBar || component == .recordingTimer
      ? PixelRect(x: 0, y: 0, width: width, height: top)
      : PixelRect(x: 0, y: height - bottom, width: width, height: bottom)
    guard component != .hintPill, let panel else {
      return PixelRect(x: width / 5, y: row.y, width: width * 3 / 5, height: row.height)
    }
    return PixelRect(x: panel.x - 4, y: row.y, width: panel.width + 8, height: row.height)
      .intersection(row)
  }

  private static func state(_ component: Component, _ index: Int) -> ChromeState {
    var state = ChromeState(
      sources: [
        .init(name: "Front camera", status: .live, framesPerSecond: 29.9, drops: 0),
        .init(name: "Desk", status: .live, framesPerSecond: 30, drops: 3),
      ], secondOfDay: 50_607)
    switch component {
    case .topBar:
      let status: [(ChromeState.Source.Status, ChromeState.Source.Status)] = [
        (.live, .live), (.stale, .lost), (.connecting, .live),
      ]
      (state.sources[0].status, state.sources[1].status) = status[index]
    case .recordingTimer: state.recordingSeconds = index == 1 ? 754 : nil
    case .templateShelf:
      state.templates = SilhouetteTemplate.builtIn
      state.selectedTemplate = [nil, 0, 2][index]
    case .hintPill:
      state.hint =
        ["Tilt left a little", "Move a step closer and hold the camera still for a moment, please"][index]
    }
    return state
  }

  private static func cut(_ picture: PlanarPicture, _ area: PixelRect) -> PlanarPicture {
    guard let size = PixelSize(width: area.width, height: area.height) else { return picture }
    let cut = PlanarPicture(size: size, subsampling: .yuv444)
    copy(picture, area, into: cut, x: 0, y: 0)
    return cut
  }

  private static func copy(
    _ from: PlanarPicture, _ area: PixelRect, into target: PlanarPicture, x: Int, y: Int
  ) {
    for (source, plane) in [(from.luma, target.luma), (from.cb, target.cb), (from.cr, target.cr)] {
      plane.withMutableBytes { bytes in
        for row in 0..<area.height {
          for column in 0..<area.width {
            bytes[(y + row) * plane.bytesPerRow + x + column] = source[area.x + column, area.y + row]
          }
        }
      }
    }
  }

  /// Rows of pictures with a gap between them, on mid grey.
  private static func tiled(_ rows: [[PlanarPicture]]) throws(PipelineError) -> PlanarPicture {
    let width = rows.map { $0.reduce(gap) { $0 + $1.size.width + gap } }.max() ?? 0
    let height = rows.reduce(gap) { $0 + ($1.first?.size.height ?? 0) + gap }
    guard let size = PixelSize(width: width, height: height) else {
      throw .usage(reason: "a wall of \(width)x\(height) pixels can't be drawn; choose fewer components")
    }
    let wall = PlanarPicture(size: size, subsampling: .yuv444)
    wall.luma.withMutableBytes { bytes in
      for i in bytes.indices { bytes[i] = 60 }
    }
    var y = gap
    for row in rows {
      var x = gap
      for picture in row {
        copy(picture, picture.bounds, into: wall, x: x, y: y)
        x += picture.size.width + gap
      }
      y += (row.first?.size.height ?? 0) + gap
    }
    return wall
  }
}
