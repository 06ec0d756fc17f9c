// https://docs.kernel.org/userspace-api/media/v4l/vidioc-g-fmt.html and vidioc-g-parm.html

import CVideo4Linux
import PixelTypes

/// The stream agreed with a driver, checked.
struct AgreedStream: Sendable, Equatable {
  var negotiation: Negotiation
  /// The size a buffer must have, in bytes.
  var bufferBytes: Int
  /// A raw frame with fewer bytes is incomplete; 0 for compressed formats.
  var wholeFrame: Int
  /// Whether libv4l2 delivers YU12, whose chroma must still be interleaved to NV12.
  var needsInterleaving = false

  var format: StreamFormat { negotiation.got }
}

/// Reconciles a ``StreamRequest`` with what a camera offers. Trusts none of the driver's answers.
struct Negotiator {
  /// In bytes. No camera's frame is larger, and a driver that claims more would only exhaust memory.
  static let largestBuffer = 256 << 20

  var request: StreamRequest
  /// Whether any difference from the request is an error.
  var isStrict: Bool

  /// Sets format, rate and controls.
  ///
  /// - Throws: ``CaptureError/noFormat(path:asked:offered:)``, ``CaptureError/busy(path:holder:)``,
  ///   ``CaptureError/notAsAsked(path:differences:)`` when strict, ``CaptureError/notACamera(path:reason:)``
  ///   when the driver contradicts itself, ``CaptureError/disconnected(path:)``,
  ///   ``CaptureError/system(call:path:code:)``.
  func agree<Kernel>(with device: inout VideoDevice<Kernel>) throws(CaptureError) -> AgreedStream {
    let offered = FormatSurvey.formats(of: device)
    let isConverted = !offered.contains { $0.code.pixelFormat != nil }
    var choice: FormatChoice
    if let native = FormatChoice.best(of: offered, for: request) {
      choice = native
    } else if isConverted, !device.handle.isMultiplanar,
      let converted = Self.conversion(of: offered, for: request), device.convert() == 0
    {
      choice = converted
    } else {
      throw .noFormat(
        path: device.path, asked: request.pixelFormat?.rawValue ?? "any of mjpeg, yuyv, nv12, grey",
        offered: offered.isEmpty ? "nothing" : offered.map(\.code.description).joined(separator: ", "))
    }

    let pix = try setFormat(choice, on: device)
    var agreed = try check(pix, against: choice, on: device, isConverted: isConverted)
    // The driver may have chosen a size with other rates.
    if agreed.format.size != choice.size {
      let intervals = FormatSurvey.intervals(of: device, code: choice.code, size: agreed.format.size)
      choice.interval = FrameInterval.nearest(of: intervals, to: request) ?? choice.interval
    }
    agreed.negotiation.got.framesPerSecond = try setRate(choice.interval, on: device)
    let notes = ControlSetter.apply(request.controls, to: device)
    agreed.negotiation.differences = Self.differences(request, agreed.format) + notes
    if let interlaced = Self.interlacing(v4l2_field(pix.field)) {
      agreed.negotiation.differences.append(interlaced)
    }
    if let problem = device.inputProblem { agreed.negotiation.differences.append(problem) }
    if isStrict && !agreed.negotiation.differences.isEmpty {
      throw .notAsAsked(path: device.path, differences: agreed.negotiation.differences)
    }
    return agreed
  }

  /// Each difference between the request and the result, as a sentence.
  static func differences(_ asked: StreamRequest, _ got: StreamFormat) -> [String] {
    var differences: [String] = []
    if let format = asked.pixelFormat, format != got.pixelFormat {
      differences.append("asked for \(format.rawValue), got \(got.pixelFormat.rawValue)")
    }
    if let size = asked.size, size != got.size { differences.append("asked for \(size), got \(got.size)") }
    if let rate = asked.framesPerSecond {
      if let came = got.framesPerSecond {
        // Treat 29.97 as 30.
        if abs(came - rate) > rate * 0.01 {
          differences.append("asked for \(Self.text(rate)) fps, got \(Self.text(came)) fps")
        }
      } else {
        differences.append("asked for \(Self.text(rate)) fps, but the camera doesn't report its rate")
      }
    }
    return differences
  }

  /// What the user should know about frames that aren't progressive, as a sentence; `nil` for progressive ones.
  static func interlacing(_ field: v4l2_field) -> String? {
    switch field {
    case V4L2_FIELD_INTERLACED, V4L2_FIELD_INTERLACED_TB, V4L2_FIELD_INTERLACED_BT:
      "asked for whole frames, but its input is interlaced: moving edges look like combs"
    case V4L2_FIELD_SEQ_TB, V4L2_FIELD_SEQ_BT:
      "asked for whole frames, but its input is interlaced: each picture shows its two fields one above the other"
    case V4L2_FIELD_TOP, V4L2_FIELD_BOTTOM, V4L2_FIELD_ALTERNATE:
      "asked for whole frames, but its input is interlaced: each picture is one field, of half the lines"
    default: nil
    }
  }

  private static func text(_ rate: Double) -> String {
    rate == rate.rounded() && abs(rate) < 1e6 ? "\(Int(rate))" : "\((rate * 100).rounded() / 100)"
  }

