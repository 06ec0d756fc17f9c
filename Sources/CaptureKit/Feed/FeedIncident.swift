/// A camera from which no usable frame came in time, and what was done about it.
public struct FeedIncident: Sendable, Equatable {
  public enum Remedy: Sendable {
    /// Its stream was ended and started anew.
    case restarted
    /// The camera was closed and opened again.
    case openedAgain
  }

  public var remedy: Remedy
  /// Since the last usable frame.
  public var seconds: Double
  /// Frames that came meanwhile and couldn't be used.
  public var bad: Int
  /// Why no picture can come, where the driver knows it: a clause.
  public var inputProblem: String?

  public init(remedy: Remedy, seconds: Double, bad: Int = 0, inputProblem: String? = nil) {
    self.remedy = remedy
    self.seconds = seconds
    self.bad = bad
    self.inputProblem = inputProblem
  }

  /// For people, to follow the camera's name: `went silent: no frame for 2.0 s; its stream was restarted`.
  public var sentence: String {
    let time = "\((seconds * 10).rounded() / 10) s"
    let why =
      bad > 0
      ? "sends only unusable frames: \(bad) in \(time)"
      : remedy == .restarted ? "went silent: no frame for \(time)" : "is still silent: no frame for \(time)"
    let input = inputProblem.map { ", \($0)" } ?? ""
    return "\(why)\(input); \(remedy == .restarted ? "its stream was restarted" : "it was reopened")"
  }
}
