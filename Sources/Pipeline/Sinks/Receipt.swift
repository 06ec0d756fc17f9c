import Compositor
import HostResources

/// What became of a picture in a sink. Its thread sends one for every picture that it gets, and one when it ends badly.
struct Receipt: Sendable {
  /// Given back; `nil` at the end.
  var picture: Picture?
  /// When it was there for others, in nanoseconds of CLOCK_MONOTONIC; `nil` if the sink left it out.
  var named: Int64?
  /// How long the sink took, in nanoseconds.
  var writing: Int64 = 0
  /// Why the sink ended.
  var error: FileError?
}
