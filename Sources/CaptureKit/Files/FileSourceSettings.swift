import HostResources
import PixelTypes

/// The settings of a file source: `file:PATH[?fps=25&loop=1&first=300&frames=90&camera=primary]`.
public struct FileSourceSettings: Sendable, Hashable {
  /// A folder or glob of pictures, a `.jpg`, `.png` or film, or a pipe with Motion JPEG, bare or in Matroska: `-` for standard input.
  public var path: String
  /// `fps`: overrides the file's own rate; the default for a file without one is 30.
  public var framesPerSecond: Double?
  /// `loop`: start over at the end, endlessly; sequence and time continue.
  public var loops: Bool
  /// `first`: the number of the first frame to read, counted from 0, including lost ones. Numbers and times are those of the
  /// whole file.
  public var first = 0
  /// `frames`: how many frames to read from there, including lost ones; `nil` for all.
  public var frames: Int?
  /// `camera`: in a recording, read the frames kept from this camera (`primary`, `secondary` …), at the times they were
  /// taken; `nil` for the pictures themselves.
  public var camera: String?

  /// Makes settings; the default is the file's own rate, played once in full.
  public init(path: String, framesPerSecond: Double? = nil, loops: Bool = false) {
    self.path = path
    self.framesPerSecond = framesPerSecond
    self.loops = loops
    if path == "/dev/stdin" || descriptor == 0 { self.path = "-" }
  }

  static let keys = ["fps", "loop", "first", "frames", "camera"]

  /// The number of the first frame beyond the part to read.
  package var end: Int { frames.map { first &+ $0 } ?? .max }

  /// Whether frames come on standard input.
  public var isStandardInput: Bool { path == "-" }

  /// Whether frames come through a pipe, once: standard input, a named pipe, or an open descriptor, as from `<(…)`.
  public var isPipe: Bool { descriptor != nil || FileStatus(path) == .pipe }

  /// The open descriptor that the path names.
  package var descriptor: Int32? {
    if isStandardInput { return 0 }
    let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
    return folder.flatMap { Int32(path.dropFirst($0.count)) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether it is only part of the file.
  public var isPart: Bool { first > 0 || frames != nil }

  /// Parses the text after `file:`. The path needn't exist yet.
  init(parsing body: String, source text: String) throws(CaptureError) {
    // If a file has the whole text as its name, including the question mark, that file is meant.
    let query = SourceQuery(splittingAtLastMark: body)
    guard !FileStatus.exists(body) || query.tail.isEmpty else {
      self.init(path: body)
      return
    }
    self.init(path: query.head)
    guard !path.isEmpty else { throw .badSource(text: text, reason: "a path must follow 'file:'") }
    for pair in try query.pairs(source: text) {
      switch pair.key {
      case "fps": framesPerSecond = try pair.decimal(in: 0.01...1000)
      case "loop":
        guard pair.value == "0" || pair.value == "1" else {
          throw pair.badSource("loop=\(pair.value) must be 0 or 1")
        }
        loops = pair.value == "1"
      case "first": first = try Self.count(pair, from: 0)
      case "frames": frames = try Self.count(pair, from: 1)
      case "camera":
        if let problem = CameraNames.objection(to: pair.value) {
          throw pair.badSource("camera=\(pair.value): \(problem)")
        }
        camera = pair.value
      default:
        throw pair.badSource(
          "a file has no key '\(pair.key)'" + Spelling.suggestion(for: pair.key, among: Self.keys))
      }
    }
    if isPipe, loops {
      throw .badSource(text: text, reason: "a pipe is read once: leave out loop")
    }
    if loops, isPart {
      throw .badSource(text: text, reason: "a part doesn't loop: leave out loop=1, or first and frames")
    }
  }

  private static func count(_ pair: SourcePair, from least: Int) throws(CaptureError) -> Int {
    guard let count = Int(pair.value), (least...mostFrames).contains(count) else {
      throw pair.badSource("\(pair.key)=\(pair.value) must be a whole number from \(least) to \(mostFrames)")
    }
    return count
  }

  /// A year at 1,000 frames a second has 31 billion.
  private static let mostFrames = 1_000_000_000_000
}

extension FileSourceSettings: CustomStringConvertible {
  /// `PATH[?fps=…&loop=1&first=…&frames=…&camera=…]`.
  public var description: String {
    var pairs: [String] = []
    if let framesPerSecond { pairs.append("fps=\(framesPerSecond.shortest)") }
    if loops { pairs.append("loop=1") }
    if first > 0 { pairs.append("first=\(first)") }
    if let frames { pairs.append("frames=\(frames)") }
    if let camera { pairs.append("camera=\(camera)") }
    return path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }
}
