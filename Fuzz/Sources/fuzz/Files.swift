import Glibc

@testable import CaptureKit
@testable import Films
@testable import HostResources
@testable import Recordings

/// Plays an input as a file of some kind, a few frames of it and once anew.
func play(_ input: Span<UInt8>, ending: String) {
  let path = Scratch.write(array(input), to: "input." + ending)
  for loops in [false, true] {
    let settings = FileSourceSettings(path: path, loops: loops)
    guard let reader = try? makeReader(for: .files(settings)) else { return }
    // What a slot takes is bounded by the file, not by what its headers claim.
    let most = (ending == "png" ? 6144 : 4) * input.count + 1 << 20
    precondition(reader.largestFrame <= most, "\(reader.largestFrame) bytes asked for")
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    var last: (number: UInt32, time: Int64)?
    for _ in 0..<40 {
      guard (try? reader.read(into: slot)) == true else { break }
      precondition(slot.byteCount <= slot.capacity && slot.gap >= 0)
      precondition(last.map { slot.sequence > $0.number } ?? true, "the numbers don't rise")
      precondition(last.map { slot.time.nanoseconds >= $0.time } ?? true, "the times don't rise")
      last = (slot.sequence, slot.time.nanoseconds)
    }
  }
}

/// Plays an input as a file and as what comes through a pipe: the frames are the same.
func pour(_ input: Span<UInt8>, ending: String) {
  let path = Scratch.write(array(input), to: "input." + ending)
  let descriptor = unsafe open(path, O_RDONLY)
  defer { close(descriptor) }
  let settings = FileSourceSettings(path: path)
  let file = try? makeReader(for: .files(settings))
  let stream = InputFile(InputPipe(descriptor))
  let pipe = try? JPEGReader(film(stream) ?? MotionJPEGFile(stream), settings: settings)
  // A file's name may tell more than its first bytes.
  precondition((file == nil) == (pipe == nil) || ending == "mkv" && file == nil)
  guard let file, let pipe else { return }
  let slots = [file.largestFrame, pipe.largestFrame].map { FrameSlot(capacity: $0, format: file.format) }
  while (try? file.read(into: slots[0])) == true {
    precondition((try? pipe.read(into: slots[1])) == true)
    precondition(slots[0].byteCount == slots[1].byteCount && slots[0].gap == slots[1].gap)
  }
  precondition((try? pipe.read(into: slots[1])) != true && file.lostAtEnd == pipe.lostAtEnd)
}

/// Unpacks an input: it is refused, or a JPEG no larger than a picture can be.
func unpack(_ input: Span<UInt8>) {
  guard let jpeg = try? PackedPicture.unpack(array(input), path: "input.jxl") else { return }
  precondition(jpeg.starts(with: [0xFF, 0xD8]) && jpeg.count <= PackedPicture.largest)
}

/// Takes an input for a camera's calibration.
func read(calibration input: Span<UInt8>) {
  guard let info = try? CameraCalibration.read(Scratch.write(array(input), to: "input.yaml")) else { return }
  precondition((info.distortion + info.matrix + info.rectification + info.projection).allSatisfy(\.isFinite))
}
