/// The settings of a file source: `file:PATH[?fps=25&loop=1]`.
public struct FileSourceSettings: Sendable, Hashable {
  /// A folder or glob of JPEGs, a `.jpg`, `.mjpeg`, `.avi` or `.y4m`.
  public var path: String
  /// `fps`: overrides the file's own rate; a file without one runs at 30 by default.
  public var framesPerSecond: Double?
  /// `loop`: start over at the end, endlessly; sequence and time go on.
  public var loops: Bool

  /// Makes settings: by default the file's own rate, played once.
  public init(path: String, framesPerSecond: Double? = nil, loops: Bool = false) {
    self.path = path
    self.framesPerSecond = framesPerSecond
    self.loops = loops
  }

  static let keys = ["fps", "loop"]

  /// Parses the text after `file:`. The path needn't exist yet.
  init(parsing body: String, source text: String) throws(CaptureError) {
    // If a file has the whole text as its name, question mark and all, that file is meant.
    let query = SourceQuery(splittingAtLastMark: body)
    guard !FileStatus.exists(body) || query.tail.isEmpty else {
      self.init(path: body)
      return
    }
    self.init(path: query.head)
    guard !path.isEmpty else { throw .badSource(text: text, reason: "a path must follow 'file:'") }
    for (key, value) in try query.pairs(source: text) {
      switch key {
      case "fps":
        guard let rate = Double(value), (0.01...1000).contains(rate) else {
          throw .badSource(text: text, reason: "fps=\(value) must be a number from 0.01 to 1000")
        }
        framesPerSecond = rate
      case "loop":
        guard value == "0" || value == "1" else {
          throw .badSource(text: text, reason: "loop=\(value) must be 0 or 1")
        }
        loops = value == "1"
      default:
        throw .badSource(
          text: text, reason: "a file has no key '\(key)'" + Spelling.suggestion(for: key, among: Self.keys))
      }
    }
  }
}

extension FileSourceSettings: CustomStringConvertible {
  /// `PATH[?fps=…&loop=1]`.
  public var description: String {
    var pairs: [String] = []
    if let framesPerSecond { pairs.append("fps=\(framesPerSecond.shortest)") }
    if loops { pairs.append("loop=1") }
    return path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }
}
