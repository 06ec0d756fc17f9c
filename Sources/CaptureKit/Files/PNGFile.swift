// W3C, "Portable Network Graphics (PNG) Specification (Third Edition)", 5.2 and 11.2.1. Decoded by libpng.

import CPNG
import PixelTypes

/// Converts PNGs to JPEGs, so that everything downstream is JPEG: 4:4:4, high quality, sRGB, transparent parts black.
final class PNGFile {
  private let encoder: FrameEncoder
  private var bytes: [UInt8] = []
  private var pixels: [UInt8] = []
  private var planes: PlanarPicture?

  /// - Throws: ``CaptureError/system(call:path:code:)`` when the encoder can't be made.
  init() throws(CaptureError) { encoder = try FrameEncoder(quality: 95, source: "PNG") }

  /// The width and height in a PNG's first chunk; `nil` for anything else. Never reads outside `bytes`.
  static func sides(_ bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    guard bytes.count >= 24, start.indices.allSatisfy({ bytes[$0] == start[$0] }) else { return nil }
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
    return (number(16), number(20))
  }

  /// Reads a PNG into a slot as a JPEG, with its EXIF data and colour profile.
  ///
  /// - Returns: what is wrong with it, completing "it is …"; the slot is then empty.
  func read(_ file: InputFile, into slot: FrameSlot) throws(CaptureError) -> String? {
    slot.byteCount = 0
    if bytes.count < file.size { bytes = [UInt8](repeating: 0, count: file.size) }
    let count = try file.read(at: 0, count: file.size, into: &bytes)
    guard let sides = Self.sides(bytes.span.extracting(..<count)) else { return Self.damaged }
    guard let size = PixelSize(width: sides.width, height: sides.height), size.canBeHeld(from: count) else {
      return "a PNG of \(sides.width)x\(sides.height), more than its \(count) bytes should claim"
    }
    if pixels.count != size.area * 3 { pixels = [UInt8](repeating: 0, count: size.area * 3) }
    // SAFETY: the counts given are those of the buffers, and the pixels are as many as the size needs.
    let isRead =
      unsafe cpng_decode_rgb(
        bytes, count, Int32(size.width), Int32(size.height), &pixels) == Int32(CPNG_OK)
    slot.reserve(size.area * 6 + 4096)
    guard isRead, encode(size, into: slot) else { return Self.damaged }
    let segments = (chunk("eXIf", in: count).map(Self.exif) ?? []) + profile(in: count)
    if !segments.isEmpty {
      let made = slot.withBytes { jpeg in (0..<jpeg.count).map { jpeg[$0] } }
      slot.reserve(made.count + segments.count)
      let whole = Array(made[..<2]) + segments + Array(made[2...])
      slot.fill(whole.span, format: slot.format)
    }
    return nil
  }

  private static let damaged = "a PNG that is cut short or damaged"

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
  private func profile(in count: Int) -> [UInt8] {
    guard chunk("iCCP", in: count) != nil else { return [] }
    // A JPEG has up to 255 segments of so much, which is more than is read.
    let most = 65_519
    var profile = [UInt8](repeating: 0, count: 16_000_000)
    // SAFETY: the counts given are those of the buffers.
    let length = unsafe cpng_profile(bytes, count, &profile, 16_000_000)
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
    return encoder.encode(luma: picture.luma, chroma: picture, into: slot) == 0
  }
}
