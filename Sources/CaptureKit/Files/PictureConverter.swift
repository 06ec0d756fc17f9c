// W3C, "Portable Network Graphics (PNG) Specification (Third Edition)", 5.2 and 11.2.1. Decoded by libpng. HEIC and AVIF
// (ISO/IEC 23008-12) by libheif, WebP (RFC 9649) by libwebp, where they are installed.

import CPNG
import CPhotoLibraries
import PixelTypes

/// Converts pictures of other kinds to JPEGs, so that everything downstream is JPEG: 4:4:4, high quality, upright, transparent parts
/// black; sRGB, or with their colour profile.
final class PictureConverter {
  private let encoder = FrameEncoder(quality: 95)
  private var bytes: [UInt8] = []
  private var pixels: [UInt8] = []
  private var planes: PlanarPicture?

  /// The width and height of a picture that would be converted; `nil` for anything else, and where its kind's library is missing.
  ///
  /// - Parameter bytes: its beginning; a HEIF picture's may have to be longer.
  static func sides(_ bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    switch PictureKind(bytes) {
    case .png: return pngSides(bytes)
    case .webp, .heif:
      guard let kind = PictureKind(bytes).library else { return nil }
      var (width, height): (Int32, Int32) = (0, 0)
      // SAFETY: the count given is that of the bytes, and the numbers are written to only.
      let code = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe cphoto_size(kind, bytes.baseAddress, bytes.count, &width, &height)
      }
      return code == Int32(CPHOTO_OK) ? (Int(width), Int(height)) : nil
    case .jpeg, .other, .noPicture: return nil
    }
  }

  /// Whether the library for a kind of picture is installed.
  static func isRead(_ kind: PictureKind) -> Bool {
    guard let library = kind.library else { return kind == .png }
    var (width, height): (Int32, Int32) = (0, 0)
    var none: UInt8 = 0
    // SAFETY: no byte is read, and the numbers are written to only.
    return unsafe cphoto_size(library, &none, 0, &width, &height) != Int32(CPHOTO_MISSING)
  }

  /// The width and height in a PNG's first chunk; `nil` for anything else. Never reads outside `bytes`.
  private static func pngSides(_ bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    guard bytes.count >= 24, start.indices.allSatisfy({ bytes[$0] == start[$0] }) else { return nil }
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
    return (number(16), number(20))
  }

  /// Reads a picture into a slot as a JPEG, with its colour profile and, of a PNG, its EXIF data.
  ///
  /// - Returns: what is wrong with it, completing "it is …"; the slot is then empty.
  func read(_ file: InputFile, _ kind: PictureKind, into slot: FrameSlot) throws(CaptureError) -> String? {
    slot.byteCount = 0
    if bytes.count < file.size { bytes = [UInt8](repeating: 0, count: file.size) }
    let count = try file.read(at: 0, count: file.size, into: &bytes)
    guard let sides = Self.sides(bytes.span.extracting(..<count)) else {
      return Conversion.damage(file.path, kind)
    }
    guard let size = PixelSize(width: sides.width, height: sides.height), size.canBeHeld(from: count) else {
      return "a \(kind.name) of \(sides.width)x\(sides.height), more than its \(count) bytes should claim"
    }
    if pixels.count != size.area * 3 { pixels = [UInt8](repeating: 0, count: size.area * 3) }
    let (width, height) = (Int32(size.width), Int32(size.height))
    // SAFETY: the counts given are those of the buffers, and the pixels are as many as the size needs.
    let isRead =
      if let library = kind.library {
        unsafe cphoto_decode_rgb(library, bytes, count, width, height, &pixels) == Int32(CPHOTO_OK)
      } else {
        unsafe cpng_decode_rgb(bytes, count, width, height, &pixels) == Int32(CPNG_OK)
      }
    slot.reserve(size.area * 6 + 4096)
    guard isRead, encode(size, into: slot) else { return Conversion.damage(file.path, kind) }
    let exif = kind == .png ? chunk("eXIf", in: count).map(Self.exif) ?? [] : []
    let segments = exif + profile(kind, in: count)
    if !segments.isEmpty {
      let made = slot.withBytes { jpeg in (0..<jpeg.count).map { jpeg[$0] } }
      slot.reserve(made.count + segments.count)
      let whole = Array(made[..<2]) + segments + Array(made[2...])
      slot.fill(whole.span, format: slot.format)
    }
    return nil
  }

  /// What a chunk of the last PNG holds; `nil` without one.
  ///
  /// - Parameter count: how many of the bytes are the PNG's.
  private func chunk(_ name: String, in count: Int) -> ArraySlice<UInt8>? {
    var place = 8
    while place + 12 <= count {
      let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
      guard length <= count - place - 12 else { return nil }
      let data = place + 8
      if bytes[place + 4..<data].elementsEqual(name.utf8) { return bytes[data..<data + length] }
      place = data + length + 4
    }
    return nil
  }

  /// The colour profile as a JPEG's segments; empty without one.
  private func profile(_ kind: PictureKind, in count: Int) -> [UInt8] {
    guard kind.isHEIF || kind == .png && chunk("iCCP", in: count) != nil else { return [] }
    // A JPEG has up to 255 segments of so much, which is more than is read.
    let most = 65_519
    var profile = [UInt8](repeating: 0, count: 16_000_000)
    // SAFETY: the counts given are those of the buffers.
    let length =
      unsafe kind.isHEIF
      ? cphoto_profile(bytes, count, &profile, 16_000_000) : cpng_profile(bytes, count, &profile, 16_000_000)
    profile.removeLast(profile.count - length)
    let starts = Array(stride(from: 0, to: profile.count, by: most))
    var segments: [UInt8] = []
    for (index, start) in starts.enumerated() {
      let numbers = [UInt8(index + 1), UInt8(starts.count)]
      segments += Self.segment(
        JPEGMarker.application2, Array("ICC_PROFILE\0".utf8) + numbers,
        profile[start..<min(start + most, profile.count)])
    }
    return segments
  }

  /// EXIF data as a JPEG's segment; empty if it is too long for one.
  private static func exif(_ data: ArraySlice<UInt8>) -> [UInt8] {
    segment(JPEGMarker.application1, Array("Exif\0\0".utf8), data)
  }

  private static func segment(_ marker: UInt8, _ name: [UInt8], _ data: ArraySlice<UInt8>) -> [UInt8] {
    let length = 2 + name.count + data.count
    guard length <= 65_535 else { return [] }
    var bytes = [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)]
    bytes += name
    bytes += data
    return bytes
  }

  private func encode(_ size: PixelSize, into slot: FrameSlot) -> Bool {
    let picture = planes?.size == size ? planes! : PlanarPicture(size: size, subsampling: .yuv444)
    planes = picture
    picture.take(rgb: pixels.span)
    return encoder.encode(luma: picture.luma, chroma: picture, into: slot)
  }
}

extension PictureKind {
  /// The library's number that decodes it; `nil` for what needs none.
  fileprivate var library: Int32? {
    switch self {
    case .webp: Int32(CPHOTO_WEBP)
    case .heif: Int32(CPHOTO_HEIF)
    case .jpeg, .png, .other, .noPicture: nil
    }
  }
}
