import CaptureKit
import Compositor
import Foundation
import HUDGeometry
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Pipeline

@Suite("Frames that are turned and cut")
struct FrameTurnTests {
  private let frame = PixelSize(clampingWidth: 640, height: 480)

  @Test(
    "a place of the shown part is found in the camera's own frame",
    arguments: PictureTurn.orientations)
  func places(turn: PictureTurn) {
    // By the pixels: where the middle of a shown pixel comes from.
    let turned = turn.turned(frame)
    let crop = PixelRect(x: 32, y: 64, width: 160, height: 96)
    for (x, y) in [(0, 0), (159, 0), (17, 95), (80, 40)] {
      let place = Point((Double(x) + 0.5) / 160, (Double(y) + 0.5) / 96)
      let found = FrameTurn(turn: turn, crop: crop).origin(of: place, frame: frame)
      let origin = turn.origin(x: 32 + x, y: 64 + y, in: frame)
      #expect(abs(found.x * 640 - Double(origin.x) - 0.5) < 1e-6)
      #expect(abs(found.y * 480 - Double(origin.y) - 0.5) < 1e-6)
      #expect(crop.maxX <= turned.width && crop.maxY <= turned.height)
    }
  }

  @Test("a crop begins at a block's corner and keeps its other edges, as far as the frame reaches")
  func regions() {
    func region(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect? {
      FrameTurn(crop: PixelRect(x: x, y: y, width: width, height: height)).region(in: frame, block: (16, 8))
    }
    #expect(region(20, 9, 100, 50) == PixelRect(x: 16, y: 8, width: 104, height: 51))
    #expect(region(600, 400, 500, 500) == PixelRect(x: 592, y: 400, width: 48, height: 80))
    #expect(region(640, 0, 10, 10) == nil)
    #expect(
      FrameTurn(crop: PixelRect(x: 641, y: 0, width: 8, height: 8)).region(
        in: PixelSize(clampingWidth: 641, height: 480), block: (16, 8)) == nil)
    #expect(
      FrameTurn.none.region(in: frame, block: (16, 8)) == PixelRect(x: 0, y: 0, width: 640, height: 480))
  }

  /// A raw frame in which every luma sample tells its place.
  private func raw(_ format: PixelFormat, _ width: Int, _ height: Int) -> FrameSlot {
    let size = PixelSize(clampingWidth: width, height: height)
    let row = format.minimumBytesPerRow(width: width) + 12
    let stream = StreamFormat(
      pixelFormat: format, size: size, bytesPerRow: row, framesPerSecond: 30, encoding: .jpeg)
    var bytes = [UInt8](repeating: 0, count: row * (format == .nv12 ? height * 3 / 2 : height))
    for y in 0..<height {
      for x in 0..<width {
        let luma = UInt8((x * 7 + y * 13) & 255)
        switch format {
        case .yuyv:
          bytes[y * row + 2 * x] = luma
          bytes[y * row + 2 * x + 1] = UInt8(((x / 2) * 5 + y * 3 + (x % 2) * 100) & 255)
        default: bytes[y * row + x] = luma
        }
      }
    }
    if format == .nv12 {
      for y in 0..<height / 2 {
        for x in 0..<width {
          bytes[(height + y) * row + x] = UInt8(((x / 2) * 5 + y * 3 + (x % 2) * 100) & 255)
        }
      }
    }
    let slot = FrameSlot(capacity: bytes.count, format: stream)
    slot.fill(bytes.span, format: stream)
    return slot
  }

  @Test(
    "raw frames are turned pixel by pixel", arguments: [PixelFormat.grey, .nv12, .yuyv],
    PictureTurn.orientations.dropFirst())
  func rawFrames(format: PixelFormat, turn: PictureTurn) throws {
    let slot = raw(format, 24, 16)
    let turner = try FrameTurner(FrameTurn(turn: turn), policy: .keepRows)
    let turned = turner.turned(slot)
    let size = turn.turned(PixelSize(clampingWidth: 24, height: 16))
    #expect(
      turned.format.size == size && turned.format.bytesPerRow == format.minimumBytesPerRow(width: size.width))
    turned.withBytes { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let origin = turn.origin(x: x, y: y, in: PixelSize(clampingWidth: 24, height: 16))
          let at = format == .yuyv ? (y * size.width + x) * 2 : y * size.width + x
          #expect(bytes[at] == UInt8((origin.x * 7 + origin.y * 13) & 255))
        }
      }
      if format == .yuyv {
        // A pair's chroma is the mean of what its two pixels had.
        let own = { (x: Int, y: Int) -> Int in
          let origin = turn.origin(x: x, y: y, in: PixelSize(clampingWidth: 24, height: 16))
          return (origin.x / 2 * 5 + origin.y * 3) & 255
        }
        #expect(Int(bytes[1]) == (own(0, 0) + own(1, 0) + 1) / 2)
      }
    }
  }

  // libjpeg-turbo-progs: another program over the same library.
  private static let jpegtranPath = "/usr/bin/jpegtran"

  private func jpegtran(_ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.jpegtranPath)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments)")
    return Array(bytes)
  }

  @Test(
    "a JPEG becomes what jpegtran makes of it; its crop begins less than a block before what was asked for and ends there",
    .enabled(if: FileManager.default.isExecutableFile(atPath: jpegtranPath), "it takes jpegtran"),
    arguments: ChromaSubsampling.allCases, PictureTurn.orientations)
  func jpegs(subsampling: ChromaSubsampling, turn: PictureTurn) throws {
    let folder = try TestFolder()
    let path = folder.file("frame.jpg")
    let steps = [
      ["-copy", "all"], ["-rotate", "90"], ["-rotate", "180"], ["-rotate", "270"], ["-flip", "horizontal"],
      ["-transpose"], ["-flip", "vertical"], ["-transverse"],
    ]
    let step = ["-trim"] + steps[turn.quarters + (turn.isMirrored ? 4 : 0)]
    var random = Seeded(UInt64(turn.quarters * 2 + (turn.isMirrored ? 1 : 0)))
    // Whole MCUs, and MCUs that both edges cut.
    for size in [PixelSize(clampingWidth: 96, height: 64), PixelSize(clampingWidth: 109, height: 75)] {
      let picture = PlanarPicture(size: size, subsampling: subsampling)
      for y in 0..<size.height {
        for x in 0..<size.width { picture.luma[x, y] = UInt8((x * x / 7 + y * 5 + x * y / 11) & 255) }
      }
      for plane in [picture.cb, picture.cr] {
        for y in 0..<plane.height {
          for x in 0..<plane.width { plane[x, y] = UInt8((x * 3 + y * y / 5) & 255) }
        }
      }
      var encoder = JPEGEncoder()
      let bytes = try encoder.encode(picture, quality: 80)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let slot = TestSlot.make(
        bytes,
        StreamFormat(
          pixelFormat: .mjpeg, size: size, bytesPerRow: 0, framesPerSecond: 30, encoding: .jpeg))
      let all = try jpegtran(step + [path])
      var decoder = try JPEGDecoder()
      let whole = try decoder.readHeader(all.span).size
      for number in 0..<6 {
        var crop = PixelRect(
          x: .random(in: 0..<64, using: &random), y: .random(in: 0..<64, using: &random),
          width: .random(in: 1...64, using: &random), height: .random(in: 1...64, using: &random))
        if number == 1 { crop = PixelRect(x: 40, y: 40, width: 16, height: 16) }
        let turner = try FrameTurner(
          FrameTurn(turn: turn, crop: number == 0 ? nil : crop), policy: .keepRows)
        let turned = turner.turned(slot)
        let got = turned.format.size
        if number == 0 {
          #expect(TestSlot.bytes(turned) == all && got == whole)
          continue
        }
        let asked = crop.intersection(PixelRect(x: 0, y: 0, width: whole.width, height: whole.height))
        guard !asked.isEmpty else {
          #expect(turned.byteCount == 0 && turner.cropsAll)
          #expect(turner.problem?.contains("outside the frames, which are \(whole)") == true)
          continue
        }
        let (x, y) = (asked.maxX - got.width, asked.maxY - got.height)
        #expect((0..<16).contains(asked.x - x) && (0..<16).contains(asked.y - y), "\(crop) \(got)")
        #expect(x % 8 == 0 && y % 8 == 0)
        #expect(
          try TestSlot.bytes(turned) == jpegtran(step + ["-crop", "\(got)+\(x)+\(y)", path]), "\(crop)")
      }
    }
  }

  @Test(
    "a photo that says how its camera was held becomes the upright one, and is turned and cut from there",
    arguments: 1...8, PictureTurn.orientations)
  func photos(orientation: Int, next: PictureTurn) throws {
    let size = PixelSize(clampingWidth: 96, height: 64)
    let upright = try TestRecording.jpeg(size)
    let held = PictureTurn.orientations[orientation - 1]
    // What undoes a turn: itself if it mirrors, the other quarters if not.
    let back = held.isMirrored ? held : PictureTurn(quarters: -held.quarters)
    var transformer = try JPEGTransformer()
    var out: [UInt8] = []
    func turned(_ jpeg: [UInt8], _ turn: PictureTurn, _ size: PixelSize, _ crop: PixelRect?) throws -> [UInt8]
    {
      Array(out[..<(try transformer.transform(jpeg.span, turn, crop: crop, into: &out, size: size).count)])
    }
    let stored = try turned(upright, back, size, nil)
    let (bytes, area) = (oriented(stored, UInt8(orientation)), back.turned(size))
    let format = StreamFormat(
      pixelFormat: .mjpeg, size: area, bytesPerRow: 0, framesPerSecond: nil, encoding: .jpeg,
      orientation: held)
    let slot = FrameSlot(capacity: bytes.count, format: format)
    slot.fill(bytes.span, format: format)
    let crop = PixelRect(x: 16, y: 16, width: 32, height: 32)
    for crop in [nil, crop] {
      let turner = try FrameTurner(FrameTurn(turn: next, crop: crop), policy: .keepRows)
      let result = turner.turned(slot)
      #expect(
        result.format.orientation == .none
          && result.format.size
            == crop.map { PixelSize(clampingWidth: $0.width, height: $0.height) } ?? next.turned(size)
      )
      // The same coefficients as of the upright photo, under an orientation of 1.
      let wanted = try turned(oriented(upright, 1), next, size, crop)
      #expect(result.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } } == wanted)
      #expect(turner.takeRemark()?.contains("EXIF") ?? false == (held != .none))
    }
  }

  @Test("a frame that is cut short has no bytes: it can't be used")
  func short() throws {
    let slot = raw(.yuyv, 24, 16)
    let turner = try FrameTurner(FrameTurn(turn: PictureTurn(quarters: 1)), policy: .keepRows)
    let format = slot.format
    slot.withBytes { bytes in
      let part = (0..<bytes.count / 2).map { bytes[$0] }
      let cut = FrameSlot(capacity: part.count, format: format)
      cut.fill(part.span, format: format)
      #expect(turner.turned(cut).byteCount == 0)
    }
  }
}
