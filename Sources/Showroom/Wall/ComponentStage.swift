import GlassChrome
import HUDGeometry
import PixelTypes

/// Shows a single component over a picture and takes it from state to state, as a screen would.
final class ComponentStage {
  /// Points around the component, for its shadow.
  static let margin = 24.0
  /// The most space a component gets, in points.
  static let room = (width: 640.0, height: 900.0)

  let canvas: PlanarPicture
  private let painter: ChromePainter
  private let engine: DisplayLayout
  private let environment: LayoutEnvironment
  private let area: Rect
  private var animator: DisplayAnimator
  private var values = FigureValues()
  private var isShown = false
  private var list = DisplayList()
  /// The scenes made so far: each backdrop, sharp and as large as the canvas.
  private var scenes: [(backdrop: PlanarPicture, scene: PlanarPicture)] = []
  private weak var shown: PlanarPicture?

  /// - Parameters:
  ///   - states: all states to be shown, so that the canvas has room for each.
  ///   - scale: pixels per point.
  /// - Throws: ``ShowroomError/chrome(_:)``; ``ShowroomError/usage(reason:)`` for a component that can't be laid out.
  init(
    _ states: [ViewNode], style: ChromeStyle, scale: Double, subsampling: ChromaSubsampling = .yuv444
  ) throws(ShowroomError) {
    environment = LayoutEnvironment(
      typeSize: style.typeSize, language: style.language, scale: scale)
    animator = DisplayAnimator(motion: style.reduceMotion ? .reduced : .standard)
    var (width, height) = (44.0, 44.0)
    do {
      engine = DisplayLayout(measuring: try TypefaceMeasurer(scale: scale, language: style.language))
      for state in states {
        let size = try engine.size(
          of: state, width: Self.room.width, height: Self.room.height, environment: environment)
        width = max(width, size.width)
        height = max(height, size.height)
      }
      func pixels(_ points: Double) -> Int {
        (Int(((points + 2 * Self.margin) * scale).rounded(.up)) + 15) / 16 * 16
      }
      guard let size = PixelSize(width: pixels(width), height: pixels(height)) else {
        throw ShowroomError.usage(reason: "a component of \(width) × \(height) points can't be drawn")
      }
      painter = try ChromePainter(
        layout: ChromeLayout(bare: size, scale: scale), style: style, subsampling: subsampling)
      canvas = PlanarPicture(size: size, subsampling: subsampling)
      area = Rect(
        x: Self.margin, y: Self.margin, width: Double(size.width) / scale - 2 * Self.margin,
        height: Double(size.height) / scale - 2 * Self.margin)
    } catch { throw ShowroomError(error) }
    for slot in 0..<16 { values[slot] = [50_607, 29.9, 30, 754, 12, 3][slot % 6] }
  }

  /// Moves to a state; the first appears at once.
  func show(_ state: ViewNode, nanoseconds: Int64) throws(ShowroomError) {
    do {
      list = try engine.resolve(state, in: area, environment: environment)
      animator.setTarget(list, at: nanoseconds, isAnimated: isShown)
      isShown = true
    } catch { throw .usage(reason: "\(error)") }
  }

  /// Presses every interactive piece of glass in its centre, or releases all.
  func press(_ isPressed: Bool, nanoseconds: Int64) {
    var pressed = list
    if isPressed {
      for g in pressed.groups.indices {
        for i in pressed.groups[g].elements.indices where pressed.groups[g].elements[i].glass.isInteractive {
          pressed.groups[g].elements[i].press = 1
          pressed.groups[g].elements[i].touch = pressed.groups[g].elements[i].frame.center
          pressed.groups[g].elements[i].touchStrength = 1
        }
      }
    }
    animator.setTarget(pressed, at: nanoseconds)
  }

  /// Frames of enabled, selected controls that are fully visible without fading, as laid out, in pixels of the canvas.
  var selected: [PixelRect] {
    let scale = environment.scale
    return list.accessibility.filter { $0.isSelected && $0.isEnabled && list.showsWhole($0) }.map { element in
      let frame = element.frame
      let (left, top) = (Int((frame.x * scale).rounded(.down)), Int((frame.y * scale).rounded(.down)))
      return PixelRect(
        x: left, y: top, width: Int((frame.maxX * scale).rounded(.up)) - left,
        height: Int((frame.maxY * scale).rounded(.up)) - top)
    }
  }

  /// True while nothing moves; icons may pulse.
  var isAtRest: Bool { animator.isAtRest }
  /// True while nothing changes.
  var isSettled: Bool { animator.isSettled }

  /// The middle of a backdrop, as much of it as lies behind the component: eight points per picture
  /// pixel, as in a 1920-point viewfinder.
  func part(of backdrop: TestBackdrop, nanoseconds: Int64 = 0) throws(ShowroomError) -> PlanarPicture {
    do { return part(of: try backdrop.picture(nanoseconds: nanoseconds), pointsPerPixel: 8) } catch {
      throw .codec(error)
    }
  }

  /// The middle of a picture in 4:4:4, as much of it as lies behind the component.
  func part(of whole: PlanarPicture, pointsPerPixel: Double) -> PlanarPicture {
    let pixels = environment.scale * pointsPerPixel
    let width = min(max(Int(Double(canvas.size.width) / pixels), 2), whole.size.width)
    let height = min(max(Int(Double(canvas.size.height) / pixels), 2), whole.size.height)
    return whole.cut(
      PixelRect(
        x: (whole.size.width - width) / 2, y: (whole.size.height - height) / 2, width: width, height: height))
  }

  /// Draws the component as it is at a time.
  ///
  /// - Parameter backdrop: fills the canvas, sharp.
  func draw(over backdrop: PlanarPicture, nanoseconds: Int64, quality: GlassQuality = .full) {
    animator.advance(to: nanoseconds)
    if shown !== backdrop {
      shown = backdrop
      painter.scene = scene(of: backdrop)
    }
    painter.paint(
      animator.displayed, values: values, backdrop: backdrop, nanoseconds: nanoseconds, quality: quality,
      into: canvas)
  }

  private func scene(of backdrop: PlanarPicture) -> PlanarPicture {
    if let known = scenes.first(where: { $0.backdrop === backdrop }) { return known.scene }
    let scene = backdrop.enlarged(to: canvas.size, canvas.subsampling)
    scenes.append((backdrop, scene))
    return scene
  }

  /// Leaves out words and marks, and records where texts are.
  func measure(by log: InkLog) {
    painter.drawsInk = false
    painter.inkLog = log
  }
}
