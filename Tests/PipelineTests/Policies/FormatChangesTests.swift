import CaptureKit
import PixelTypes
import TestPictures
import Testing

@testable import Compositor
@testable import Pipeline

struct FormatChangesTests {
  private func input(_ format: PixelFormat, _ width: Int, isNew: Bool = true) -> CameraInput {
    let size = PixelSize(clampingWidth: width, height: 48)
    let slot = TestSlot.make(
      [0],
      StreamFormat(
        pixelFormat: format, size: size, bytesPerRow: format.minimumBytesPerRow(width: width),
        framesPerSecond: 30,
        encoding: .video))
    return CameraInput(state: .live, slot: slot, isNew: isNew)
  }

  @Test("another size or pixel format is seen once, by camera; another rate and a frame shown again are none")
  func changes() {
    var watch = FormatChanges()
    #expect(watch.change(in: [input(.mjpeg, 64), input(.yuyv, 64)]) == nil)
    #expect(watch.change(in: [input(.mjpeg, 64), input(.yuyv, 64)]) == nil)
    #expect(watch.change(in: [CameraInput(), input(.mjpeg, 32, isNew: false)]) == nil)
    let size = watch.change(in: [input(.mjpeg, 64), input(.yuyv, 128)])
    #expect(size?.camera == 1 && size?.before.size.width == 64 && size?.now.size.width == 128)
    #expect(watch.change(in: [input(.mjpeg, 64), input(.yuyv, 128)]) == nil)
    let format = watch.change(in: [input(.yuyv, 64), input(.yuyv, 128)])
    #expect(format?.camera == 0 && format?.now.pixelFormat == .yuyv)
  }
}
