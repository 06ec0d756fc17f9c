// A camera's formats, sizes and rates; see
// https://docs.kernel.org/userspace-api/media/v4l/vidioc-enum-framesizes.html and -enum-frameintervals.html.

import CVideo4Linux
import PixelTypes

/// A format as the driver lists it, with exact frame intervals.
struct OfferedFormat: Sendable, Equatable {
  var code: FourCharacterCode
  var description: String
  var sizes: [OfferedSize]
}

/// One size, or a range of sizes, of an offered format.
struct OfferedSize: Sendable, Equatable {
  var smallest: PixelSize
  var largest: PixelSize
  /// The steps of a range, in pixels; 1 for a continuous range.
  var stepWidth = 1
  var stepHeight = 1
  /// Seconds per frame, as the driver wrote them.
  var intervals: [FrameInterval]

  var isRange: Bool { smallest != largest }

  /// The offered size nearest to `wanted`.
  func nearest(to wanted: PixelSize) -> PixelSize {
    func side(_ value: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
      let clamped = min(max(value, low), high)
      let steps = (clamped - low + step / 2) / step
      return min(low + steps * step, low + (high - low) / step * step)
    }
    return PixelSize(
      width: side(wanted.width, smallest.width, largest.width, stepWidth),
      height: side(wanted.height, smallest.height, largest.height, stepHeight)) ?? largest
  }
}

extension StreamMode {
  /// The sizes that represent a range.
  private static let usual = [(640, 480), (1280, 720), (1920, 1080), (3840, 2160)]
  private static let most = 32

  /// The sizes of one format, smallest first; for a range, those nearest to the usual ones.
  static func modes(of offered: [OfferedFormat], in format: PixelFormat) -> [StreamMode] {
    var modes: [StreamMode] = []
    for offer in offered.lazy.filter({ $0.code.pixelFormat == format }).flatMap(\.sizes) {
      let sizes =
        offer.isRange
        ? usual.compactMap { PixelSize(width: $0.0, height: $0.1) }.map(offer.nearest) : [offer.largest]
      let rates = Set(offer.intervals.map(\.framesPerSecond)).sorted(by: >)
      for size in sizes where size.objection == nil && !modes.contains(where: { $0.size == size }) {
        modes.append(StreamMode(size: size, rates: rates))
      }
    }
    return Array(modes.sorted { ($0.size.area, $0.size.width) < ($1.size.area, $1.size.width) }.prefix(most))
  }
}

/// Seconds per frame as a fraction (`v4l2_fract`), neither part 0.
struct FrameInterval: Sendable, Hashable {
  var numerator: UInt32
  var denominator: UInt32

  /// `nil` for invalid values: a zero, or a rate outside 1/3600...10,000 a second.
  init?(_ raw: v4l2_fract) {
    guard raw.numerator > 0, raw.denominator > 0 else { return nil }
    numerator = raw.numerator
    denominator = raw.denominator
    guard (1.0 / 3600...10_000).contains(framesPerSecond) else { return nil }
  }

  /// The simplest fraction for a rate, to a thousandth.
  init?(framesPerSecond: Double) {
    guard framesPerSecond.isFinite, (1.0 / 3600...10_000).contains(framesPerSecond) else { return nil }
    let rounded = framesPerSecond.rounded()
    let isWhole = rounded >= 1 && abs(rounded - framesPerSecond) < 0.0005
    self.init(
      v4l2_fract(
        numerator: isWhole ? 1 : 1000,
        denominator: UInt32(max(1, isWhole ? rounded : (framesPerSecond * 1000).rounded()))))
  }

  var framesPerSecond: Double { Double(denominator) / Double(numerator) }

  /// The one nearest to the requested rate, or to the usual one; of two that are equally near, the faster.
  static func nearest(of intervals: [FrameInterval], to request: StreamRequest) -> FrameInterval? {
    let wanted = request.framesPerSecond ?? FormatChoice.usualRate
    return intervals.min {
      (abs($0.framesPerSecond - wanted), -$0.framesPerSecond)
        < (abs($1.framesPerSecond - wanted), -$1.framesPerSecond)
    }
  }
}

/// Queries a device's formats. Every list is bounded, because a driver may never end one.
struct FormatSurvey {
  static let mostFormats = 256
  static let mostSizes = 128
  static let mostIntervals = 64

