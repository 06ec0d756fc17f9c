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

  @Test(
    "what is wrong is named",
    arguments: [
      ("image_width: 640", "", "image_width"), ("image_width: 640", "image_width: wide", "wide"),
      ("image_height: 480", "image_height: 0", "image_height"),
      ("[1, 0, 0, 0, 1, 0, 0, 0, 1]", "[1, 0, 0, 0, 1, 0, 0, 0]", "rectification_matrix isn't a list of 9"),
      ("0.110510", "nan", "distortion_coefficients"),
      ("1.      ]", "1.", "line 11: the list above it has no end"),
      ("camera_name: left", "camera_name left", "line 4"),
      ("data: [393.65", "data: [[393.65", "projection_matrix"),
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