  /// libv4l2 converts to planar 4:2:0, which becomes NV12 in place; this requires even sides.
  private static func conversion(of offered: [OfferedFormat], for request: StreamRequest) -> FormatChoice? {
    guard request.pixelFormat == nil || request.pixelFormat == .nv12, !offered.isEmpty,
      let wanted = request.size ?? FormatChoice.usualSize
    else { return nil }
    let sizes = offered.flatMap(\.sizes).map { (size: $0.nearest(to: wanted), intervals: $0.intervals) }
      .filter { $0.size.width % 2 == 0 && $0.size.height % 2 == 0 }
    let best = sizes.min { $0.size.distance(to: wanted) < $1.size.distance(to: wanted) }
    return FormatChoice(
      code: FourCharacterCode("YU12"), pixelFormat: .nv12, size: best?.size ?? wanted,
      interval: best.flatMap { FrameInterval.nearest(of: $0.intervals, to: request) })
  }

  private func setFormat<Kernel>(
    _ choice: FormatChoice, on device: borrowing VideoDevice<Kernel>
  ) throws(CaptureError) -> v4l2_pix_format {
    var format = v4l2_pix_format()
    format.width = UInt32(choice.size.width)
    format.height = UInt32(choice.size.height)
    format.pixelformat = choice.code.rawValue
    format.field = V4L2_FIELD_NONE.rawValue
    let code = uninterrupted { device.kernel.setFormat(device.handle, &format) }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_S_FMT") }
    return format
  }

  private func check<Kernel>(
    _ pix: v4l2_pix_format, against choice: FormatChoice, on device: borrowing VideoDevice<Kernel>,
    isConverted: Bool
  ) throws(CaptureError) -> AgreedStream {
    let code = FourCharacterCode(rawValue: pix.pixelformat)
    guard code == choice.code || (!isConverted && code.pixelFormat == choice.pixelFormat) else {
      throw .noFormat(
        path: device.path, asked: choice.pixelFormat.rawValue, offered: "\(code) when asked for it")
    }
    guard let size = PixelSize(pix.width, pix.height), size.objection == nil else {
      throw .notACamera(path: device.path, reason: "its driver claims frames of \(pix.width)x\(pix.height)")
    }
    let minimum = choice.pixelFormat.minimumBytesPerRow(width: size.width)
    // Drivers that omit it mean no padding.
    var bytesPerRow = pix.bytesperline == 0 ? minimum : Int(pix.bytesperline)
    if choice.pixelFormat == .mjpeg { bytesPerRow = 0 }
    let wholeFrame = choice.pixelFormat.frameBytes(height: size.height, bytesPerRow: bytesPerRow) ?? 0
    guard bytesPerRow >= minimum, bytesPerRow <= 16 * PixelSize.largestSide, pix.sizeimage > 0,
      Int(pix.sizeimage) >= wholeFrame, Int(pix.sizeimage) <= Self.largestBuffer
    else {
      throw .notACamera(
        path: device.path,
        reason: "its driver claims \(pix.bytesperline) bytes per row and \(pix.sizeimage) per frame for"
          + " \(size) \(choice.pixelFormat.rawValue)")
    }
    if isConverted && (size.width % 2 != 0 || size.height % 2 != 0 || bytesPerRow != size.width) {
      throw .noFormat(path: device.path, asked: "nv12 of even size", offered: "\(size)")
    }
    let format = StreamFormat(
      pixelFormat: choice.pixelFormat, size: size, bytesPerRow: bytesPerRow, framesPerSecond: nil,
      encoding: choice.pixelFormat == .mjpeg ? .jpeg : ColorEncoding(pix))
    return AgreedStream(
      negotiation: Negotiation(asked: request, got: format, differences: []),
      bufferBytes: choice.pixelFormat == .mjpeg ? 1 : wholeFrame, wholeFrame: wholeFrame,
      needsInterleaving: isConverted)
  }

  /// - Returns: the rate reported by the driver; `nil` when it doesn't report one.
  private func setRate<Kernel>(
    _ interval: FrameInterval?, on device: borrowing VideoDevice<Kernel>
  ) throws(CaptureError) -> Double? {
    var parameters = v4l2_captureparm()
    var code = uninterrupted { device.kernel.getParameters(device.handle, &parameters) }
    // A missing rate control isn't an error; it shows as a difference if a rate was requested.
    guard code == 0 else { return nil }
    if let interval, parameters.capability & cv4l_cap_timeperframe != 0 {
      parameters.timeperframe = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
      code = uninterrupted { device.kernel.setParameters(device.handle, &parameters) }
      guard code == 0 else { throw device.failure(code, call: "VIDIOC_S_PARM") }
    }
    return FrameInterval(parameters.timeperframe)?.framesPerSecond
  }
}

extension ColorEncoding {
  /// Follows the kernel's V4L2_MAP_YCBCR_ENC_DEFAULT and V4L2_MAP_QUANTIZATION_DEFAULT. Maps a matrix other than BT.601
  /// and BT.709 to the nearer of the two.
  init(_ pix: v4l2_pix_format) {
    // Without the magic number the driver didn't fill the extended fields.
    let isExtended = pix.priv == cv4l_pix_priv_magic
    let space = v4l2_colorspace(pix.colorspace)
    let range: Range =
      switch isExtended ? v4l2_quantization(pix.quantization) : V4L2_QUANTIZATION_DEFAULT {
      case V4L2_QUANTIZATION_FULL_RANGE: .full
      case V4L2_QUANTIZATION_LIM_RANGE: .limited
      default: space == V4L2_COLORSPACE_JPEG ? .full : .limited
      }
    let matrix: Matrix =
      switch isExtended ? v4l2_ycbcr_encoding(pix.ycbcr_enc) : V4L2_YCBCR_ENC_DEFAULT {
      case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: .bt601
      case V4L2_YCBCR_ENC_DEFAULT:
        switch space {
        case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3, V4L2_COLORSPACE_BT2020,
          V4L2_COLORSPACE_SMPTE240M:
          .bt709
        default: .bt601
        }
      default: .bt709
      }
    self.init(range: range, matrix: matrix)
  }
}
