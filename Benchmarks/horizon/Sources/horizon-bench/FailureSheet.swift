import Foundation
import JPEGCodec

/// The worst answers as pictures, so that nothing is hidden: the truth in cyan, the answer in red, both through the
/// middle; under each its error and confidence as bars: red for degrees (full at 10), white for confidence.
struct FailureSheet {
  private static let cell = (width: 320, height: 180, bar: 10)

  let folder: String
  let answers: [Answer]

  /// Writes nine pictures, the worst first, as a binary PPM; prints what they are.
  func write(to path: String) throws {
    let worst = answers.sorted { $0.error > $1.error }.prefix(9)
    let (width, height, bar) = Self.cell
    let rows = (worst.count + 2) / 3
    let (total, down) = (3 * width, rows * (height + bar))
    var pixels = [UInt8](repeating: 0, count: total * down * 3)
    var decoder = try JPEGDecoder()
    func put(_ x: Int, _ y: Int, _ color: (UInt8, UInt8, UInt8)) {
      guard (0..<total).contains(x), (0..<down).contains(y) else { return }
      let at = (y * total + x) * 3
      (pixels[at], pixels[at + 1], pixels[at + 2]) = color
    }
    for (index, answer) in worst.enumerated() {
      let (left, top) = (index % 3 * width, index / 3 * (height + bar))
      guard let picture = Picture(path: folder + "/" + answer.name, decoder: &decoder) else { continue }
      // The picture's middle, its pixels square: angles are what they are.
      let step = min(Double(picture.width) / Double(width), Double(picture.height) / Double(height))
      for y in 0..<height {
        let row = Int((Double(picture.height) + (Double(2 * y + 1) - Double(height)) * step) / 2)
        for x in 0..<width {
          let column = Int((Double(picture.width) + (Double(2 * x + 1) - Double(width)) * step) / 2)
          let value = picture.pixels[row * picture.width + column]
          put(left + x, top + y, (value, value, value))
        }
      }
      for (angle, color) in [
        (answer.truth, (UInt8(0), UInt8(230), UInt8(255))), (answer.angle, (255, 40, 40)),
      ] {
        for x in 0..<width {
          let rise = tan(angle * .pi / 180) * (Double(x) - Double(width) / 2)
          let y = Int((Double(height) / 2 - rise).rounded())
          for thick in 0..<2 where (0..<height).contains(y + thick) { put(left + x, top + y + thick, color) }
        }
      }
      for x in 0..<width {
        let share = Double(x) / Double(width)
        for y in 1..<bar / 2 {
          if share < min(answer.error / 10, 1) { put(left + x, top + height + y, (255, 40, 40)) }
          if share < answer.confidence { put(left + x, top + height + bar / 2 + y - 1, (255, 255, 255)) }
        }
      }
      print(
        String(
          format: "  %@: truth %.2f, answer %.2f, confidence %.2f", answer.name, answer.truth, answer.angle,
          answer.confidence))
    }
    var file = Data("P6 \(total) \(down) 255\n".utf8)
    file.append(contentsOf: pixels)
    try file.write(to: URL(fileURLWithPath: path))
  }
}
