import PixelTypes
import Testing

@testable import Compositor

/// The sizes of one or two cameras.
struct Cameras: Sendable, CustomTestStringConvertible {
  var primary: (width: Int, height: Int)
  var secondary: (width: Int, height: Int)?
  var others: [(width: Int, height: Int)] = []

  var all: [(Int, Int)] { [primary] + (secondary.map { [$0] } ?? []) + others }
  var testDescription: String { all.map { "\($0.0)x\($0.1)" }.joined(separator: " and ") }
}

/// A stage for cameras of these sizes, without guides.
func screenStage(
  _ sizes: [(Int, Int)], names: [String] = ["Desk", "Door"] + CameraNames.usual.dropFirst(2),
  _ change: (inout StageSettings) -> Void = { _ in }
) throws -> Stage {
  var settings = StageSettings()
  settings.drawsHUD = false
  change(&settings)
  let cameras = try sizes.enumerated().map { index, size in
    Stage.CameraDescription(
      id: CameraNames.usual[index], number: index, name: names[index],
      size: try #require(PixelSize(width: size.0, height: size.1)))
  }
  return try Stage(cameras: cameras, subsampling: .yuv420, settings: settings)
}
