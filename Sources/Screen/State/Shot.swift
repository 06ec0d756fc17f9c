import GlassChrome

/// A picture, and what can be done with it.
package struct Shot: Sendable, Hashable {
  /// Its name, which titles the sheet.
  package var name: String
  /// What was measured in it, such as "Level, well exposed"; at most three lines.
  package var summary: String
  /// The picture itself; `nil` if there is none.
  package var picture: Thumbnail?
  /// Name of the thumbnail in the library that the sheet grows from; `nil` for a picture just taken.
  package var thumbnail: String?
  /// Whether it can be kept or deleted.
  package var canMark = false
  /// Whether it is kept: never deleted.
  package var isKept = false
  /// Whether it has an outline for a retake.
  package var canRetake = false
  /// Names of templates to try next.
  package var suggestions: [String] = []
  /// Whether it asks for confirmation to delete the picture.
  package var asksToDelete = false

  /// A shot with its name, what was measured in it, and a picture; by default nothing can be done with it.
  package init(name: String, summary: String, picture: Thumbnail? = nil) {
    self.name = name
    self.summary = summary
    self.picture = picture
  }
}
