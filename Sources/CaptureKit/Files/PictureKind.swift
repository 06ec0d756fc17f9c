import PixelTypes

/// What a file's first bytes say it is, whatever its name.
enum PictureKind: Equatable {
  case jpeg, png, webp
  /// HEIC, AVIF or another picture in such a file.
  case heif(String)
  /// A picture of a kind that isn't read.
  case other(String)
  /// A film, or something else that isn't one picture.
  case noPicture

  /// How many bytes tell.
  static let headBytes = 32

  /// The first bytes of pictures, and where they are.
  private static let marks: [(offset: Int, bytes: [UInt8], kind: PictureKind)] = [
    (0, [0xFF, JPEGMarker.startOfImage], .jpeg), (0, [0x89] + Array("PNG\r\n\u{1A}\n".utf8), .png),
    (8, Array("WEBP".utf8), .webp), (0, Array("GIF8".utf8), .other("GIF")),
    (0, Array("II*\0".utf8), .other("TIFF or raw")), (0, [0x4D, 0x4D, 0, 0x2A], .other("TIFF or raw")),
    (0, Array("IIU\0".utf8), .other("raw")), (0, Array("FUJIFILM".utf8), .other("raw")),
    (0, [0xFF, 0x0A], .other("JPEG XL")), (4, Array("JXL ".utf8), .other("JPEG XL")),
    (4, Array("jP  ".utf8), .other("JPEG 2000")), (0, [0xFF, 0x4F, 0xFF, 0x51], .other("JPEG 2000")),
    (0, Array("8BPS".utf8), .other("Photoshop")),
  ]
  /// What HEIF files call their kind (ISO/IEC 23008-12, 10), by how it begins.
  private static let brands = [
    ("avi", "AVIF"), ("hei", "HEIC"), ("hev", "HEIC"), ("mif1", "HEIF"), ("msf1", "HEIF"),
  ]

  init(_ head: Span<UInt8>) {
    func has(_ bytes: [UInt8], at offset: Int) -> Bool {
      offset + bytes.count <= head.count && bytes.indices.allSatisfy { head[offset + $0] == bytes[$0] }
    }
    if let mark = Self.marks.first(where: { has($0.bytes, at: $0.offset) }) {
      self = mark.kind
    } else if has(Array("ftyp".utf8), at: 4),
      let brand = Self.brands.first(where: { has(Array($0.0.utf8), at: 8) })
    {
      self = .heif(brand.1)
    } else if has(Array("BM".utf8), at: 0), has([0, 0, 0, 0], at: 6) {
      self = .other("BMP")
    } else {
      self = .noPicture
    }
  }

  /// What people call it; empty for what isn't a picture.
  var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .heif(let name), .other(let name): name
    case .noPicture: ""
    }
  }

  /// Whether it is in a HEIF file.
  var isHEIF: Bool { if case .heif = self { true } else { false } }

  /// - Throws: ``CaptureError`` when the file can't be read.
  init(_ file: InputFile) throws(CaptureError) {
    var head = [UInt8](repeating: 0, count: Self.headBytes)
    let count = try file.read(at: 0, count: head.count, into: &head)
    self.init(head.span.extracting(..<count))
  }
}
