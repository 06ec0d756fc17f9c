@testable import GlassChrome

/// Made once: finding fonts takes longer than thousands of inputs.
private struct Writer {
  let face: Typeface
  let layout: TextLayout

  init?() {
    guard let face = try? Typeface(pixels: 20, weight: .regular) else { return nil }
    self.face = face
    layout = TextLayout(face: face)
  }

  // SAFETY: the fuzzer has one thread.
  nonisolated(unsafe) static let shared = Writer()
}

/// An input as a line and as lines, in both directions: nothing is wider than it may be.
func write(_ input: Span<UInt8>) {
  guard let writer = unsafe Writer.shared else { return }
  let text = String(decoding: array(input), as: UTF8.self)
  for direction in [TextDirection.automatic, .rightToLeft] {
    let line = writer.face.line(text, maximum: 200, direction: direction)
    precondition(line.advance <= 200 && line.advance.isFinite, "\(line.advance) wide")
    for row in writer.layout.rows(text, maximum: 120, limit: 4, direction: direction) {
      let line = writer.face.draw(row.text, direction: row.isRightToLeft ? .rightToLeft : .leftToRight)
      precondition(line.advance.isFinite && line.mask.height < 2000)
    }
  }
}
