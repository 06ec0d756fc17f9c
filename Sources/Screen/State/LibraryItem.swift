import GlassChrome

/// A recording or a picture.
package struct LibraryItem: Sendable, Hashable {
  /// Its name in events, without `/`.
  package var id: String
  /// Its title below the picture.
  package var title: String
  /// A second line, such as how many pictures there are.
  package var detail: String
  /// Its thumbnail; `nil` while there is no picture.
  package var picture: Thumbnail?
  /// Whether it is kept: never deleted.
  package var isKept: Bool
  /// Whether one of its guides snapped.
  package var isSnapped: Bool
  /// Whether the shutter was pressed for it, or for one of its pictures.
  package var isPhoto: Bool

  /// An item, by default without marks.
  package init(
    _ id: String, title: String, detail: String = "", picture: Thumbnail? = nil, isKept: Bool = false,
    isSnapped: Bool = false, isPhoto: Bool = false
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.picture = picture
    self.isKept = isKept
    self.isSnapped = isSnapped
    self.isPhoto = isPhoto
  }
}
