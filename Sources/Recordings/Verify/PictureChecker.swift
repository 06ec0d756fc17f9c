import HostResources
import JPEGCodec
import PixelTypes

/// Decodes a recording's pictures one by one, and compares each with its line; use one per thread.
struct PictureChecker: ~Copyable {
  private let folder: FolderHandle
  private var reader: PictureReader

  init(_ folder: FolderHandle) throws(JPEGError) {
    self.folder = folder
    reader = try PictureReader()
  }

  /// - Parameters:
  ///   - line: the picture's; `nil` if it can't be read.
  ///   - canvas: the size that the picture must have; `nil` for any.
  ///   - findings: receives what is wrong.
  /// - Returns: the file's size in bytes, and the JPEG unless something is wrong with it.
  mutating func check(
    _ entry: RecordingIndex.Entry, _ line: PictureLine?, canvas: SessionDescription.Layout.Size?,
    _ findings: inout VerificationFindings
  ) -> (size: Int, jpeg: [UInt8]?) {
    guard let size = folder.status(FileName(entry.file))?.bytes else {
      findings.report(entry.file, entry.line, "is missing")
      return (0, nil)
    }
    do {
      if size == 0 { throw VerificationFault("is empty") }
      let bytes = try folder.read(entry.file)
      let (picture, damage) = try reader.read(bytes)
      if damage.damage > 0 { throw VerificationFault("is damaged") }
      if let canvas, picture.size.width != canvas.width || picture.size.height != canvas.height {
        throw VerificationFault("is \(picture.size), but the canvas is \(canvas.width)x\(canvas.height)")
      }
      if let line {
        try compare(bytes, picture, line, &findings)
        try checkPhoto(line, entry)
      }
      return (size, bytes)
    } catch {
      findings.report(entry.file, entry.line, "\(error)")
      return (size, nil)
    }
  }

  /// A photo beside the picture is there, and whole unless its camera's frame wasn't.
  private mutating func checkPhoto(
    _ line: PictureLine, _ entry: RecordingIndex.Entry
  ) throws(VerificationFault) {
    guard let photo = line.shot, photo != entry.file else { return }
    guard photo == PhotoFiles.path(entry.index) else {
      throw VerificationFault("names another's photo, \(photo)")
    }
    guard folder.exists(FileName(photo)) else { throw VerificationFault("lacks its photo, \(photo)") }
    do {
      let damage = try reader.read(try folder.read(photo)).1
      if damage.damage > 0, line.cameras.allSatisfy({ $0.flags?.contains("damaged") != true }) {
        throw VerificationFault("is damaged")
      }
    } catch { throw VerificationFault("has a photo, \(photo), that can't be read: \(error)") }
  }

  private func compare(
    _ bytes: [UInt8], _ picture: PlanarPicture, _ line: PictureLine, _ findings: inout VerificationFindings
  ) throws(VerificationFault) {
    let (width, height) = (picture.subsampling.mcuWidth, picture.subsampling.mcuHeight)
    let count =
      (picture.size.width + width - 1) / width * ((picture.size.height + height - 1) / height)
    if let mcus = line.mcus, mcus.values.reduce(0, &+) != count {
      throw VerificationFault("has \(count) MCUs, but its line counts others")
    }
    guard let utc = line.cameras.lazy.compactMap(\.utc).first else { return }
    guard let segment = Self.exif(bytes) else {
      return findings.skip("pictures whose EXIF data was removed")
    }
    // As `2026:11:24 06:37:05`, and the microseconds in a tag of their own.
    let text = Array(utc.utf8)
    guard text.count == 27 else { return }
    let seconds = text[..<19].map {
      $0 == UInt8(ascii: "-") ? UInt8(ascii: ":") : $0 == UInt8(ascii: "T") ? 32 : $0
    }
    let times = Self.times(segment)
    if times.isEmpty, line.cameras.first?.utc == nil {
      return findings.skip("pictures without an EXIF time, since the first camera had no frame")
    }
    guard !times.isEmpty, times.allSatisfy({ $0.elementsEqual(seconds) }),
      Self.contains(segment, text[20..<26] + [0])
    else { throw VerificationFault("was taken at another time than its line says, by its EXIF data") }
    findings.times += 1
  }

  /// The EXIF segment, which is a picture's first.
  private static func exif(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.count > 12, bytes[2...3] == [0xFF, 0xE1], bytes[6...9].elementsEqual("Exif".utf8) else {
      return nil
    }
    return bytes[4..<min(bytes.count, 4 + Int(bytes[4]) << 8 + Int(bytes[5]))]
  }

  /// All texts in the form of a time.
  private static func times(_ segment: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let form = Array("0000:00:00 00:00:00\0".utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return segment.indices.dropLast(form.count - 1).compactMap { start in
      let text = segment[start..<start + form.count]
      let fits = zip(text, form).allSatisfy { $1 == UInt8(ascii: "0") ? digits.contains($0) : $0 == $1 }
      return fits ? text.dropLast() : nil
    }
  }

  private static func contains(_ segment: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    segment.indices.dropLast(text.count - 1).contains { segment[$0..<$0 + text.count].elementsEqual(text) }
  }
}

/// What is wrong with a file, as a clause for people.
struct VerificationFault: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = what }
}

/// Decodes JPEGs of any size into a picture that is reused while the size stays the same.
package struct PictureReader: ~Copyable {
  private var decoder: JPEGDecoder
  private var picture: PlanarPicture?

  package init() throws(JPEGError) { decoder = try JPEGDecoder() }

  /// - Returns: a picture valid until the next call.
  package mutating func read(_ bytes: [UInt8]) throws(JPEGError) -> (PlanarPicture, JPEGFindings) {
    let header = try decoder.readHeader(bytes.span)
    let target = PlanarPicture.reusing(picture, size: header.size, subsampling: header.subsampling)
    picture = target
    return (target, try decoder.decode(bytes.span, into: target))
  }
}
