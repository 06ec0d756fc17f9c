/// What becomes of a picture; decided after it is drawn, before it is finished.
package struct Fate: Sendable {
  /// Whether it belongs in a recording, or is only to be viewed.
  package var isRecorded = true
  /// Whether the user asked for this particular picture.
  package var isStill = false
  /// Whether it is recorded only for that reason.
  package var isExtra = false
  /// The shot's number in this run, from 1, if the shutter was pressed for it.
  package var shot: Int?

  package init() {}
}
