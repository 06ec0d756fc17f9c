/// What the user names as a virtual camera to feed: `/dev/videoN` or `v4l2:PATH[?format=yuyv|mjpeg]`.
public struct VideoOutputSpecification: Sendable, Hashable {
  /// How pictures are passed on.
  public enum Format: String, Sendable, CaseIterable {
    /// Packed 4:2:2, limited range, BT.601: what every reader of cameras takes.
    case yuyv
    /// The JPEG as it is.
    case mjpeg
  }

  public var path: String
  public var format = Format.yuyv

  public init(path: String, format: Format = .yuyv) {
    self.path = path
    self.format = format
  }

  /// - Throws: ``CaptureError/badSource(text:reason:)``.
  public init(parsing text: String) throws(CaptureError) {
    let body = text.hasPrefix("v4l2:") ? String(text.dropFirst(5)) : text
    let query = SourceQuery(splittingAtLastMark: body)
    guard query.head.hasPrefix("/") else {
      throw .badSource(
        text: text, reason: "write -, or v4l2: and the path of an output node, such as v4l2:/dev/video9")
    }
    path = query.head
    for (key, value) in try query.pairs(source: text) {
      guard key == "format" else {
        throw .badSource(
          text: text, reason: "there is no '\(key)'\(Spelling.suggestion(for: key, among: ["format"]))")
      }
      guard let format = Format(rawValue: value) else {
        let words = Format.allCases.map(\.rawValue)
        throw .badSource(
          text: text, reason: "there is no format '\(value)'\(Spelling.suggestion(for: value, among: words))")
      }
      self.format = format
    }
  }
}

extension VideoOutputSpecification: CustomStringConvertible {
  public var description: String {
    format == .yuyv ? "v4l2:\(path)" : "v4l2:\(path)?format=\(format.rawValue)"
  }
}