  static func formats<Kernel>(of device: borrowing VideoDevice<Kernel>) -> [OfferedFormat] {
    var formats: [OfferedFormat] = []
    for index in 0..<UInt32(mostFormats) {
      var raw = v4l2_fmtdesc()
      raw.index = index
      raw.type = device.handle.bufferType
      guard uninterrupted({ device.kernel.enumerateFormat(device.handle, &raw) }) == 0 else { break }
      let code = FourCharacterCode(rawValue: raw.pixelformat)
      // A driver that ignores the index would fill the list with one format.
      if formats.contains(where: { $0.code == code }) { continue }
      let description = fieldText(raw.description)
      formats.append(
        OfferedFormat(code: code, description: description, sizes: sizes(of: device, code: code)))
    }
    return formats
  }

  private static func sizes<Kernel>(
    of device: borrowing VideoDevice<Kernel>, code: FourCharacterCode
  ) -> [OfferedSize] {
    var sizes: [OfferedSize] = []
    for index in 0..<UInt32(mostSizes) {
      var raw = v4l2_frmsizeenum()
      raw.index = index
      raw.pixel_format = code.rawValue
      guard uninterrupted({ device.kernel.enumerateFrameSize(device.handle, &raw) }) == 0 else { break }
      if raw.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        guard let size = PixelSize(raw.discrete.width, raw.discrete.height),
          !sizes.contains(where: { $0.largest == size })
        else { continue }
        let intervals = intervals(of: device, code: code, size: size)
        sizes.append(OfferedSize(smallest: size, largest: size, intervals: intervals))
      } else {
        // A range: one entry covers all its sizes.
        let range = raw.stepwise
        let largest = PixelSize(
          min(range.max_width, UInt32(PixelSize.largestSide)),
          min(range.max_height, UInt32(PixelSize.largestSide)))
        guard let largest,
          let smallest = PixelSize(max(range.min_width, 1), max(range.min_height, 1)),
          smallest.width <= largest.width, smallest.height <= largest.height
        else { break }
        let intervals = intervals(of: device, code: code, size: largest)
        sizes.append(
          OfferedSize(
            smallest: smallest, largest: largest, stepWidth: max(1, Int(range.step_width)),
            stepHeight: max(1, Int(range.step_height)), intervals: intervals))
        break
      }
    }
    return sizes
  }

  /// Shortest interval first; a range yields its two ends and the usual rates between.
  static func intervals<Kernel>(
    of device: borrowing VideoDevice<Kernel>, code: FourCharacterCode, size: PixelSize
  ) -> [FrameInterval] {
    var found: Set<FrameInterval> = []
    for index in 0..<UInt32(mostIntervals) {
      var raw = v4l2_frmivalenum()
      raw.index = index
      raw.pixel_format = code.rawValue
      raw.width = UInt32(size.width)
      raw.height = UInt32(size.height)
      guard uninterrupted({ device.kernel.enumerateFrameInterval(device.handle, &raw) }) == 0 else { break }
      if raw.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
        if let interval = FrameInterval(raw.discrete) { found.insert(interval) }
        continue
      }
      if let shortest = FrameInterval(raw.stepwise.min) { found.insert(shortest) }
      if let longest = FrameInterval(raw.stepwise.max) { found.insert(longest) }
      let rates = found.map(\.framesPerSecond)
      if let low = rates.min(), let high = rates.max() {
        let usual = [5, 10, 15, 24, 25, 30, 50, 60, 90, 120].filter { low < $0 && $0 < high }
        found.formUnion(usual.compactMap { FrameInterval(framesPerSecond: $0) })
      }
      break
    }
    return found.sorted { $0.framesPerSecond > $1.framesPerSecond }
  }
}

extension PixelSize {
  init?(_ width: UInt32, _ height: UInt32) { self.init(width: Int(width), height: Int(height)) }

  /// How far apart two sizes are, in pixels of both sides.
  func distance(to other: PixelSize) -> Int { abs(width - other.width) + abs(height - other.height) }
}

extension CameraFormat {
  init(_ offered: OfferedFormat) {
    self.init(
      fourcc: offered.code.description, description: offered.description,
      usable: offered.code.pixelFormat != nil, sizes: offered.sizes.map(CameraFrameSize.init))
  }
}

extension CameraFrameSize {
  init(_ offered: OfferedSize) {
    self.init(
      width: offered.largest.width, height: offered.largest.height,
      fps: offered.intervals.map { ($0.framesPerSecond * 1000).rounded() / 1000 })
    if offered.isRange {
      smallest = Extent(width: offered.smallest.width, height: offered.smallest.height)
      step = Extent(width: offered.stepWidth, height: offered.stepHeight)
    }
  }
}
