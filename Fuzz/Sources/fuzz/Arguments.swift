import CaptureKit
import PixelTypes

@testable import Compositor
@testable import Pipeline
@testable import Recordings

/// An input as what somebody typed. What is understood reads back as the same.
func parse(_ input: Span<UInt8>) {
  let text = String(decoding: array(input), as: UTF8.self)
  _ = PixelSize(parsing: text)
  _ = try? FrameSelection(parsing: text)
  _ = try? PictureStamp(text, corner: .topLeft)
  do {
    let source = try SourceSpecification(parsing: text)
    guard case .synthetic = source else { return }
    guard let again = try? SourceSpecification(parsing: "\(source)") else {
      preconditionFailure("\(source) can't be read back")
    }
    precondition(again == source, "\(source) reads back as \(again)")
  } catch { precondition("\(error)".utf8.count < 8 * text.utf8.count + 4000, "a message without end") }
}
