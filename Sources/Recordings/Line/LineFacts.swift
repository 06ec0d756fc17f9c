import CaptureKit
import Compositor
import HostResources

/// What a picture's line is written from.
package struct LineFacts {
  package var picture: PictureFacts
  /// Its number, and its file's name; `nil` for those who watch.
  package var index: Int?
  package var file: FileName?
  package var news: LineNews
  /// The JPEG's size; `nil` where its file tells.
  package var byteCount: Int?
  /// How long its stages took up to one of them, if that is told.
  package var times: (all: StageTimes, last: StageTimes.Part)?
  /// Nanoseconds from its frame's time stamp until its file was named.
  package var latency: Int64?
  /// Of the ink map that was kept with it.
  package var inkBlocks: Int?
  /// The photo, if the shutter was pressed for the picture: beside it, or the picture itself.
  package var shot: FileName?

  package init(_ picture: PictureFacts, _ news: LineNews, index: Int? = nil, file: FileName? = nil) {
    (self.picture, self.news, self.index, self.file) = (picture, news, index, file)
  }

  /// Writes the line's object.
  package func write(to line: inout JSONBytes) {
    line.beginObject()
    LineFields.shape.write(self, to: &line)
    line.endObject()
  }
}

/// What a camera's part of a line is written from.
package struct CameraFacts {
  var camera: PictureFacts.Camera
  var gap: Int
  var utc: UTCClock.Reading?
}
