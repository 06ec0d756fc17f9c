import Foundation
import HUDGeometry

/// Writes what was seen, what is true and what was found, for compare.py and for the eye.
///
/// `NAME.bin` holds for each frame luma, Cb, Cr, the truth at the small luma's size and the mask on 240 × 135 cells
/// (0 where there is none); `NAME.paths` the contours as SVG path data, a line a frame.
final class Dump {
  private let file: FileHandle
  private let paths: FileHandle
  private let width: Int
  private let height: Int

  init(folder: String, name: String, width: Int, height: Int) throws {
    self.width = width
    self.height = height
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let base = folder + "/" + String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    _ = FileManager.default.createFile(atPath: base + ".bin", contents: nil)
    _ = FileManager.default.createFile(atPath: base + ".paths", contents: nil)
    guard let file = FileHandle(forWritingAtPath: base + ".bin"),
      let paths = FileHandle(forWritingAtPath: base + ".paths")
    else { throw CocoaError(.fileWriteUnknown) }
    self.file = file
    self.paths = paths
  }

  func write(_ frame: SmallFrame, truth: [UInt8]?, mask: [UInt8], contour: Path) throws {
    try file.write(contentsOf: Data(frame.luma + frame.cb + frame.cr))
    let exact = truth.map { reduce($0, 1920, 1080, to: width, height, x: 0, y: 0, gain: 1, about: 0) }
    try file.write(contentsOf: Data(exact ?? [UInt8](repeating: 0, count: width * height)))
    let cells = 240 * 135
    var coarse = mask.count == cells ? mask : [UInt8](repeating: 0, count: cells)
    if mask.count == 4 * cells {
      // Four to a cell: half of them make it the subject's.
      for i in 0..<cells {
        let k = i / 240 * 960 + i % 240 * 2
        let count = [k, k + 1, k + 480, k + 481].count { mask[$0] != 0 }
        coarse[i] = count >= 2 ? 255 : 0
      }
    }
    try file.write(contentsOf: Data(coarse))
    try paths.write(contentsOf: Data((contour.svg() + "\n").utf8))
  }
}
