import HUDGeometry

/// Where in the library the screen is.
package struct LibraryPlace: Sendable, Equatable {
  /// Name of the recording whose pictures are shown; `nil` for the library's own folder, whatever that is.
  package var recording: String?
  package var filter = LibraryFilter.all
  /// Such as 2026-11-23; `nil` for every day.
  package var day: String?
  /// From 0, the newest.
  package var page = 0

  /// The newest recordings, or pictures of one.
  package init(recording: String? = nil) { self.recording = recording }
}

/// Identifies a picture.
package enum PictureName: Sendable, Equatable {
  /// A shot from this run: its number, from 1.
  case shot(Int)
  /// One in the library: its recording, as in a ``LibraryPlace``, and its index there.
  case file(recording: String?, index: Int)
}

/// A picture to look at.
package struct LibraryPicture: Sendable, Equatable {
  package var name: PictureName
  package var shot: Shot
  /// Its subject's outline, for retaking it; `nil` if it has none.
  package var outline: SilhouetteTemplate?

  package init(name: PictureName, shot: Shot, outline: SilhouetteTemplate? = nil) {
    self.name = name
    self.shot = shot
    self.outline = outline
  }

  /// Whether it comes from the library, and stays until closed.
  package var isFromLibrary: Bool {
    guard case .file = name else { return false }
    return true
  }
}
