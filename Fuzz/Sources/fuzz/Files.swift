import CaptureKit

/// Plays an input as a file of some kind, a few frames of it and once anew.
func play(_ input: Span<UInt8>, ending: String) {
  let path = Scratch.write(array(input), to: "input." + ending)
  for loops in [false, true] {
    let settings = FileSourceSettings(path: path, loops: loops)
    guard let reader = try? makeReader(for: .files(settings)) else { return }
    // What a slot takes is bounded by the file, not by what its headers claim.
    precondition(reader.largestFrame <= 4 * input.count + 1 << 20, "\(reader.largestFrame) bytes asked for")
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    var last: UInt32?
    for _ in 0..<40 {
      guard (try? reader.read(into: slot)) == true else { break }
      precondition(slot.byteCount <= slot.capacity && slot.gap >= 0)
      precondition(last.map { slot.sequence > $0 } ?? true, "the numbers don't rise")
      last = slot.sequence
    }
  }
}
