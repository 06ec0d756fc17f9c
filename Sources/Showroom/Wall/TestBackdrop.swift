import JPEGCodec
import PixelTypes

/// Backdrops over which text on glass must stay legible: photographs where a free licence allows
/// (see `Photographs/CREDITS.md`), otherwise drawn scenes, and the worst conceivable cases.
package enum TestBackdrop: String, CaseIterable, Sendable {
  case brightSky = "bright-sky"
  case foliage
  case nightCity = "night-city"
  case skin
  case art
  case greyWall = "grey-wall"
  case black, white
  /// Black and white squares of 8 pixels: the widest range that can be behind one plate at once.
  case checker
  /// Black and white alternately, 50 ms each (10 Hz).
  case flash

  /// Size of every picture: about 16:9, as small as the chrome's own backdrop.
  package static let size = PixelSize(clampingWidth: 240, height: 136)

  /// The picture at a time, full range BT.601 in 4:4:4. Only `flash` changes with time.
  ///
  /// - Throws: `JPEGError` if a photograph can't be decoded, which means a broken build.
  package func picture(nanoseconds: Int64 = 0) throws(JPEGError) -> PlanarPicture {
    switch self {
    case .brightSky: return try Self.photograph("sky")
    case .foliage: return try Self.photograph("foliage")
    case .skin: return try Self.photograph("skin")
    case .art: return try Self.photograph("art")
    case .nightCity: return Self.drawn(Self.nightCity)
    case .greyWall:
      return Self.drawn { x, y in
        let grain = Int(Self.scatter(x, y) % 7) - 3
        return (UInt8(clamping: 132 + grain - y / 12), 128, 128)
      }
    case .black: return Self.drawn { _, _ in (0, 128, 128) }
    case .white: return Self.drawn { _, _ in (255, 128, 128) }
    case .checker:
      return Self.drawn { x, y in ((x / 8 + y / 8).isMultiple(of: 2) ? 255 : 0, 128, 128) }
    case .flash:
      let isLit = (nanoseconds / 50_000_000).isMultiple(of: 2)
      return Self.drawn { _, _ in (isLit ? 255 : 0, 128, 128) }
    }
  }

  /// A photograph in 4:4:4.
  ///
  /// - Parameter jpeg: any subsampling.
  /// - Throws: `JPEGError` if it can't be decoded.
  package static func photograph(jpeg: [UInt8]) throws(JPEGError) -> PlanarPicture {
    let decoded = try Self.decoded(jpeg)
    return decoded.enlarged(to: decoded.size, .yuv444)
  }

  private static func decoded(_ bytes: [UInt8]) throws(JPEGError) -> PlanarPicture {
    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(bytes.span)
    let decoded = PlanarPicture(size: header.size, subsampling: header.subsampling)
    _ = try decoder.decode(bytes.span, into: decoded)
    return decoded
  }

  private static func photograph(_ name: String) throws(JPEGError) -> PlanarPicture {
    let decoded = try Self.decoded(DataFile.bytes("Showroom/Contrast/Photographs/\(name).jpg"))
    let size = decoded.size
    let (across, down) = (decoded.subsampling.horizontal, decoded.subsampling.vertical)
    return drawn { x, y in
      let (sx, sy) = (min(x, size.width - 1), min(y, size.height - 1))
      return (decoded.luma[sx, sy], decoded.cb[sx / across, sy / down], decoded.cr[sx / across, sy / down])
    }
  }

  private static func drawn(_ color: (Int, Int) -> (UInt8, UInt8, UInt8)) -> PlanarPicture {
    let picture = PlanarPicture(size: size, subsampling: .yuv444)
    for y in 0..<size.height {
      for x in 0..<size.width { (picture.luma[x, y], picture.cb[x, y], picture.cr[x, y]) = color(x, y) }
    }
    return picture
  }

  /// Towers against a dim sky, a third of their windows lit in warm and cold light.
  private static func nightCity(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
    let tower = x / 20
    let roof = 30 + Int(scatter(tower, 0) % 60)
    guard y > roof else { return (UInt8(10 + y / 12), 140, 124) }
    let window = scatter(x / 4, y / 5 + 1_000)
    guard x % 4 > 0, y % 5 > 1, window % 3 == 0 else { return (16, 130, 128) }
    return window % 2 == 0 ? (235, 90, 150) : (210, 148, 116)
  }

  /// A pseudorandom number, always the same for a place.
  private static func scatter(_ x: Int, _ y: Int) -> UInt64 {
    var z = UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bitPattern: Int64(y))
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
