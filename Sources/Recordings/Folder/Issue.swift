import Compositor

/// A picture as a sink gets it: with what its line tells those readers, and what their file needs beside it.
package struct Issue: Sendable {
  package let picture: Picture
  package var news = LineNews()
  /// The screen as one JSON object if it is described and has changed; else empty.
  package var screen: [UInt8] = []
  /// Changes whenever the screen does, if pictures are published.
  package var screenVersion = 0
  /// The segment that the picture begins, if it begins one.
  package var segment: SegmentStart?

  package init(_ picture: Picture) { self.picture = picture }
}
