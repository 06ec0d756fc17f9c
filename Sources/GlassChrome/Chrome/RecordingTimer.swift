import HUDGeometry
import PixelTypes

/// The capsule that says whether and for how long a recording runs.
final class RecordingTimer {
  private let idle: GlassPanel
  private let recording: GlassPanel
  private let context: ChromeContext
  private let ready: TextLine
  private let label: TextLine
  private let dot: InkShape
  private let ring: InkShape
  private let baseline: Int
  private let lead: Double
  private let contentX: Double
  private let area: PixelRect

  /// How wide the capsule has to be, in pixels, with and without its label.
  static func width(_ context: ChromeContext, height: Int, labelled: Bool) -> Int {
    let face = context.fonts.headline
    let content = Self.content(context, labelled)
    let ready = context.pixels(21) + face.line("Ready").advance
    return Int((max(content, ready) + Double(height) * 0.8) / 2) * 2
  }

  private static func content(_ context: ChromeContext, _ labelled: Bool) -> Double {
    let face = context.fonts.headline
    let time = FigureText.time(seconds: 0, withHours: true).width(in: face)
    return context.pixels(21) + time + (labelled ? face.line("REC").advance + context.pixels(8) : 0)
  }

  init(area: PixelRect, labelled: Bool, context: ChromeContext) {
    self.area = area
    self.context = context
    let radius = Double(area.height) / 2
    idle = context.panel(area, radius: radius, material: .regular(context.style))
    recording = context.panel(area, radius: radius, material: .recording(context.style))
    let face = context.fonts.headline
    ready = face.line("Ready")
    label = labelled ? face.line("REC") : .empty
    baseline = area.y + Int((Double(area.height) / 2 + face.capHeight / 2).rounded())
    lead = context.pixels(21)
    contentX = Double(area.x) + (Double(area.width) - Self.content(context, labelled)) / 2
    let diameter = max(context.pixels(12), 6)
    let middle = Double(baseline) - face.capHeight / 2
    dot = InkShape(
      filling: .circle(center: Point(contentX + diameter / 2, middle), radius: diameter / 2), within: area,
      subsampling: context.subsampling, rasterizer: context.rasterizer)
    let readyX = Double(area.x) + (Double(area.width) - lead - ready.advance) / 2
    ring = InkShape(
      stroking: .circle(center: Point(readyX + diameter / 2, middle), radius: diameter / 2 - 1),
      width: max(context.pixels(1.8), 1), within: area, subsampling: context.subsampling,
      rasterizer: context.rasterizer)
  }

  /// The glass for a state: tinted while recording.
  func panel(_ state: ChromeState) -> GlassPanel { state.isRecording ? recording : idle }

  func draw(_ state: ChromeState, pen: InkPen) {
    let face = context.fonts.headline
    guard let seconds = state.recordingSeconds else {
      pen.draw(ring, color: context.palette.primary)
      let x = Double(area.x) + (Double(area.width) - lead - ready.advance) / 2 + lead
      pen.draw(ready, x: x, baseline: baseline, color: context.palette.primary)
      return
    }
    let ink = context.palette.onRecording
    pen.draw(dot, color: ink)
    var x = contentX + lead
    pen.draw(label, x: x, baseline: baseline, color: ink)
    if label.advance > 0 { x += label.advance + context.pixels(8) }
    let whole = seconds.isFinite ? Int(min(max(seconds, 0), 359_999)) : 0
    pen.draw(
      FigureText.time(seconds: whole, withHours: true), face: face, x: x, baseline: baseline, color: ink)
  }
}
