import Foundation
import JPEGCodec
import PixelTypes

// Writes the gallery's pictures into a folder: `swift run Gallery docs/images/gallery`.
let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

func write(_ picture: PlanarPicture, _ name: String) throws {
  var encoder = JPEGEncoder()
  var bytes = [UInt8](
    repeating: 0,
    count: JPEGEncoder.largestOutput(size: picture.size, subsampling: picture.subsampling))
  var span = bytes.mutableSpan
  let count = try encoder.encode(picture, quality: 86, into: &span)
  try Data(bytes[..<count]).write(to: folder.appendingPathComponent(name + ".jpg"))
}

for piece in Gallery.pieces { try write(try Gallery.picture(of: piece), piece.name) }
try write(try Gallery.sheet(), "sheet")
