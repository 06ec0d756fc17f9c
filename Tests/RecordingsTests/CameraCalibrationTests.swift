import Foundation
import HostResources
import TestSupport
import Testing

@testable import Recordings

@Suite("A camera's calibration")
struct CameraCalibrationTests {
  private static let text = """
    # from cameracalibrator
    image_width: 640
    image_height: 480
    camera_name: left
    camera_matrix:
      rows: 3
      cols: 3
      data: [438.783367,   0.      , 305.593336,
               0.      , 437.302876, 243.738352,
               0.      ,   0.      ,   1.      ]
    distortion_model: plumb_bob
    distortion_coefficients:
      rows: 1
      cols: 5
      data: [-0.361976, 0.110510, 0.001014, 0.000505, 0.000000]
    rectification_matrix:
      rows: 3
      cols: 3
      data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
    projection_matrix:
      rows: 3
      cols: 4
      data: [393.65, 0, 322.79, 0, 0, 403.77, 241.07, 0, 0, 0, 1e0, 0]
    """

  private let scratch: TestFolder

  init() throws { scratch = try TestFolder() }

  @Test("is read as camera_calibration writes it, over lines or not")
  func read() throws {
    let info = try CameraCalibration.read(try scratch.put(Self.text, "left.yaml"))
    #expect(info.width == 640 && info.height == 480 && info.model == "plumb_bob")
    #expect(info.matrix == [438.783367, 0, 305.593336, 0, 437.302876, 243.738352, 0, 0, 1])
    #expect(info.distortion == [-0.361976, 0.110510, 0.001014, 0.000505, 0])
    #expect(info.projection == [393.65, 0, 322.79, 0, 0, 403.77, 241.07, 0, 0, 0, 1, 0])
  }

  @Test("is read in any style of YAML")
  func styles() throws {
    let info = try CameraCalibration.read(try scratch.put(Self.text, "left.yaml"))
    let flow = """
      {image_width: 640, image_height: 480, camera_name: "left", camera_matrix: {rows: 3, cols: 3,
       data: [438.783367, 0, 305.593336, 0, 437.302876, 243.738352, 0, 0, 1]}, distortion_model: 'plumb_bob',
       distortion_coefficients: {data: [-0.361976, 0.110510, 0.001014, 0.000505, 0]},
       rectification_matrix: {data: [1, 0, 0, 0, 1, 0, 0, 0, 1]}, # none
       projection_matrix: {rows: 3, cols: 4, "data": [393.65, 0, 322.79, 0, 0, 403.77, 241.07, 0, 0, 0, 1, 0]}}
      """
    #expect(try CameraCalibration.read(try scratch.put(flow, "flow.yaml")) == info)
    let json = flow.replacing(/[a-z_]+(?=:)/) { "\"\($0.output)\"" }.replacing("'", with: "\"").replacing(
      " # none", with: "")
    _ = try JSONSerialization.jsonObject(with: Data(json.replacing("\"\"data\"\"", with: "\"data\"").utf8))
    #expect(
      try CameraCalibration.read(
        try scratch.put(json.replacing("\"\"data\"\"", with: "\"data\""), "json.yaml")) == info)
    let block = Self.text.replacing(
      "data: [1, 0, 0, 0, 1, 0, 0, 0, 1]",
      with: "data:" + [1, 0, 0, 0, 1, 0, 0, 0, 1].map { "\n    - \($0)" }.joined())
    #expect(
      try CameraCalibration.read(try scratch.put("%YAML:1.0\n---\n" + block + "\n...\n", "block.yaml"))
        == info)
  }

  @Test("no text, however garbled, ends the process or takes long")
  func garbled() throws {
    var random = Seeded(7)
    let marks = Array("[]{}:,-&!|>'\"%@`?~# \n\t\0\u{85}".utf8)
    for _ in 0..<Campaign.count(300) {
      var bytes = Array(Self.text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = marks.randomElement(using: &random)!
      }
      _ = try? CameraCalibration.read(try scratch.put(bytes, "garbled.yaml"))
    }
    for text in [
      "", "---", "...", "[" + String(repeating: "[", count: 60_000), String(repeating: "? ", count: 30_000),
      String(repeating: "- ", count: 30_000), "a: 1\n---\nb: 2",
    ] {
      let path = try scratch.put(text, "odd.yaml")
      #expect(throws: FileError.self) { try CameraCalibration.read(path) }
    }
  }

  @Test(
    "what is wrong is named",
    arguments: [
      ("image_width: 640", "", "image_width"), ("image_width: 640", "image_width: wide", "wide"),
      ("image_height: 480", "image_height: 0", "image_height"),
      ("[1, 0, 0, 0, 1, 0, 0, 0, 1]", "[1, 0, 0, 0, 1, 0, 0, 0]", "rectification_matrix isn't a list of 9"),
      ("0.110510", "nan", "distortion_coefficients"),
      ("1.      ]", "1.", "line 11: did not find expected"),
      ("camera_name: left", "camera_name left", "line 5: could not find expected ':'"),
      ("camera_name: left", "image_width: 2", "image_width stands there twice"),
      ("camera_name: left", "&a [*a, *a]", "“*”"),
      ("data: [1, 0, 0, 0, 1, 0, 0, 0, 1]", "date: 1", "rectification_matrix isn't a list of 9"),
      ("distortion_model: plumb_bob", "distortion_model: [plumb_bob]", "distortion_model isn't a word"),
      ("data: [393.65", "data: [[393.65", "line 24: did not find expected"),
      ("data: [393.65, 0", "data: [[393.65], 0", "projection_matrix isn't a list of 12"),
    ])
  func wrong(old: String, new: String, says: String) throws {
    let path = try scratch.put(Self.text.replacing(old, with: new), "left.yaml")
    let error = #expect(throws: FileError.self) { try CameraCalibration.read(path) }
    #expect("\(error!)".contains(says), "\(error!)")
  }

  @Test("a part of it is refused")
  func prefixes() throws {
    for count in stride(from: 0, to: Self.text.utf8.count, by: 7) {
      let path = try scratch.put(Array(Self.text.utf8.prefix(count)), "left.yaml")
      #expect(throws: FileError.self) { try CameraCalibration.read(path) }
    }
  }
}
