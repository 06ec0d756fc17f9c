import CaptureKit
import Compositor
import JPEGCodec
import PixelTypes
import Screen
import Testing

/// A stage that is shown its cameras' frames, picture after picture.
package final class TestStage {
  package let stage: Stage
  package let output: Picture
  private var decoder: JPEGDecoder
  private let picture: PlanarPicture
  private var count = 0

  /// - Parameter slots: a frame of each camera, the main one's first.
  package init(_ slots: [FrameSlot], _ settings: StageSettings) throws {
    var decoder = try JPEGDecoder()
    let looks = try slots.map { slot in
      let format = slot.format
      guard format.pixelFormat == .mjpeg else {
        return (size: format.size, subsampling: RawUnpacker.subsampling(of: format.pixelFormat) ?? .yuv422)
      }
      let header = try decoder.readHeader(TestSlot.bytes(slot).span)
      return (header.size, header.subsampling)
    }
    stage = try Stage(
      cameras: looks.enumerated().map { index, look in
        Stage.CameraDescription(
          id: CameraNames.usual[index], number: index, name: "Scene", size: look.size,
          pixelFormat: slots[index].format.pixelFormat)
      }, subsampling: looks[0].subsampling, settings: settings)
    output = Picture(capacity: stage.largestOutput)
    picture = PlanarPicture(size: stage.layout.canvas, subsampling: stage.subsampling)
    self.decoder = decoder
  }

  /// Shows a frame of each camera, 30 a second; the picture's JPEG.
  @discardableResult
  package func show(
    _ slots: [FrameSlot], state: CameraState = .live, isNew: Bool = true, secondsOfDay: Int = 3600,
    recordingSeconds: Double? = nil
  ) throws -> [UInt8] {
    let inputs = slots.map { CameraInput(state: state, slot: $0, isNew: isNew, framesPerSecond: 30) }
    var moment = Moment(inputs, nanoseconds: Int64(count) * 33_333_333)
    (moment.secondsOfDay, moment.recordingSeconds) = (secondsOfDay, recordingSeconds)
    count += 1
    try stage.finish(stage.draw(moment), into: output)
    return TestSlot.bytes(output)
  }

  /// A picture of this stage decoded, which is never torn: libjpeg-turbo has nothing to say. The next call decodes into
  /// the same memory.
  package func whole(_ jpeg: [UInt8]) throws -> PlanarPicture {
    let findings = try decoder.decode(jpeg.span, into: picture)
    #expect(findings.damage == 0 && findings.oddities == 0, "a torn picture")
    return picture
  }
}

/// A JPEG as libjpeg-turbo decodes it, and what that has to say.
package func decoded(_ jpeg: [UInt8]) throws -> (picture: PlanarPicture, findings: JPEGFindings) {
  var decoder = try JPEGDecoder()
  let header = try decoder.readHeader(jpeg.span)
  let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
  return (picture, try decoder.decode(jpeg.span, into: picture))
}
