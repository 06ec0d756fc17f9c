import HostResources
import PixelTypes
import Recordings

/// Where pictures go besides a recording and the control socket. Each kind is declared beside its writer.
package struct SinkDestination: Sendable {
  /// What it writes; `nil` for standard output.
  package let path: String?
  /// What there is at its path, in a word.
  package let noun: String
  /// Its place among the sinks, which are opened and told of in this order, whatever the user's.
  let place: Int
  let policy: SinkPolicy
  /// Whether its pictures can't change their size while it is open.
  var keepsSize = false
  /// Whether it is a PipeWire node.
  var isPipeWire = false
  /// Its name in messages.
  let name: String
  /// Allows what it does once it is open; it may write nothing else.
  let allow: @Sendable (inout PathRules) -> Void
  /// Opens it.
  let open: @Sendable (Opening) throws -> sending any SinkWriter

  /// What sinks are opened with.
  struct Opening: Sendable {
    /// The pictures', in pixels.
    var size: PixelSize
    var subsampling: ChromaSubsampling
    /// The most pictures a second.
    var framesPerSecond: Double
    /// The program with its version, as films name it.
    var program: String
    /// Whether films survive a power cut, but for their last second.
    var isDurable: Bool
    /// Where sinks report what users should know.
    var notices: Inbox<SinkNotice>
    /// Where they tell programs of files that are complete; `nil` in an exact job.
    var board: EventBoard?
    var standardOutput: StandardOutput
  }

  /// - Parameters:
  ///   - path: `nil` for standard output.
  ///   - name: in messages, unless the path is.
  init(
    _ path: String?, _ noun: String, _ policy: SinkPolicy, place: Int, name: String? = nil,
    allow: @escaping @Sendable (inout PathRules) -> Void = { _ in },
    open: @escaping @Sendable (Opening) throws -> sending any SinkWriter
  ) {
    (self.path, self.noun, self.policy, self.place) = (path, noun, policy, place)
    self.name = name ?? path ?? Self.standardOutput
    (self.allow, self.open) = (allow, open)
  }

  static let standardOutput = "standard output"

  /// Whether it may come and go while the job runs: it has a file of its own, whatever the pictures' size.
  var isFile: Bool { path != nil && !keepsSize && policy != .stills }

  /// Whether both are the same thing at the same place.
  func isSame(as other: SinkDestination) -> Bool { place == other.place && name == other.name }

  /// Whether it gets every picture made; otherwise those recorded, or requested.
  var isLive: Bool { policy == .live }

  /// Whether single pictures can be requested.
  var takesStills: Bool { policy == .stills }
}
