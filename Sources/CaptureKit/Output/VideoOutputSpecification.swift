import HostResources

/// The virtual camera to feed, as the user names it: `/dev/videoN` or `v4l2:PATH[?format=yuyv|mjpeg]`.
public struct VideoOutputSpecification: Sendable, Hashable {
  /// The format of the pictures passed on.
  public enum Format: String, Sendable, CaseIterable {
    /// Packed 4:2:2, limited range, BT.601: supported by every camera reader.
    case yuyv
    /// The JPEG, unchanged.
    case mjpeg
  }

  /// The output node: an absolute path.
  public var path: String
  /// The format to set on the node.
  public var format = Format.yuyv

  /// Names a node; the default format is YUYV.
  public init(path: String, format: Format = .yuyv) {
    self.path = path
    self.format = format
  }

  /// Parses the text after `--sink`.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` for a path that isn't absolute, an unknown key or an unknown format.
  public init(parsing text: String) throws(CaptureError) {
    let body = text.hasPrefix("v4l2:") ? String(text.dropFirst(5)) : text
    let query = SourceQuery(splittingAtLastMark: body)
    guard query.head.hasPrefix("/") else {
      throw .badSource(
        text: text, reason: "write -, or v4l2: and the path of an output node, such as v4l2:/dev/video9")
    }
    path = query.head
    for pair in try query.pairs(source: text) {
      guard pair.key == "format" else {
        throw pair.badSource(
          "there is no '\(pair.key)'\(Spelling.suggestion(for: pair.key, among: ["format"]))")
      }
      guard let format = Format(rawValue: pair.value) else {
        let words = Format.allCases.map(\.rawValue)
        throw pair.badSource(
          "there is no format '\(pair.value)'\(Spelling.suggestion(for: pair.value, among: words))")
      }
      self.format = format
    }
  }
}

extension VideoOutputSpecification: CustomStringConvertible {
  /// Text that parses back to this specification, without the default format.
  public var description: String {
    format == .yuyv ? "v4l2:\(path)" : "v4l2:\(path)?format=\(format.rawValue)"
  }
}
