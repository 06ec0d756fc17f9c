import GlassChrome
import HUDGeometry
import Screen

/// Where in the library the screen is.
struct LibraryPlace: Sendable, Equatable {
  /// Name of the recording whose pictures are shown; `nil` for the library's own folder, whatever that is.
  var recording: String?
  var filter = LibrarySheet.Filter.all
  /// Such as 2026-11-23; `nil` for every day.
  var day: String?
  /// From 0, the newest.
  var page = 0
}

/// Identifies a picture.
enum PictureName: Sendable, Equatable {
  /// A shot from this run: its number, from 1.
  case shot(Int)
  /// One in the library: its recording, as in a ``LibraryPlace``, and its index there.
  case file(recording: String?, index: Int)
}

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
  case items(LibrarySheet.Values, at: LibraryPlace)
  case picture(LibraryPicture)
  case kept(PictureName, Bool)
  case deleted(PictureName)
  /// The request failed: the reason for the log, and a short sentence for the screen.
  case failed(String, brief: @Sendable (ScreenWords) -> String)
}

/// A picture to look at.
struct LibraryPicture: Sendable {
  var name: PictureName
  var shot: PostShotSheet.Shot
  /// Its subject's outline, for retaking it; `nil` if it has none.
  var outline: SilhouetteTemplate?
}
