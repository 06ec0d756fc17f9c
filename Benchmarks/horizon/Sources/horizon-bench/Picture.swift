import Foundation
import JPEGCodec
import PixelTypes

/// A luma picture read from a file and shrunk to at most a given width.
struct Picture {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  /// A JPEG, or a binary PGM; `nil` for what is neither.
  init?(path: String, decoder: inout JPEGDecoder) {
    var path = path
    if !FileManager.default.fileExists(atPath: path) {
      path = (path as NSString).deletingPathExtension + ".pgm"
    }
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let bytes = [UInt8](data)
    if path.hasSuffix(".pgm") { self.init(pgm: bytes) } else { self.init(jpeg: bytes, decoder: &decoder) }
  }

  init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  private init?(jpeg: [UInt8], decoder: inout JPEGDecoder) {
    guard let header = try? decoder.readHeader(jpeg.span) else { return nil }
    let planes = PlanarPicture(size: header.size, subsampling: header.subsampling)
    guard (try? decoder.decode(jpeg.span, into: planes)) != nil else { return nil }
    (width, height) = (header.size.width, header.size.height)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    let (width, height) = (width, height)
    planes.luma.withBytes { bytes in
      for y in 0..<height {
        for x in 0..<width { pixels.append(bytes[y * planes.luma.bytesPerRow + x]) }
      }
    }
    self.pixels = pixels
  }

  private init?(pgm bytes: [UInt8]) {
    var fields: [Int] = []
    var i = 2
    while fields.count < 3, i < bytes.count {
      let digits = bytes[i...].prefix { (48...57).contains($0) }
      if let value = Int(String(decoding: digits, as: UTF8.self)) { fields.append(value) }
      i += max(1, digits.count)
    }
    guard fields.count == 3, fields[0] > 0, fields[1] > 0, bytes.count >= i + 1 + fields[0] * fields[1] else {
      return nil
    }
    (width, height) = (fields[0], fields[1])
    pixels = Array(bytes[(i + 1)..<(i + 1 + width * height)])
  }

  func write(pgm path: String) throws {
    try (Data("P5 \(width) \(height) 255\n".utf8) + pixels).write(to: URL(fileURLWithPath: path))
  }

  /// The mean over whole boxes, so that at most `most` pixels lie in a row.
  func shrunk(toWidth most: Int) -> Picture {
    let factor = max(1, (width + most - 1) / most)
    guard factor > 1 else { return self }
    var small = self
    (small.width, small.height) = (width / factor, height / factor)
    small.pixels = []
    for y in 0..<small.height {
      for x in 0..<small.width {
        var sum = 0
        for dy in 0..<factor {
          for dx in 0..<factor { sum += Int(pixels[(y * factor + dy) * width + x * factor + dx]) }
        }
        small.pixels.append(UInt8((sum + factor * factor / 2) / (factor * factor)))
      }
    }
    return small
  }

  /// The middle of the picture, turned: what a camera rolled by `degrees` more sees, 1.25 times as near so that no
  /// corner is missing. Lines rise to the right by as much more.
  func turned(by degrees: Double) -> Picture {
    let (sine, cosine) = (sin(degrees * .pi / 180) / 1.25, cos(degrees * .pi / 180) / 1.25)
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
    var turned = self
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x) + 0.5 - middleX, Double(y) + 0.5 - middleY)
        turned.pixels[y * width + x] = sample(
          middleX + cosine * dx - sine * dy - 0.5, middleY + sine * dx + cosine * dy - 0.5)
      }
    }
    return turned
  }

  private func sample(_ x: Double, _ y: Double) -> UInt8 {
    let (x, y) = (min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1)))
    let (i, j) = (min(Int(x), width - 2), min(Int(y), height - 2))
    let (u, v) = (x - Double(i), y - Double(j))
    let at = j * width + i
    let above = Double(pixels[at]) * (1 - u) + Double(pixels[at + 1]) * u
    let below = Double(pixels[at + width]) * (1 - u) + Double(pixels[at + width + 1]) * u
    return UInt8((above * (1 - v) + below * v).rounded())
  }

  /// The mean of four pictures of one size.
  init(mean parts: [Picture]) {
    (width, height) = (parts[0].width, parts[0].height)
    pixels = parts[0].pixels.indices.map { i in UInt8((parts.reduce(0) { $0 + Int($1.pixels[i]) } + 2) / 4) }
  }

  /// A sample of a panorama, whose left and right edges meet.
  func wrapped(_ x: Double, _ y: Double) -> UInt8 {
    let y = min(max(y, 0), Double(height - 1))
    let (i, j) = (Int(x.rounded(.down)), min(Int(y), height - 2))
    let (u, v) = (x - Double(i), y - Double(j))
    let (left, right) = ((i % width + width) % width, ((i + 1) % width + width) % width)
    let above = Double(pixels[j * width + left]) * (1 - u) + Double(pixels[j * width + right]) * u
    let below = Double(pixels[(j + 1) * width + left]) * (1 - u) + Double(pixels[(j + 1) * width + right]) * u
    return UInt8((above * (1 - v) + below * v).rounded())
  }

  /// Two lines of white signs of upright and level strokes with black edges, at the top left and the bottom right.
  mutating func burnIn() {
    let (wide, high) = (width / 48, height / 16)
    var random = Noise(state: 11)
    for (count, left, top) in [(19, wide, high / 2), (12, width - 13 * wide, height - 2 * high)] {
      for sign in 0..<count {
        let strokes = (0..<5).map { _ in random.uniform() > 0.45 }
        let (x, y, stroke) = (left + sign * wide, top, max(1, wide / 6))
        // Two uprights and three level strokes, each there or not.
        for (index, there) in strokes.enumerated() where there {
          let area =
            index < 2
            ? (x + index * wide * 6 / 10, y, stroke, high)
            : (x, y + (index - 2) * (high - stroke) / 2, wide * 7 / 10, stroke)
          fill((area.0 - 1, area.1 - 1, area.2 + 2, area.3 + 2), with: 10)
          fill(area, with: 240)
        }
      }
    }
  }

  private mutating func fill(_ area: (x: Int, y: Int, width: Int, height: Int), with value: UInt8) {
    for y in max(0, area.y)..<min(height, area.y + area.height) {
      for x in max(0, area.x)..<min(width, area.x + area.width) { pixels[y * width + x] = value }
    }
  }

  /// As another exposure shows it: `gain` times as bright, with noise of a standard deviation in levels.
  func seen(gain: Double, noise: Double, random: inout Noise) -> Picture {
    var seen = self
    for i in seen.pixels.indices {
      seen.pixels[i] = UInt8(clamping: Int((Double(pixels[i]) * gain + noise * random.normal()).rounded()))
    }
    return seen
  }

  /// Through a JPEG of quality 85 and back.
  func compressed(_ codec: LumaCodec) throws -> Picture {
    Picture(width: width, height: height, pixels: try codec.roundTrip(self))
  }
}
