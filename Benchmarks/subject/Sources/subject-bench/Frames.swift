import CaptureKit
import Foundation

/// A frame at the camera's size, in planes, 4:2:0.
struct FullFrame {
  var width: Int
  var height: Int
  var luma: [UInt8]
  var cb: [UInt8]
  var cr: [UInt8]
}

/// What the HUD sees of a frame.
struct SmallFrame {
  var width: Int
  var height: Int
  var luma: [UInt8]
  var cb: [UInt8]
  var cr: [UInt8]
}

/// Reads frames of a scene, or of a file of raw NV12 (`raw:FILE:WxH`).
final class FrameSource {
  private let reader: SyntheticReader?
  private let slot: FrameSlot?
  private var raw: FileHandle?
  private(set) var width = 1920
  private(set) var height = 1080

  init(_ text: String) throws {
    if text.hasPrefix("raw:") {
      let parts = text.split(separator: ":")
      let size = parts[2].split(separator: "x").compactMap { Int($0) }
      (width, height) = (size[0], size[1])
      raw = FileHandle(forReadingAtPath: String(parts[1]))
      (reader, slot) = (nil, nil)
      return
    }
    let mark = text.contains("?") ? "&" : "?"
    guard
      case .synthetic(let settings) = try SourceSpecification(
        parsing: "synth:\(text)\(mark)w=1920&h=1080&format=nv12")
    else { throw CocoaError(.fileReadUnknown) }
    let reader = try SyntheticReader(settings)
    self.reader = reader
    slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
  }

  func next() throws -> FullFrame? {
    let count = width * height
    if let raw {
      guard let data = try raw.read(upToCount: count * 3 / 2), data.count == count * 3 / 2 else { return nil }
      return split(Array(data))
    }
    guard let reader, let slot, try reader.read(into: slot) else { return nil }
    var bytes: [UInt8] = []
    slot.withBytes { span in
      bytes.reserveCapacity(span.count)
      for i in 0..<count * 3 / 2 { bytes.append(span[i]) }
    }
    return split(bytes)
  }

  func mask(_ frame: Int, width: Int, height: Int) -> [UInt8]? {
    reader?.truthMask(frame: frame, width: width, height: height)
  }

  private func split(_ bytes: [UInt8]) -> FullFrame {
    let count = width * height
    var cb = [UInt8](repeating: 0, count: count / 4)
    var cr = cb
    for i in 0..<count / 4 {
      cb[i] = bytes[count + 2 * i]
      cr[i] = bytes[count + 2 * i + 1]
    }
    return FullFrame(width: width, height: height, luma: Array(bytes[0..<count]), cb: cb, cr: cr)
  }
}

/// Box means after the picture was moved by whole pixels and brightened; edges are carried on.
func reduce(
  _ plane: [UInt8], _ width: Int, _ height: Int, to w: Int, _ h: Int, x dx: Int, y dy: Int, gain: Double,
  about zero: Double
) -> [UInt8] {
  let fx = width / w
  let fy = height / h
  var out = [UInt8](repeating: 0, count: w * h)
  for y in 0..<h {
    for x in 0..<w {
      var sum = 0
      for v in 0..<fy {
        let row = max(0, min(height - 1, y * fy + v + dy)) * width
        for u in 0..<fx { sum += Int(plane[row + max(0, min(width - 1, x * fx + u + dx))]) }
      }
      let value = (Double(sum) / Double(fx * fy) - zero) * gain + zero
      out[y * w + x] = UInt8(max(0, min(255, value.rounded())))
    }
  }
  return out
}

extension FullFrame {
  func small(_ w: Int, _ h: Int, x: Int, y: Int, gain: Double) -> SmallFrame {
    let (cw, ch) = (w / 2, h / 2)
    // A last odd row of luma has no chroma of its own.
    let fx = width / w
    let (x2, y2) = (Int((Double(x) / 2).rounded()), Int((Double(y) / 2).rounded()))
    return SmallFrame(
      width: w, height: h,
      luma: reduce(luma, width, height, to: w, h, x: x, y: y, gain: gain, about: 0),
      cb: Self.chroma(cb, width / 2, height / 2, cw, ch, fx, x2, y2, gain),
      cr: Self.chroma(cr, width / 2, height / 2, cw, ch, fx, x2, y2, gain))
  }

  private static func chroma(
    _ plane: [UInt8], _ width: Int, _ height: Int, _ w: Int, _ h: Int, _ factor: Int, _ x: Int, _ y: Int,
    _ gain: Double
  ) -> [UInt8] {
    let cropped = Array(plane[0..<width * h * factor])
    return reduce(cropped, width, h * factor, to: w, h, x: x, y: y, gain: gain, about: 128)
  }
}

/// A mask moved like its picture.
func moved(_ mask: [UInt8], _ width: Int, _ height: Int, x dx: Int, y dy: Int) -> [UInt8] {
  if dx == 0, dy == 0 { return mask }
  var out = mask
  for y in 0..<height {
    let row = max(0, min(height - 1, y + dy)) * width
    for x in 0..<width { out[y * width + x] = mask[row + max(0, min(width - 1, x + dx))] }
  }
  return out
}
