import PixelTypes

/// A period without usable frames from a camera, a file's unusable frame, or a camera's unusable clock, and the remedy.
public struct FeedIncident: Sendable, Equatable {
  /// What the feed did about it.
  public enum Remedy: Sendable, Equatable {
    /// It restarted the stream.
    case restarted
    /// It closed and reopened the camera.
    case openedAgain
    /// It continued with the next frame; `nil` stands for further ones, which aren't reported individually.
    case passedOver(PassedOverFrame?)
    /// It continued without times by the camera's own clock, for this reason.
    case untimed(String)
  }

  /// What the feed did about it.
  public var remedy: Remedy
  /// Seconds since the last usable frame.
  public var seconds: Double
  /// Unusable frames that came in that time.
  public var bad: Int
  /// Why no picture can come, as a clause; `nil` when the driver reports no reason.
  public var inputProblem: String?

  /// Makes an incident; by default without bad frames or an input problem.
  public init(remedy: Remedy, seconds: Double = 0, bad: Int = 0, inputProblem: String? = nil) {
    self.remedy = remedy
    self.seconds = seconds
    self.bad = bad
    self.inputProblem = inputProblem
  }

  /// For people, to follow the camera's name: `went silent: no frame for 2.0 s; its stream was restarted`.
  public var sentence: String {
    if case .passedOver(let frame) = remedy {
      return frame.map { "skips \(PlainText.value($0.name)): \($0.reason)" }
        ?? "skips further frames; the summary counts them"
    }
    if case .untimed(let reason) = remedy { return "has no times by its own clock: \(reason)" }
    let time = "\((seconds * 10).rounded() / 10) s"
    let why =
      bad > 0
      ? "sends only unusable frames: \(bad) in \(time)"
      : remedy == .restarted ? "went silent: no frame for \(time)" : "is still silent: no frame for \(time)"
    let input = inputProblem.map { ", \($0)" } ?? ""
    return "\(why)\(input); \(remedy == .restarted ? "its stream was restarted" : "it was reopened")"
  }
}
