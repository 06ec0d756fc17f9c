import CVideo4Linux
import Glibc
import PixelTypes
import Testing

@testable import CaptureKit

@Suite("What was asked and what came")
struct NegotiationTests {
  private func agree(
    _ kernel: ScriptedKernel, _ request: StreamRequest, strict: Bool = false
  ) throws(CaptureError) -> AgreedStream {
    var device = try VideoDevice("/dev/video0", kernel: kernel)
    return try Negotiator(request: request, isStrict: strict).agree(with: &device)
  }

  @Test(
    "From 1280×720 on MJPEG is chosen, below raw, unless raw is too slow",
    arguments: [
      (1280, 720, 30.0, PixelFormat.mjpeg), (640, 480, 30, .yuyv), (1920, 1080, 5, .mjpeg),
    ])
  func order(width: Int, height: Int, rate: Double, expected: PixelFormat) throws {
    let request = StreamRequest(size: PixelSize(width: width, height: height), framesPerSecond: rate)
    let agreed = try agree(ScriptedKernel(), request)
    #expect(agreed.format.pixelFormat == expected)
    #expect(agreed.negotiation.differences.isEmpty == (rate == 30))
    let kernel = ScriptedKernel { $0.formats[1].sizes[0].rates = [10] }
    #expect(try agree(kernel, request).format.pixelFormat == .mjpeg)
  }

  @Test("Without any wish 1280×720 at 30 a second is aimed at")
  func noWish() throws {
    let agreed = try agree(ScriptedKernel(), StreamRequest())
    #expect(agreed.format.size == PixelSize(width: 1280, height: 720))
    #expect(agreed.format.framesPerSecond == 30)
    #expect(agreed.format.encoding == .jpeg && agreed.format.bytesPerRow == 0)
  }

