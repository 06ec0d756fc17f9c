import Foundation
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import TestSupport

@testable import Compositor
@testable import Recordings

extension TestFolder {
  /// The manifest's lines as they can be read, of the folder itself or of one in it.
  package func lines(_ name: String = "") throws -> [PictureLine] {
    try bytes("\(name)/frames.jsonl").split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(PictureLine.self, from: Data($0))
    }
  }

  package func session(_ name: String = "") throws -> SessionDescription {
    try JSONDecoder().decode(SessionDescription.self, from: Data(try bytes("\(name)/session.json")))
  }
}

package enum TestRecording {
  package static let canvas = PixelSize(width: 160, height: 96)

  package static func jpeg(_ size: PixelSize? = canvas, shade: UInt8 = 120) throws -> [UInt8] {
    guard let size else { return [] }
    let picture = PlanarPicture(size: size, subsampling: .yuv422)
    for (x, y) in picture.luma.places {
      picture.luma[x, y] = UInt8((Int(shade) + (x * 5 + y * 3) % 90) & 255)
    }
    var encoder = JPEGEncoder()
    return try encoder.encode(picture, quality: 80)
  }

  package static func frame(
    _ number: Int = 0, state: GuideState = .near, size: PixelSize? = canvas, template: String? = nil
  ) throws -> Picture {
    let jpeg = try jpeg(size, shade: UInt8(number * 7 % 100))
    let frame = Picture(capacity: jpeg.count + 16)
    frame.withMemory { memory in
      for index in jpeg.indices { memory[index] = jpeg[index] }
    }
    frame.byteCount = jpeg.count
    frame.times[.encode] = 1_234_567
    var reading = HUDReading()
    reading.horizon.angleDegrees = -1.42
    reading.horizon.state = state
    var camera = PictureFacts.Camera()
    camera.state = .live
    camera.frame = PictureFacts.Frame(
      sequence: UInt32(number), time: FrameTime(nanoseconds: Int64(number) * 100_000_000, clock: .media),
      byteCount: 0)
    camera.hasGuides = true
    camera.guides.take(reading)
    camera.guides.template = template.map {
      SilhouetteTemplate(name: $0, title: $0, path: Path(), aspect: 1)
    }
    var second = PictureFacts.Camera()
    second.id = "secondary"
    frame.facts.cameras = [camera, second]
    return frame
  }

  package static func session(
    _ size: PixelSize? = canvas, viewfinder: PixelRect = PixelRect(x: 16, y: 16, width: 64, height: 48)
  ) -> SessionDescription {
    SessionDescription(
      version: "1.0", startedAt: "2026-01-02T03:04:05Z",
      sources: [
        .init(
          id: "primary", name: "Küchen „Cam“ \\ \u{1F4F7}\n2", specification: "synth:room?roll=5",
          asked: .init(format: nil, width: 1280, height: 720, fps: 29.97),
          negotiated: .init(format: "mjpeg", width: 1280, height: 720, fps: 30), differences: ["30 for 29.97"]
        ),
        .init(
          id: "secondary", name: "b", specification: "/dev/video2",
          asked: .init(format: nil, width: nil, height: nil, fps: nil), negotiated: nil, differences: []),
      ],
      layout: .init(
        mode: "side-by-side", canvas: .init(width: size?.width ?? 0, height: size?.height ?? 0), scale: 0.5,
        viewfinders: [
          .init(camera: "primary", rect: viewfinder),
          .init(camera: "secondary", rect: PixelRect(x: 96, y: 16, width: 48, height: 48)),
        ]),
      settings: .init([:], composer: "pixel"))
  }

  /// Records frames in one run from start to end.
  @discardableResult
  package static func record(
    _ count: Int, into folder: String, state: (Int) -> GuideState = { _ in .near }
  ) throws -> [Int] {
    let writer = try RecordingWriter(folder: folder, session: session(), recordsTimes: false)
    let first = writer.nextIndex
    let indices = try (0..<count).map { try writer.write(frame(first + $0, state: state(first + $0))) }
    try writer.finish(totals: SessionTotals(dropped: ["primary": 2]), endedAt: "2026-01-02T03:05:05Z")
    return indices
  }

  /// Records frames as a run does that is killed afterwards.
  package static func recordUnfinished(_ count: Int, into folder: String) throws {
    let writer = try RecordingWriter(folder: folder, session: session(), recordsTimes: false)
    for number in 0..<count { _ = try writer.write(frame(number)) }
  }
}

extension RecordingWriter {
  /// Writes a picture whose line has no news.
  package func write(_ picture: Picture) throws(FileError) -> Int { try write(Issue(picture)).index }
}
