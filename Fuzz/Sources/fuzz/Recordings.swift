import CaptureKit
import JPEGCodec
import PixelTypes

@testable import Pipeline
@testable import Recordings

private let frameColumns = 6
private let frameRows = 4

/// A grey picture of 48 × 32 pixels.
private let frame: [UInt8] = {
  let size = PixelSize(clampingWidth: 8 * frameColumns, height: 8 * frameRows)
  let picture = PlanarPicture(size: size, subsampling: .yuv422)
  var bytes = [UInt8](
    repeating: 0, count: JPEGEncoder.largestOutput(size: size, subsampling: .yuv422))
  var span = bytes.mutableSpan
  var encoder = JPEGEncoder()
  guard let count = try? encoder.encode(picture, quality: 80, into: &span)
  else { return [] }
  return Array(bytes[..<count])
}()

/// Takes an input for a recording: checks it, lists it, keeps and deletes frames of it. No file outside may go.
func open(recording input: Span<UInt8>) {
  let inside = Scratch.folder + "/inside"
  for (name, bytes) in Scratch.parts(of: input, Scratch.lists) {
    Scratch.discard("inside/" + name)
    // Lists are there only while there is something to list.
    let isOwn = name == "session.json" || name == "frames.jsonl"
    if let bytes = bytes ?? (isOwn ? [] : nil) { _ = Scratch.write(bytes, to: "inside/" + name) }
  }
  // A picture that is a camera's frame as a whole, so that what is kept of cameras is compared.
  for name in ["000000.jpg", "sources/000000.primary.jpg"] { _ = Scratch.write(frame, to: "inside/" + name) }
  let blank = [UInt8](repeating: 0, count: (frameColumns + 7) / 8 * frameRows)
  _ = Scratch.write(
    Array("P4\n\(frameColumns) \(frameRows)\n".utf8) + blank, to: "inside/sources/000000.ink.pbm")
  _ = Scratch.write([1], to: "outside.jpg")
  _ = try? RecordingVerifier(inside).run()
  for format in FilmFormat.allCases {
    let name = format == .mkv ? "film.mkv" : "film.mcap"
    let film = Scratch.folder + "/" + name
    var settings = RecordingExport.Settings(program: "fuzz")
    settings.isROS2 = format == .ros2
    _ = try? RecordingExport(folder: inside, output: film, settings: settings).run()
    Scratch.discard(name)
    settings.camera = "primary"
    _ = try? RecordingExport(folder: inside, output: film, settings: settings).run()
    Scratch.discard(name)
  }
  // What it kept of a camera, played as a source.
  var kept = FileSourceSettings(path: inside)
  kept.camera = "primary"
  if let reader = try? makeSourceReader(for: .files(kept)) {
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    var last = Int64.min
    while (try? reader.read(into: slot)) == true {
      precondition(slot.time.nanoseconds >= max(last, 0), "times don't rise")
      last = slot.time.nanoseconds
    }
  }
  let library = RecordingLibrary(inside)
  _ = try? library.list()
  _ = try? library.keep(.snapped)
  _ = try? library.delete(.all)
  _ = try? library.list()
  // Another run takes the folder over, or says why not.
  let format = SessionDescription.Format(format: nil, width: nil, height: nil, fps: nil)
  let session = SessionDescription(
    version: "0",
    sources: [
      .init(id: "primary", name: "", specification: "", asked: format, negotiated: nil, differences: [])
    ],
    layout: .init(mode: "single", canvas: .init(width: 48, height: 32), scale: 1, viewfinders: []),
    settings: .init([:], composer: "pixel"))
  try? RecordingWriter(folder: inside, session: session).finish(totals: SessionTotals())
  precondition(Scratch.exists("outside.jpg"), "a file outside of the folder has gone")
  precondition(
    Scratch.exists("inside/session.json") && Scratch.exists("inside/frames.jsonl"),
    "the recording's own files have gone")
}
