/// Where a recording keeps the cameras' own frames.
package enum SourceKeeping: String, Sendable, CaseIterable {
  /// In files of their own, whole.
  case beside
  /// In the pictures: what these don't have of a frame that was carried over. Others are kept whole, beside.
  case inside
}
