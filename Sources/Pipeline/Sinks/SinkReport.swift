/// The state of one sink.
package struct SinkReport: Sendable, Encodable {
  /// What a summary says.
  private enum CodingKeys: CodingKey { case name, taken, leftOut, problem }

  /// The sink's name for people.
  package var name: String
  /// Whether it is the recording.
  package var isRecording: Bool
  /// Pictures it took.
  package var taken: Int
  /// Pictures it missed because it was slow, busy, away or over.
  package var leftOut: Int
  /// Why it ended early; `nil` if it didn't.
  package var problem: String?
}
