import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("A source's text")
struct SourceSpecificationTests {
  @Test(
    "reads as a camera",
    arguments: [
      ("/dev/video0", "/dev/video0"), ("v4l2:/dev/v4l/by-id/usb-cam", "/dev/v4l/by-id/usb-cam"),
      ("v4l2:camera", "camera"), ("libcamera:imx219", "libcamera:imx219"),
    ])
  func device(text: String, path: String) throws {
    #expect(try SourceSpecification(parsing: text) == .device(path: path))
  }

  @Test("reads as a scene with all its keys")
  func scene() throws {
    let text = "synth:coast?w=640&h=480&fps=29.97&format=yuyv&seed=7&roll=-2.5&sway=3&frames=9&noise=0"
    var scene = SceneSettings(scene: .coast)
    scene.size = try #require(PixelSize(width: 640, height: 480))
    (scene.framesPerSecond, scene.pixelFormat, scene.seed) = (29.97, .yuyv, 7)
    (scene.rollDegrees, scene.swayDegrees, scene.frameCount, scene.noise) = (-2.5, 3, 9, 0)
    #expect(try SourceSpecification(parsing: text) == .synthetic(scene))
    #expect(scene.quality == 90)
  }

  @Test("defaults to 1280×720 Motion JPEG at 30 frames a second")
  func defaults() throws {
    #expect(try SourceSpecification(parsing: "synth:walker") == .synthetic(SceneSettings(scene: .walker)))
    let settings = SceneSettings(scene: .walker)
    #expect(settings.size.description == "1280x720")
    #expect(settings.pixelFormat == .mjpeg)
    #expect(settings.framesPerSecond == 30)
  }

  @Test(
    "is written as it was read",
    arguments: [
      "/dev/video3", "v4l2:cam", "libcamera:/base/soc/i2c0mux/i2c@1/imx219@10", "synth:city",
      "synth:coast?w=640&fps=29.97&roll=-2.5",
      "synth:walker?h=480&format=nv12&seed=3&frames=10", "synth:noise?quality=80&noise=30&subsampling=420",
      "file:/tmp/a b.avi", "file:/tmp/x.mjpeg?fps=25&loop=1", "file:img??.jpg?fps=12.5", "file:a?.jpg",
      "file:x.avi?first=300&frames=90", "file:out/lab?fps=30&first=3&camera=secondary",
    ])
  func roundTrip(text: String) throws {
    let source = try SourceSpecification(parsing: text)
    #expect(source.description == text)
    #expect(try SourceSpecification(parsing: source.description) == source)
  }

  @Test(
    "that is wrong is refused with a word that helps",
    arguments: [
      ("", "empty"), ("video0", "/dev/video0"), ("libcamera:", "cam --list"), ("libcamra:0", "'libcamera'"),
      ("synth:cost", "'coast'"),
      ("synth:walker?widht=3", "widht"),
      ("synth:city?form=x", "format"),
      ("synth:city?format=mjpg", "'mjpeg'"), ("synth:city?w=641", "640"), ("synth:city?w=10", "64"),
      ("synth:city?fps=0", "fps=0"), ("synth:city?fps=nan", "fps=nan"), ("synth:city?seed=-1", "seed=-1"),
      ("synth:city?roll=3", "coast"), ("synth:coast?roll=50", "-30 to 30"), ("synth:city?w", "w=…"),
      ("synth:city?w=640&w=320", "twice"), ("synth:coast?quality=0", "1 to 100"),
      ("synth:coast?subsampling=444", "422"), ("syth:coast", "'synth'"), ("coast", "synth:coast"),
      ("file:x.avi?fsp=25", "'fps'"), ("file:x.avi?loop=2", "0 or 1"),
      ("file:x.avi?first=-1", "from 0"), ("file:x.avi?frames=0", "from 1"),
      ("file:x?camera=Left", "starts with a letter"),
      ("file:x.avi?loop=1&frames=3", "doesn't loop"), ("file:", "path"), ("v4l2:", "path"),
      ("/no/such/file", "no such file"), ("http://x", "http"),
    ])
  func refused(text: String, word: String) {
    let error = #expect(throws: CaptureError.self) { try SourceSpecification(parsing: text) }
    guard case .badSource(let told, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(told == text)
    #expect(reason.contains(word), "\(reason)")
  }

  @Test("may be the bare path of what exists, with or without settings")
  func barePath() throws {
    let folder = try TestFolder()
    let path = try folder.put([1], "x.mjpeg")
    #expect(try SourceSpecification(parsing: path) == .files(FileSourceSettings(path: path)))
    #expect(
      try SourceSpecification(parsing: path + "?fps=5&loop=1")
        == .files(FileSourceSettings(path: path, framesPerSecond: 5, loops: true)))
    #expect(try SourceSpecification(parsing: folder.path) == .files(FileSourceSettings(path: folder.path)))
  }
}
