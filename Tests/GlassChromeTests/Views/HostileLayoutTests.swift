import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Layouts of what is no length")
struct HostileLayoutTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, -0.0, 1e300, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]

  private func check(_ view: some View, in room: Rect = canvas, scale: Double = 1) throws {
    let list = try laidOut(onGlass(view), in: room, environment: LayoutEnvironment(scale: scale))
    let frames =
      list.items.map(\.frame) + list.elements.map(\.frame)
      + list.accessibility.map(\.frame) + list.groups.map(\.bounds)
    for frame in frames {
      #expect(frame.x.isFinite && frame.y.isFinite && frame.maxX.isFinite && frame.maxY.isFinite, "\(frame)")
    }
  }

  @Test("modifiers take any number", arguments: numbers)
  func modifiers(number: Double) throws {
    let base = Text("one two").lineLimit(Int.min)
    try check(base.padding(number))
    try check(base.frame(width: number, height: number))
    try check(base.frame(minWidth: number, idealWidth: -number, maxWidth: number, maxHeight: number))
    try check(base.offset(x: number, y: number))
    try check(base.opacity(number))
    try check(base.relativeFrame(width: number, height: number, x: number, y: number))
    try check(
      HStack(spacing: number) {
        base.layoutPriority(number)
        Spacer(minLength: number)
        Icon("camera", size: number)
        PathShape("M0 0", lineWidth: number)
        Capsule().fill(strength: number)
        Figures(slot: .max, format: .integer, digits: .max)
      })
    try check(RoundedRectangle(cornerRadius: .fixed(number)))
    try check(RoundedRectangle(cornerRadius: .concentric(minimum: number)))
    try check(Text("x").containerShape(.rect(cornerRadius: .fixed(number))))
  }

  @Test("rooms and scales may be anything", arguments: numbers)
  func rooms(number: Double) throws {
    let view = HStack {
      Text("some words that wrap")
      Spacer()
      Button("b", title: "Button").buttonStyle(.tonal)
    }
    try check(view, in: Rect(x: number, y: 0, width: number, height: number))
    try check(view, in: Rect(x: 0, y: number, width: 300, height: 0))
    try check(view, scale: number)
  }

  @Test("components take any value", arguments: numbers)
  func components(number: Double) throws {
    for view in [
      ZoomSlider(Binding("z", number)).node, ExposureSlider(Binding("e", number)).node,
      InfoPanel(CameraExposure(time: .init(number), gain: .init(number))).node,
    ] {
      let list = try laidOut(view)
      #expect(list.items.allSatisfy { $0.frame.x.isFinite && $0.frame.maxY.isFinite })
    }
  }

  @Test("text may be empty, blank, long, or of any script")
  func texts() throws {
    let texts = [
      "", " ", "\n\t", String(repeating: "x", count: 5_000), "שלום עולם", "👩‍👩‍👧‍👦 👍🏽", "e\u{301}\u{0}\u{7F}",
    ]
    for text in texts {
      for width in [0.0, 1, 50, 400] {
        try check(Text(text).frame(width: width))
        try check(HintPillContent(text: text).frame(width: width))
      }
    }
  }
}

/// A hint's words without its glass.
private struct HintPillContent: View {
  var text: String
  var body: some View { Text(HintPillView(text).text).lineLimit(2) }
}
