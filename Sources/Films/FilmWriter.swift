import HostResources
import PixelTypes

/// Writes pictures, as they are, into one file: each whole, with its time.
///
/// Not thread-safe. After an error the file ends with the picture before, and still is a film.
package protocol FilmWriter: AnyObject {
  /// Bytes written so far.
  var byteCount: Int { get }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - jpeg: its bytes, which come out of the film again as they are.
  ///   - moment: its time, which must not be before the last one's, and what is known of it.
  /// - Throws: `FileError.noRoom(path:reason:)` when the disk is full, `FileError.fileTooLarge(path:reason:)`,
  ///   `FileError.io(path:reason:)`.
  func add(_ jpeg: Span<UInt8>, at moment: FilmMoment) throws(FileError)

  /// A chapter begins with the next picture, in formats that have chapters.
  func beginChapter(_ title: String, at nanoseconds: Int64) throws(FileError)

  /// Puts what was written so far on the disk.
  func synchronize() throws(FileError)

  /// Completes the film: index, lengths, chapters. Nothing may be added afterwards.
  ///
  /// - Parameter nanoseconds: when the last picture ends.
  func finish(at nanoseconds: Int64) throws(FileError)
}

/// A picture's moment in a film.
package struct FilmMoment: Sendable {
  /// Since the film's beginning.
  package var nanoseconds: Int64
  /// How long the picture is shown.
  package var lasts: Int64
  /// What was read from it, for people; empty for nothing.
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
  /// For people.
  package var title: String
  /// The program that writes it, with its version.
  package var program: String
  /// When it begins, in seconds since 1970; `nil` if nobody knows.
  package var begins: Int64?
  /// The pictures' rate, for formats that have one.
  package var framesPerSecond: Double

  /// Makes a description.
  package init(
    size: PixelSize, title: String, program: String, begins: Int64? = nil, framesPerSecond: Double = 30
  ) {
    self.size = size
    self.title = title
    self.program = program
    self.begins = begins
    self.framesPerSecond = framesPerSecond
  }
}
