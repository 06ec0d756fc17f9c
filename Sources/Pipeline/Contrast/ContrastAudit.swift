import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes

/// Measures every text of every component over every test backdrop, in every style and size, on every frame of a
/// scene in which everything changes that can.
public struct ContrastAudit {
  /// The least contrast of one component over one backdrop.
  public struct Cell: Sendable, Codable {
    public var component: String
    public var backdrop: String
    /// Where contrast was increased, at least 7; else at least 4.5.
    public var isIncreased: Bool
    public var least: Double
    /// Texts that were measured, frame by frame.
    public var texts: Int
  }

  public struct Report: Sendable, Codable {
    public var cells: [Cell] = []
    public var frames = 0
    public var holds: Bool {
      cells.allSatisfy { $0.least >= ContrastAudit.limit(isIncreased: $0.isIncreased) }
    }

    public init() {}
  }

  /// What is asked of text: WCAG 2.2's AA, and AAA with increased contrast.
  public static func limit(isIncreased: Bool) -> Double { isIncreased ? 7 : 4.5 }

  /// Canvases that the chrome is drawn on: usual, small, tall, and at twice the scale.
  public static var layouts: [ChromeLayout] {
    func layout(_ width: Int, _ height: Int, _ finder: PixelRect, _ top: Int, _ bottom: Int, _ scale: Double)
      -> ChromeLayout
    {
      ChromeLayout(
        canvas: PixelSize(width: width, height: height)!, viewfinders: [finder],
        topRegion: PixelRect(x: 0, y: 0, width: width, height: top),
        bottomRegion: PixelRect(x: 0, y: height - bottom, width: width, height: bottom), scale: scale)
    }
    return [
      layout(1296, 648, PixelRect(x: 16, y: 48, width: 1264, height: 528), 48, 72, 0.5),
      layout(640, 400, PixelRect(x: 16, y: 48, width: 608, height: 280), 48, 72, 0.5),
      layout(720, 1296, PixelRect(x: 16, y: 96, width: 688, height: 1024), 96, 160, 1),
      layout(1600, 560, PixelRect(x: 32, y: 192, width: 1536, height: 144), 192, 208, 2),
    ]
  }

  /// Light and dark, with and without more contrast, glass and plain.
  public static var styles: [ChromeStyle] {
    ChromeStyle.Appearance.allCases.flatMap { appearance in
      [false, true].flatMap { increased in
        [false, true].map { plain in
          ChromeStyle(appearance: appearance, reduceTransparency: plain, increaseContrast: increased)
        }
      }
    }
  }

  public init() {}

  /// - Parameters:
  ///   - layouts: where to draw.
  ///   - frames: of each scene, 30 a second.
  ///   - progress: called after each scene.
  /// - Throws: ``PipelineError/chrome(_:)``, ``PipelineError/codec(_:)``.
  public func run(
    layouts: [ChromeLayout] = ContrastAudit.layouts, styles: [ChromeStyle] = ContrastAudit.styles,
    backdrops: [TestBackdrop] = TestBackdrop.allCases, frames: Int = 36,
    progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(PipelineError) -> Report {
    var report = Report()
    var cells: [String: Cell] = [:]
    var done = 0
    for layout in layouts {
      for style in styles {
        for backdrop in backdrops {
          try measure(layout, style, backdrop, frames: frames, into: &cells)
          report.frames += frames
          done += 1
          progress(done, layouts.count * styles.count * backdrops.count)
        }
      }
    }
    report.cells = cells.sorted { $0.key < $1.key }.map(\.value)
    return report
  }

  private func measure(
    _ layout: ChromeLayout, _ style: ChromeStyle, _ backdrop: TestBackdrop, frames: Int,
    into cells: inout [String: Cell]
  ) throws(PipelineError) {
    let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv422)
    do {
      let renderer = try ChromeRenderer(layout: layout, style: style, subsampling: .yuv422)
      // Text is noted and left out, so that the canvas shows what lies behind it.
      let log = InkLog()
      renderer.drawsInk = false
      renderer.inkLog = log
      let still = try backdrop.picture()
      let before = try (style.appearance == .dark ? TestBackdrop.black : .white).picture()
      for frame in 0..<frames {
        let time = Int64(frame) * 33_333_333
        // The backdrop comes at once after one that needs no wash.
        let shown = frame < 3 ? before : backdrop == .flash ? try backdrop.picture(nanoseconds: time) : still
        log.clear()
        renderer.render(Self.state(frame), backdrop: shown, nanoseconds: time, into: canvas)
        for text in log.entries {
          let key = "\(text.component) \(style.increaseContrast) \(backdrop.rawValue)"
          var cell =
            cells[key]
            ?? Cell(
              component: text.component, backdrop: backdrop.rawValue, isIncreased: style.increaseContrast,
              least: .infinity, texts: 0)
          cell.least = min(cell.least, PlateContrast.least(text, over: canvas))
          cell.texts += 1
          cells[key] = cell
        }
      }
    } catch let error as GlassError {
      throw .chrome(error)
    } catch let error as JPEGError {
      throw .codec(error)
    } catch { throw .usage(reason: "\(error)") }
  }

  /// Hints come and go, a recording starts and stops, templates and cameras' states change.
  private static func state(_ frame: Int) -> ChromeState {
    let hints = ["Tilt left a little", "Move closer and hold the camera still"]
    return ChromeState(
      sources: [
        .init(name: "Front camera", status: .allCases[frame / 6 % 4], framesPerSecond: 29.9, drops: frame),
        .init(name: "Desk", status: .allCases[(frame / 6 + 1) % 4], framesPerSecond: 8.1, drops: 12_345),
      ], secondOfDay: 46_800 + frame, recordingSeconds: (10..<24).contains(frame) ? Double(frame) : nil,
      hint: frame < 6 ? nil : frame < 16 ? hints[0] : frame < 26 ? hints[1] : nil,
      templates: SilhouetteTemplate.builtIn, selectedTemplate: frame / 9)
  }
}
