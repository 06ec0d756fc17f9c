import Pipeline

/// Takes an input for a recording: checks it, lists it, keeps and deletes frames of it. No file outside may go.
func open(recording input: Span<UInt8>) {
  let parts = array(input).split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false)
  let inside = Scratch.folder + "/inside"
  for (index, name) in ["session.json", "frames.jsonl", "kept.json"].enumerated() {
    _ = Scratch.write(index < parts.count ? parts[index] : [], to: "inside/" + name)
  }
  _ = Scratch.write([0xFF, 0xD8, 0xFF, 0xD9], to: "inside/000000.jpg")
  _ = Scratch.write([1], to: "outside.jpg")
  _ = try? RecordingVerifier(inside).run()
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
