import Screen

/// A sink's message: a sentence for the log, and a short one for the screen.
struct SinkNotice {
  /// Looks up a short sentence in the screen's words.
  typealias Brief = @Sendable (ScreenWords) -> String

  var text: String
  /// Whether it is about something wrong.
  var isProblem = true
  /// With what to do; `nil` if it needn't appear on the screen.
  var brief: Brief?
}
