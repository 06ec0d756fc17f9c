import Compositor
import Foundation
import HostResources
import Pipeline
import PixelTypes
import Settings

/// A layout by its name, or a file with one's own.
enum LayoutArgument: SettingValue {
  case mode(LayoutMode)
  /// Path of a JSON file.
  case file(String)

  static let allValueStrings = LayoutMode.allCases.filter { $0 != .drawn }.map(\.rawValue) + ["file.json"]

  init?(argument: String) {
    if let mode = LayoutMode(rawValue: argument), mode != .drawn {
      self = .mode(mode)
    } else if argument.lowercased().hasSuffix(".json") {
      self = .file(argument)
    } else {
      return nil
    }
  }

  /// A layout as `session.json` has it, and as one's own file has it.
  private struct File: Decodable {
    struct Size: Decodable { var width, height: Int }
    struct Viewfinder: Decodable {
      var camera: String
      var x, y, width, height: Int
    }
    var canvas: Size
    var scale: Double?
    var viewfinders: [Viewfinder]
  }
  private struct Session: Decodable { var layout: File }

  // A larger file is no layout.
  private static let largest = 1 << 20

  /// Reads a file.
  ///
  /// - Parameter cameras: the job's cameras' names, in order.
  static func drawing(_ path: String, cameras: [String]) throws -> DrawnLayout {
    func refuse(_ reason: String) -> PipelineError { .capture(.badFile(path: path, reason: reason)) }
    guard FileManager.default.fileExists(atPath: path) else {
      throw PipelineError.capture(.notFound(path: path, hint: "there is no such layout"))
    }
    let bytes = try BoundedFile.read(path, limit: largest)
    let decoder = JSONDecoder()
    let file: File
    do {
      let session = try? decoder.decode(Session.self, from: Data(bytes)).layout
      file = try session ?? decoder.decode(File.self, from: Data(bytes))
    } catch {
      throw refuse(
        #"it isn't a layout: {"canvas":{"width":…,"height":…},"viewfinders":[{"camera":"primary","x":…,"y":…,"width":…,"height":…},…]}"#
      )
    }
    guard let canvas = PixelSize(width: file.canvas.width, height: file.canvas.height) else {
      throw refuse("its canvas is \(file.canvas.width)x\(file.canvas.height)")
    }
    if let scale = file.scale, !(0.5...4).contains(scale) {
      throw refuse("its scale is \(scale); it must be .5 to 4")
    }
    var places: [PixelRect] = []
    for camera in cameras {
      let own = file.viewfinders.filter { $0.camera == camera }
      guard own.count == 1 else {
        throw refuse(
          "it has \(own.isEmpty ? "no viewfinder" : "several viewfinders") for the camera \(camera)")
      }
      places.append(PixelRect(x: own[0].x, y: own[0].y, width: own[0].width, height: own[0].height))
    }
    if let other = file.viewfinders.first(where: { !cameras.contains($0.camera) }) {
      throw refuse(
        "it has a viewfinder for '\(PlainText.value(other.camera))'; the cameras are \(cameras.joined(separator: ", "))"
      )
    }
    let drawing = DrawnLayout(canvas: canvas, scale: file.scale, places: places)
    if let problem = drawing.objection { throw refuse(problem) }
    return drawing
  }
}