  @Test(
    "Interlaced input and an input without a signal are told; strict, they are errors",
    arguments: [
      (V4L2_FIELD_INTERLACED, 0, "combs"), (V4L2_FIELD_SEQ_TB, 0, "two fields"),
      (V4L2_FIELD_ALTERNATE, 0, "half the lines"), (V4L2_FIELD_NONE, 2, "no signal"),
    ] as [(v4l2_field, UInt32, String)])
  func input(field: v4l2_field, status: UInt32, words: String) throws {
    let value = field.rawValue
    let kernel = ScriptedKernel {
      $0.inputStatus = status
      $0.amendFormat = { $0.field = value }
    }
    let told = try agree(kernel, StreamRequest()).negotiation.differences
    #expect(told.count == 1 && told[0].contains(words), "\(told)")
    #expect(throws: CaptureError.notAsAsked(path: "/dev/video0", differences: told)) {
      try agree(kernel, StreamRequest(), strict: true)
    }
  }

  @Test("A size that isn't offered gives the nearest, and a sentence")
  func nearest() throws {
    let request = StreamRequest(
      pixelFormat: .yuyv, size: PixelSize(width: 1920, height: 1080), framesPerSecond: 30)
    let agreed = try agree(ScriptedKernel(), request)
    #expect(agreed.format.size == PixelSize(width: 1280, height: 720))
    #expect(
      agreed.negotiation.differences == [
        "asked for 1920x1080, got 1280x720", "asked for 30 fps, got 10 fps",
      ])
    #expect(throws: CaptureError.notAsAsked(path: "/dev/video0", differences: agreed.negotiation.differences))
    {
      try agree(ScriptedKernel(), request, strict: true)
    }
  }

  @Test("A range of sizes is met at its steps")
  func stepwise() throws {
    let kernel = ScriptedKernel {
      $0.formats = [("GREY", [.init(width: 2000, height: 1000, smallest: (32, 16, 16))])]
    }
    let agreed = try agree(kernel, StreamRequest(size: PixelSize(width: 333, height: 5000)))
    #expect(agreed.format.size == PixelSize(width: 336, height: 992))
    #expect(agreed.format.pixelFormat == .grey)
  }

  @Test("A driver that changes size and rate on its own is believed, and it is told")
  func driverDecides() throws {
    let kernel = ScriptedKernel {
      $0.fixedRate = 15
      $0.amendFormat = { ($0.width, $0.height) = (640, 480) }
    }
    let request = StreamRequest(
      pixelFormat: .mjpeg, size: PixelSize(width: 1920, height: 1080), framesPerSecond: 30)
    let agreed = try agree(kernel, request)
    #expect(agreed.format.framesPerSecond == 15)
    #expect(agreed.negotiation.differences.count == 2)
  }

  @Test("A format that isn't offered is an error that lists what is")
  func noFormat() {
    #expect(throws: CaptureError.noFormat(path: "/dev/video0", asked: "nv12", offered: "MJPG, YUYV")) {
      try agree(ScriptedKernel(), StreamRequest(pixelFormat: .nv12))
    }
  }

  @Test(
    "A driver that contradicts itself is refused",
    arguments: [
      { $0.width = 0 }, { $0.height = 70_000 }, { $0.bytesperline = 100 }, { $0.bytesperline = .max },
      { $0.sizeimage = 1000 }, { $0.sizeimage = 0 }, { $0.sizeimage = .max },
    ] as [@Sendable (inout v4l2_pix_format) -> Void])
  func hostile(amend: @escaping @Sendable (inout v4l2_pix_format) -> Void) {
    let kernel = ScriptedKernel { $0.amendFormat = amend }
    let error = #expect(throws: CaptureError.self) {
      try agree(kernel, StreamRequest(pixelFormat: .yuyv, size: PixelSize(width: 640, height: 480)))
    }
    #expect(error?.exitCode == 69)
  }

  @Test("A padded row and a row length left out are both understood")
  func rows() throws {
    let request = StreamRequest(pixelFormat: .yuyv, size: PixelSize(width: 640, height: 480))
    let wide = ScriptedKernel {
      $0.amendFormat = { ($0.bytesperline, $0.sizeimage) = (1344, 1344 * 480) }
    }
    let padded = try agree(wide, request)
    #expect(padded.format.bytesPerRow == 1344 && padded.wholeFrame == 1344 * 480)
    let silent = try agree(ScriptedKernel { $0.amendFormat = { $0.bytesperline = 0 } }, request)
    #expect(silent.format.bytesPerRow == 1280)
  }

  @Test(
    "Range and matrix follow the driver, and the kernel's defaults where it is silent",
    arguments: [
      (V4L2_COLORSPACE_SRGB, V4L2_QUANTIZATION_DEFAULT, V4L2_YCBCR_ENC_DEFAULT, ColorEncoding.video),
      (V4L2_COLORSPACE_JPEG, V4L2_QUANTIZATION_DEFAULT, V4L2_YCBCR_ENC_DEFAULT, .jpeg),
      (V4L2_COLORSPACE_SRGB, V4L2_QUANTIZATION_FULL_RANGE, V4L2_YCBCR_ENC_601, .jpeg),
      (
        V4L2_COLORSPACE_REC709, V4L2_QUANTIZATION_DEFAULT, V4L2_YCBCR_ENC_DEFAULT,
        ColorEncoding(range: .limited, matrix: .bt709)
      ),
      (
        V4L2_COLORSPACE_SRGB, V4L2_QUANTIZATION_LIM_RANGE, V4L2_YCBCR_ENC_709,
        ColorEncoding(range: .limited, matrix: .bt709)
      ),
    ])
  func encoding(
    space: v4l2_colorspace, range: v4l2_quantization, matrix: v4l2_ycbcr_encoding, expected: ColorEncoding
  ) {
    var pix = v4l2_pix_format()
    pix.priv = cv4l_pix_priv_magic
    pix.colorspace = space.rawValue
    pix.quantization = range.rawValue
    pix.ycbcr_enc = matrix.rawValue
    #expect(ColorEncoding(pix) == expected)
  }

  @Test("Automatic controls are set first, and what doesn't stick is told")
  func controls() throws {
    var camera = ScriptedCamera()
    camera.controls = [
      .init(id: 1, name: "Exposure Time, Absolute", range: 1...100),
      .init(id: 2, name: "Auto Exposure", range: 0...3, value: 3),
      .init(id: 3, name: "Gain", value: 5, isStubborn: true),
    ]
    let kernel = ScriptedKernel(["/dev/video0": camera])
    var request = StreamRequest()
    request.controls = [
      ControlValue("exposure_time_absolute", 50), ControlValue("gain", 9), ControlValue("auto_exposure", 1),
      ControlValue("zoom", 2), ControlValue("exposure_time_absolute", 500),
    ]
    let agreed = try agree(kernel, request)
    #expect(
      agreed.negotiation.differences == [
        "asked for zoom=2, but the camera has no such control",
        "asked for gain=9, but the camera keeps 5",
        "asked for exposure_time_absolute=500, but the camera takes 1...100",
      ])
    #expect(kernel.with { $0.cameras["/dev/video0"]?.controlsSet.first } == "Auto Exposure")
    let untouched = ScriptedKernel(["/dev/video0": camera])
    _ = try agree(untouched, StreamRequest())
    #expect(untouched.count(.setControl) == 0)
  }

  @Test("A camera with foreign formats alone is converted to NV12")
  func conversion() throws {
    let kernel = ScriptedKernel {
      $0.formats = [("BA81", [.init(width: 640, height: 480)])]
      $0.amendFormat = { ($0.bytesperline, $0.sizeimage) = (640, 640 * 480 * 3 / 2) }
    }
    let agreed = try agree(kernel, StreamRequest())
    #expect(agreed.needsInterleaving)
    #expect(agreed.format.pixelFormat == .nv12 && agreed.wholeFrame == 640 * 720)
  }

  @Test("A signal during a call is no failure")
  func interrupted() throws {
    let kernel = ScriptedKernel()
    kernel.fail(.open, EINTR, EINTR)
    kernel.fail(.setFormat, EINTR)
    kernel.fail(.getParameters, EINTR)
    #expect(try agree(kernel, StreamRequest()).format.framesPerSecond == 30)
    #expect(kernel.count(.open) == 3 && kernel.count(.setFormat) == 2)
  }

  @Test(
    "Each error from opening says what to do",
    arguments: [
      (EACCES, Int32(77), "usermod -aG video"),
      (EBUSY, 75, "close that program"),
      (ENOENT, 69, "dualcam devices"), (ENODEV, 69, "plug it in again"),
      (EIO, 74, "Input/output error"),
    ])
  func openErrors(code: Int32, exitCode: Int32, remedy: String) {
    let kernel = ScriptedKernel()
    kernel.with { $0.groups["/dev/video0"] = "video" }
    kernel.fail(.open, code)
    let error = #expect(throws: CaptureError.self) { try agree(kernel, StreamRequest()) }
    #expect(error?.exitCode == exitCode)
    #expect(error?.description.contains(remedy) == true)
    #expect(error?.description.contains("/dev/video0") == true)
  }

  @Test(
    "What a named camera's service lacks is told",
    arguments: [
      ("libcamera:x", ELIBACC, "libcamera-dev"), ("libcamera:x", ENOENT, "cam --list"),
      ("libcamera:x", ENOTUNIQ, "by its id"), ("libcamera:x", EHOSTDOWN, "udev"),
      ("pipewire:x", ELIBACC, "libpipewire"),
      ("pipewire:x", EHOSTDOWN, "isn't running"), ("pipewire:x", ENOENT, "wpctl status"),
    ])
  func namedErrors(path: String, code: Int32, remedy: String) {
    let error = DeviceFailure(kernel: ScriptedKernel(), path: path, node: path).error(code, call: "open")
    #expect(error.exitCode == 69 && error.description.contains(remedy))
  }
}
