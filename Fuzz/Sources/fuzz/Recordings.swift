import Archive
import JPEGCodec
import Pipeline
import PixelTypes

private let frameColumns = 6
private let frameRows = 4

/// A grey picture of 48 × 32 pixels.
private let frame: [UInt8] = {
  let size = PixelSize(clampingWidth: 8 * frameColumns, height: 8 * frameRows)
  let picture = PlanarPicture(size: size, subsampling: .yuv422)
  var bytes = [UInt8](
    repeating: 0, count: JPEGEncoder.largestOutput(size: size, subsampling: .yuv422))
  var span = bytes.mutableSpan
  guard var encoder = try? JPEGEncoder(), let count = try? encoder.encode(picture, quality: 80, into: &span)
  else { return [] }
  return Array(bytes[..<count])
}()

/// Takes an input for a recording: checks it, lists it, keeps and deletes frames of it. No file outside may go.
func open(recording input: Span<UInt8>) {
  let parts = array(input).split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false)
  let inside = Scratch.folder + "/inside"
  for (index, name) in ["session.json", "frames.jsonl", "kept.json"].enumerated() {
    _ = Scratch.write(index < parts.count ? parts[index] : [], to: "inside/" + name)
  }
  // A picture that is a camera's frame as a whole, so that what is kept of cameras is compared.
  for name in ["000000.jpg", "sources/000000.primary.jpg"] { _ = Scratch.write(frame, to: "inside/" + name) }
  let blank = [UInt8](repeating: 0, count: (frameColumns + 7) / 8 * frameRows)
  _ = Scratch.write(
    Array("P4\n\(frameColumns) \(frameRows)\n".utf8) + blank, to: "inside/sources/000000.ink.pbm")
  _ = Scratch.write([1], to: "outside.jpg")
  _ = try? RecordingVerifier(inside).run()
  for format in RecordingExport.Format.allCases {
    let film = Scratch.folder + "/film.\(format.rawValue)"
    var settings = RecordingExport.Settings(program: "fuzz")
    _ = try? RecordingExport(folder: inside, output: film, settings: settings).run()
    Scratch.discard("film.\(format.rawValue)")
    settings.camera = "primary"
    _ = try? RecordingExport(folder: inside, output: film, settings: settings).run()
    Scratch.discard("film.\(format.rawValue)")
  }
  let library = RecordingLibrary(inside)
  _ = try? library.list()
  _ = try? library.keep(.snapped)
  _ = try? library.delete(.all)
  _ = try? library.list()
  precondition(Scratch.exists("outside.jpg"), "a file outside of the folder has gone")
  precondition(
    Scratch.exists("inside/session.json") && Scratch.exists("inside/frames.jsonl"),
    "the recording's own files have gone")
}
