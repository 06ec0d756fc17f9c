import PixelTypes

/// A picture's time in a film.
package struct FilmMoment: Sendable {
  /// Since the start of the film.
  package var nanoseconds: Int64
  /// How long the picture is shown.
  package var lasts: Int64
  /// What was detected in it, for people; empty for nothing.
  package var caption: String

  /// Makes a moment.
  package init(nanoseconds: Int64, lasts: Int64, caption: String = "") {
    self.nanoseconds = nanoseconds
    self.lasts = lasts
    self.caption = caption
  }
}

/// What is known of a film before its first picture.
package struct FilmDescription: Sendable {
  /// Size of the pictures.
  package var size: PixelSize
  /// The title, for people.
  package var title: String
  /// The writing program and its version.
  package var program: String
  /// When it begins, in nanoseconds since 1970; `nil` if unknown.
  package var begins: Int64?

  /// Makes a description.
  package init(
    size: PixelSize, title: String, program: String, begins: Int64? = nil
  ) {
    self.size = size
    self.title = title
    self.program = program
    self.begins = begins
  }
}
