import Foundation
import GlassChrome
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import CaptureKit
@testable import Pipeline

@Suite("Pictures that are no JPEGs as sources")
struct ConvertedSourceTests {
  @Test("PNGs and JPEGs of one size are pictures of one source; a broken PNG is a lost one")
  func mixed() throws {
    let folder = try TestFolder()
    let size = PixelSize(clampingWidth: 96, height: 64)
    let picture = PlanarPicture(size: size, subsampling: .yuv444)
    for y in 0..<64 {
      for x in 0..<96 {
        picture.luma[x, y] = UInt8(60 + x + y / 2)
        picture.cb[x, y] = UInt8(110 + x / 4)
        picture.cr[x, y] = UInt8(140 - y / 4)
      }
    }
    let png = try PNGEncoder.encode(picture)
    try folder.put(png, "a.png")
    try folder.put(try TestRecording.jpeg(size), "b.jpg")
    var broken = png
    broken[png.count / 2] ^= 0x40
    try folder.put(broken, "c.png")
    try folder.put(Array(png.prefix(40)), "d.PNG")
    try folder.put(png, "e.png")
    let reader = try makeReader(for: SourceSpecification(parsing: folder.path))
    #expect(reader.format.size == size)
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    var gaps: [Int] = []
    while try reader.read(into: slot) {
      gaps.append(slot.gap)
      guard gaps.count != 2 else { continue }
      var decoder = try JPEGDecoder()
      let seen = PlanarPicture(size: size, subsampling: .yuv444)
      _ = try slot.withBytes { bytes throws(JPEGError) in try decoder.decode(bytes, into: seen) }
      for (plane, wanted) in [(seen.luma, picture.luma), (seen.cb, picture.cb), (seen.cr, picture.cr)] {
        let differences = zip(Plane.samples(plane), Plane.samples(wanted)).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 9 <= 4, "\(differences.max() ?? 0)")
      }
    }
    #expect(gaps == [0, 0, 2])
    // Alone it is an error, as is one whose few bytes claim many pixels.
    #expect(throws: CaptureError.self) {
      let reader = try makeReader(for: SourceSpecification(parsing: folder.file("c.png")))
      _ = try reader.read(into: slot)
    }
    var vast = png
    (vast[18], vast[22]) = (0x3F, 0x1F)
    try folder.put(vast, "vast.png")
    #expect(throws: CaptureError.self) {
      try makeReader(for: SourceSpecification(parsing: folder.file("vast.png")))
    }
  }

  /// Four quarters, red, green, blue and white, of 64×48 pixels.
  private static let quarters: [(name: String, base64: String)] = [
    (
      "q.heic",
      "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA"
        + "AAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEA"
        + "AAAAAAAAtwACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAV"
        + "aW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAA"
        + "AQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAA"
        + "AwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4"
        + "aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAL9t"
        + "ZGF0AAAAsygBrwngITip/+44//ywdl7eip5Wnv1j/+1Q+81I/+MBt0fo8TzD1w79dP/rHpa2RkpqP/5RWXk0Co+I"
        + "9gZYDnfjeIbDPDCF+UfxFoJUg1xAB6MEoHWEWJEAG3VSA8YHGGdqGgu8u3KEW+rJAERAFXgtKe4QFTAzWvMNxi9K"
        + "eHPBBxWbUSqyKEXWBU8foK1aulxHbxShlMnNqPcxh5ql31CLAkROfmqRleb8rQVPn0P3VhCk"
    ),
    (
      "q.avif",
      "AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA"
        + "AAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAMQAAACNpaW5mAAAA"
        + "AAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYx"
        + "Q4EADAAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAA"
        + "ADltZGF0EgAKCRgVf72CBAQNCDIiRZABhhhhALhn5i53BcI1hEr42w0G57sJQ3qzL9Oqo5PGIA=="
    ),
    (
      "q.webp",
      "UklGRoIAAABXRUJQVlA4IHYAAACQBQCdASpAADAAPrFKnUmnJKKhMrtoAOAWCUAX7iAH4gaZj8ZvxVr/wFVnnoSe"
        + "2ukdI0IM8AD+6Dh/a+8eP9RYQtOFdJwBOlC3A72iWiX83R0lR38xxxnT7DHsd7aAx+0Kvxjulf52RnGUUCVrCxoJ"
        + "k28gAAAA"
    ),
  ]

  @Test("phones' and the web's kinds have their colours, also as a film of one, and cut ones are named")
  func quarters() throws {
    for (name, base64) in Self.quarters {
      let folder = try TestFolder()
      let bytes = Array(try #require(Data(base64Encoded: base64)))
      try folder.put(bytes, "1" + name)
      try folder.put(bytes, "2" + name)
      let reader = try makeReader(for: SourceSpecification(parsing: folder.path))
      #expect(reader.format.size == PixelSize(width: 64, height: 48))
      let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
      for _ in 0..<2 {
        try #require(try reader.read(into: slot))
        let picture = try decoded(slot.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }).picture
        // BT.601, full range, of (220, 40, 30), (30, 200, 60), (40, 60, 220), (240, 240, 240).
        for (place, luma) in [((16, 12), 93), ((48, 12), 133), ((16, 36), 72), ((48, 36), 240)]
          as [((Int, Int), Int)]
        {
          let found = Int(picture.luma[place.0, place.1])
          #expect(abs(found - luma) <= 8, "\(name) at \(place): \(found)")
        }
      }
      for count in [20, bytes.count / 2, bytes.count - 30] {
        try folder.put(Array(bytes[..<count]), "2" + name)
        let reader = try makeReader(for: SourceSpecification(parsing: folder.path))
        var seen = 0
        while try reader.read(into: slot) { seen += 1 }
        #expect(seen + reader.takePassedOver().count == 2, "\(name) of \(count) bytes")
      }
    }
  }
}
