/// What a job tells programs of.
package enum EventName: String, CaseIterable, Sendable {
  /// The first picture is there; with the recording's `folder`.
  case began
  /// A trigger holds; `by` says which.
  case triggered
  /// It no longer does.
  case triggerEnded = "trigger-ended"
  /// A `condition` of an alarm is in another `state`: `on`, `off` or `unknown`.
  case alarm
  /// A `camera` is in another `state`.
  case camera
  /// A folder of pictures is complete: its `path`, and how many `pictures` and `bytes`.
  case segment
  /// A film is complete, with the same.
  case film
  /// The shutter was pressed for a picture: its `path`, and the `photo` beside it.
  case photo
  /// A single picture was saved at `path`.
  case still
  /// The job is over, with what it made.
  case ended
}
