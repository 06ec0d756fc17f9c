import Foundation
import HUDGeometry

/// Writes what was seen, what is true and what was found, for compare.py and for the eye.
///
/// `NAME.bin` holds for each frame luma, Cb, Cr, the truth at the small luma's size and the mask at its own (0 where
/// there is none); `NAME.paths` the contours as SVG path data, a line a frame.
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
    try file.write(contentsOf: Data(mask.count == cells ? mask : [UInt8](repeating: 0, count: cells)))
    try paths.write(contentsOf: Data((contour.svg() + "\n").utf8))
  }
}
