/// A request from the screen to the library.
enum LibraryRequest: Sendable, Equatable {
  /// The items at a place.
  case show(LibraryPlace)
  /// A picture, or the one `step` places after it in a place's list, which starts with the newest.
  case look(PictureName, in: LibraryPlace, step: Int)
  /// Whether to keep a picture.
  case keep(PictureName, Bool)
  case delete(PictureName)
}

/// The library's answer.
enum LibraryAnswer: Sendable {
  /// The items at a place; some pictures may follow in another answer.
  case items(LibraryContents, at: LibraryPlace)
  case picture(LibraryPicture)
  case kept(PictureName, Bool)
  case deleted(PictureName)
  /// The request failed: the reason for the log, and a short sentence for the screen.
  case failed(String, brief: @Sendable (ScreenWords) -> String)
}
