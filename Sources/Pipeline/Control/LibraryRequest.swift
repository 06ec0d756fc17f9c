import GlassChrome
import HUDGeometry

/// Where in the library the screen is.
struct LibraryPlace: Sendable, Equatable {
  /// Name of the recording whose pictures are shown; `nil` for the library's own folder, whatever that is.
  var recording: String?
  var filter = LibrarySheet.Filter.all
  /// As 2026-11-23; `nil` for every day.
  var day: String?
  /// From 0, the newest.
  var page = 0
}

/// What names a picture.
enum PictureName: Sendable, Equatable {
  /// One that the shutter was pressed for in this run: its number, from 1.
  case shot(Int)
  /// One in the library: its recording, as in a ``LibraryPlace``, and its index there.
  case file(recording: String?, index: Int)
}

/// What the screen asks of the library.
enum LibraryRequest: Sendable, Equatable {
  /// The items at a place.
  case show(LibraryPlace)
  /// A picture, or the one so many places after it in the list at a place, which begins with the newest.
  case look(PictureName, in: LibraryPlace, step: Int)
  /// A picture is to be kept, or no longer.
  case keep(PictureName, Bool)
  case delete(PictureName)
}

/// What the library answers.
enum LibraryAnswer: Sendable {
  /// The items at a place; some pictures may follow in another answer.
  case items(LibrarySheet.Values, at: LibraryPlace)
  case picture(LibraryPicture)
  case kept(PictureName, Bool)
  case deleted(PictureName)
  /// The request failed: why, for the log, and a short sentence for the screen.
  case failed(String, brief: @Sendable (ScreenWords) -> String)
}

/// A picture to look at.
struct LibraryPicture: Sendable {
  var name: PictureName
  var shot: ChromeState.Shot
  /// Its subject's outline, to take it again; `nil` if it has none.
  var outline: SilhouetteTemplate?
}
