import Foundation
import HostResources
import PixelTypes
import Synchronization
import TestSupport
import Testing

@testable import CaptureKit
@testable import Compositor
@testable import Pipeline
@testable import Recordings
@testable import Viewer

@Suite("Each camera by itself")
struct CameraStreamTests {
  /// Runs a live job of two cameras that records their frames, and a server that shows it.
  private static func withJob(
    _ format: String, isTurned: Bool,
    _ body: (_ server: ViewServer, _ folder: TestFolder, _ socket: String) throws -> Void
  ) throws {
    let folder = try TestFolder()
    let path = "/tmp/dualcam-camera-\(UInt32.random(in: 0 ... .max))"
    var settings = JobSettings(
      pace: .live,
      sources: try ["coast", "walker"].map {
        .init(
          specification: try SourceSpecification(parsing: "synth:\($0)?w=160&h=96&fps=20&format=\(format)"))
      })
    if isTurned { settings.sources[1].turn.turn = PictureTurn(quarters: 1) }
    (settings.control, settings.publishes) = (path, true)
    (settings.folder, settings.stage.keptSources) = (folder.file("r"), .beside)
    let (stop, asked) = (StopFlag(), settings)
    let thread = try WorkerThread(name: "job") { _ = try? CameraJob(asked, stop: stop) { _ in }.run() }
    defer {
      stop.stop()
      #expect(thread.join(within: .seconds(100)))
    }
    try wait(for: "the socket") { FileManager.default.fileExists(atPath: path) }
    let server = try ViewServer(ViewServer.Settings(sockets: [path]), at: .address("127.0.0.1:0"))
    defer { server.close() }
    try body(server, folder, path)
  }

  private static func body(of answer: [UInt8]) -> [UInt8] {
    let end = Array("\r\n\r\n".utf8)
    guard let place = answer.indices.first(where: { answer[$0...].starts(with: end) }) else { return [] }
    return Array(answer[(place + end.count)...])
  }

  @Test(
    "is its own frames: a JPEG's bytes as the camera sent them, a raw frame coded",
    arguments: ["mjpeg", "yuyv"], [false, true])
  func frames(format: String, isTurned: Bool) throws {
    try Self.withJob(format, isTurned: isTurned) { server, folder, socket in
      for (turn, camera) in ["primary", "secondary", "primary", "secondary"].enumerated() {
        // Whichever is the main one, each has its name.
        if turn == 2 { #expect(try SocketClient(socket).ask(#"{"toggle":"swap"}"#) == #"{"ok":true}"#) }
        let client = try ViewerClient(server.address)
        client.send(ViewServerTests.get("/cameras/\(camera)/snapshot.jpg", "Connection: close\r\n"))
        let jpeg = Self.body(of: client.rest())
        var reader = try PictureReader()
        let isUpright = isTurned && camera == "secondary"
        #expect(
          try reader.read(jpeg).0.size == PixelSize(width: isUpright ? 96 : 160, height: isUpright ? 160 : 96)
        )
        guard format == "mjpeg" else { continue }
        try wait(for: "the frame in the recording") {
          // There with the first picture.
          ((try? folder.names("r/sources")) ?? []).contains {
            $0.contains(".\(camera).") && (try? folder.bytes("r/sources/\($0)")) == jpeg
          }
        }
      }
      // Streams of both and of the whole go on beside each other.
      let clients = try ["cameras/primary/stream.mjpg", "cameras/secondary/stream.mjpg", "stream.mjpg"].map {
        path in
        let client = try ViewerClient(server.address)
        client.send(ViewServerTests.get("/\(path)"))
        return client
      }
      let boundary = Array("--dualcam-picture\r\n".utf8)
      for client in clients {
        _ = client.receive { received in
          received.indices.count { received[$0] == boundary[0] && received[$0...].starts(with: boundary) } > 4
        }
      }
      #expect(try ViewServerTests.status(server, "/cameras/nobody/snapshot.jpg") == 404)
      #expect(try ViewServerTests.status(server, "/cameras/nobody/stream.mjpg") == 404)
      #expect(try ViewServerTests.status(server, "/cameras/primary/other.jpg") == 404)
    }
  }
}
