import Foundation
import GlassChrome
import JPEGCodec
import PixelTypes
import Testing

@testable import Gallery

@Suite("The gallery looks as in the docs")
struct GalleryTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func stored(_ name: String) throws -> PlanarPicture {
    let url = root.appendingPathComponent("docs/images/gallery/\(name).jpg")
    let bytes = try [UInt8](Data(contentsOf: url))
    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(bytes.span)
    let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
    _ = try decoder.decode(bytes.span, into: picture)
    return picture
  }

  /// Mean luma of each square of 16 pixels: what a person sees at a glance, whatever the font's hinting.
  private static func squares(_ picture: PlanarPicture) -> [Double] {
    let (columns, rows) = (picture.size.width / 16, picture.size.height / 16)
    return (0..<rows * columns).map { i in
      var sum = 0
      for y in 0..<16 {
        for x in 0..<16 { sum += Int(picture.luma[i % columns * 16 + x, i / columns * 16 + y]) }
      }
      return Double(sum) / 256
    }
  }

  /// Share of the squares that differ by more than 12 codes.
  private static func difference(_ a: PlanarPicture, _ b: PlanarPicture) -> Double {
    guard a.size == b.size else { return 1 }
    let (one, other) = (squares(a), squares(b))
    return Double(zip(one, other).count { ($0 - $1).magnitude > 12 }) / Double(one.count)
  }

  @Test("each piece looks like its picture", arguments: Gallery.pieces.map(\.name))
  func looks(name: String) throws {
    let piece = try #require(Gallery.pieces.first { $0.name == name })
    let difference = Self.difference(try Gallery.picture(of: piece), try Self.stored(name))
    #expect(difference < 0.01, "\(difference) of the squares differ")
  }

  @Test("a piece in another state doesn't look like its picture")
  func differs() throws {
    let pieces = Gallery.pieces
    let others = [
      Gallery.Piece("radial-button", RadialButton(isOpen: false), over: .coast),
      Gallery.Piece("player", Player(isExpanded: false, isPlaying: true), over: .city),
      Gallery.Piece("search", SearchWithSuggestions(query: "xyz"), over: .city),
    ]
    for other in others {
      #expect(pieces.contains { $0.name == other.name })
      #expect(
        Self.difference(try Gallery.picture(of: other), try Self.stored(other.name)) > 0.02, "\(other.name)")
    }
  }

  @Test("each piece has its own file, and no picture is left over")
  func files() throws {
    let names = Gallery.pieces.map(\.name)
    #expect(names.count == 10 && Set(names).count == 10)
    let pictures = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent("docs/images/gallery").path)
    #expect(Set(pictures.filter { $0 != "sheet.jpg" }) == Set(names.map { $0 + ".jpg" }))
  }

  @Test("each piece can be laid out in all type sizes and directions, and its controls can be touched")
  func layouts() throws {
    let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: 1))
    for piece in Gallery.pieces {
      for size in [DynamicTypeSize.xSmall, .large, .accessibility3] {
        for direction in LayoutEnvironment.Direction.allCases {
          let list = try layout.resolve(
            piece.view, in: .init(x: 0, y: 0, width: 500, height: 900),
            environment: LayoutEnvironment(typeSize: size, direction: direction))
          let controls = list.accessibility.filter(\.role.isControl)
          #expect(piece.name == "dashboard" || !controls.isEmpty, "\(piece.name)")
          #expect(controls.allSatisfy { $0.frame.width >= 44 && $0.frame.height >= 44 && !$0.label.isEmpty })
        }
      }
    }
  }
}
