import HostResources

/// The virtual camera to feed, as the user names it: `/dev/videoN`, `v4l2:PATH[?format=yuyv|mjpeg]` or
/// `pipewire:NAME[?format=yuyv|mjpeg]`.
public struct VideoOutputSpecification: Sendable, Hashable {
  /// The format of the pictures passed on.
  public enum Format: String, Sendable, CaseIterable {
    /// Packed 4:2:2, limited range, BT.601: supported by every camera reader.
    case yuyv
    /// The JPEG, unchanged.
    case mjpeg
  }

  /// The output node: an absolute path, or `pipewire:` and the name of a node to make.
  public var path: String
  /// The format to set on the node; `nil` for what its readers choose, which a PipeWire node can tell.
  public var format: Format?

  /// Names a node; the default format is YUYV.
  public init(path: String, format: Format? = .yuyv) {
    self.path = path
    self.format = format
  }

  /// Parses the text after `--sink`.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` for a path that isn't absolute, an unknown key or an unknown format.
  public init(parsing text: String) throws(CaptureError) {
    let body = text.hasPrefix("v4l2:") ? String(text.dropFirst(5)) : text
    let query = SourceQuery(splittingAtLastMark: body)
    path = query.head
    guard path.hasPrefix("/") || isPipeWire && path != CameraService.pipewire.scheme else {
      throw .badSource(
        text: text,
        reason:
          "write -, v4l2: and the path of an output node, such as v4l2:/dev/video9, or pipewire: and a name")
    }
    format = isPipeWire ? nil : .yuyv
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
    guard let format, isPipeWire || format != .yuyv else { return name }
    return naming(format)
  }
}

extension VideoOutputSpecification {
  /// Whether it is a PipeWire node.
  package var isPipeWire: Bool { CameraService(path: path) == .pipewire }
  private var name: String { isPipeWire ? path : "v4l2:\(path)" }

  /// The same node with another format, as the user would write it.
  package func naming(_ format: Format) -> String { "\(name)?format=\(format.rawValue)" }

  /// Whether the node can't be opened only because PipeWire doesn't run now.
  package func awaits(after error: CaptureError) -> Bool {
    error == .notFound(path: path, hint: CameraService.pipewire.downHint)
  }
}
