/// The recording that a job writes, as the library needs it. From any thread.
package protocol LibraryRecording: AnyObject {
  /// Where a shot is stored; `nil` if it isn't written or no longer known.
  ///
  /// - Parameter number: the shot's number in this run, from 1.
  func place(ofShot number: Int) -> (folder: String, index: Int)?
  /// Whether a folder is this recording's, or one of its segments.
  func holds(_ folder: String) -> Bool
  /// Notes that pictures of it were deleted, so that their bytes no longer count towards its budget.
  func gaveBack(_ bytes: Int)
}
