import CCameraLibraries
import CVideo4Linux
import PixelTypes

/// A format and size that a library's camera sends.
struct LibraryMode {
  let coding: camera_coding
  let pixelFormat: PixelFormat
  let size: PixelSize
  /// Its colours and rates, as the library tells them.
  var told: camera_mode

  /// `nil` for pixels and sizes that dualcam doesn't take.
  init?(_ coding: camera_coding, width: UInt32, height: UInt32, told: camera_mode) {
    guard let pixelFormat = FourCharacterCode(rawValue: coding.pixels).pixelFormat,
      let size = PixelSize(width, height)
    else { return nil }
    self.coding = coding
    self.pixelFormat = pixelFormat
    self.size = size
    self.told = told
  }

  /// Frames a second; empty when the library tells none.
  var rates: [v4l2_fract] {
    // SAFETY: the field is an array of fractions, and no more are read than it has.
    unsafe withUnsafeBytes(of: told.rates) {
      unsafe Array($0.bindMemory(to: v4l2_fract.self).prefix(Int(told.rate_count)))
    }
  }

  /// Whether its frames come as RGB, and become YUYV.
  var isRGB: Bool { coding.rgb_bytes > 0 }

  /// Whether it can't be told from another by what V4L2 has.
  func isSame(as other: LibraryMode) -> Bool { coding.pixels == other.coding.pixels && size == other.size }

  private var bytesPerRow: Int { pixelFormat.minimumBytesPerRow(width: size.width) }

  /// How its frames lie in dualcam's buffers.
  var format: v4l2_pix_format {
    var format = v4l2_pix_format()
    format.width = UInt32(size.width)
    format.height = UInt32(size.height)
    format.pixelformat = coding.pixels
    format.field = V4L2_FIELD_NONE.rawValue
    format.bytesperline = UInt32(bytesPerRow)
    // The size of the pixels in 4:2:2: no frame's JPEG is larger.
    let raw = pixelFormat.frameBytes(height: size.height, bytesPerRow: bytesPerRow)
    format.sizeimage = UInt32(raw ?? 2 * size.area)
    format.priv = cv4l_pix_priv_magic
    // RGB becomes as dualcam's JPEGs are, so that nothing is converted twice.
    let (isBT709, isFull) = isRGB ? (false, true) : (told.is_bt709, told.is_full)
    format.ycbcr_enc = (isBT709 ? V4L2_YCBCR_ENC_709 : V4L2_YCBCR_ENC_601).rawValue
    format.quantization = (isFull ? V4L2_QUANTIZATION_FULL_RANGE : V4L2_QUANTIZATION_LIM_RANGE).rawValue
    return format
  }

  /// Copies a frame to the start of `memory`, without the padding that a sender may have between rows, and RGB as YUYV. Returns
  /// how many bytes it has there: fewer than a whole frame where `planes` or `memory` end early. Allocates nothing.
  func copy(_ planes: UnsafeBufferPointer<camera_plane>, to memory: UnsafeMutableRawBufferPointer) -> Int {
    var copied = 0
    // RGB has one.
    for index in planes.indices where index == 0 || !isRGB {
      let plane = unsafe planes[index]
      let source = unsafe UnsafeRawBufferPointer(start: plane.bytes, count: Int(plane.count))
      var stride = unsafe Int(plane.stride)
      // Some pad their rows of RGB without saying so.
      if stride == 0 { stride = isRGB ? source.count / size.height : bytesPerRow }
      var rows = index == 0 ? size.height : size.height / 2
      // NV12's two planes may come as one.
      if pixelFormat == .nv12 && planes.count == 1 { rows += size.height / 2 }
      var (length, room) = (isRGB ? size.width * Int(coding.rgb_bytes) : bytesPerRow, bytesPerRow)
      if !isRGB && (length == 0 || stride == length) {
        // Without padding all rows are one.
        length = min(source.count, memory.count - copied)
        (rows, room, stride) = (1, length, length)
      }
      for row in 0..<rows {
        guard stride >= length, row * stride + length <= source.count, copied + room <= memory.count else {
          break
        }
        // SAFETY: both rows lie within their memories, which are apart.
        let from = unsafe UnsafeRawBufferPointer(rebasing: source[row * stride..<row * stride + length])
        let to = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[copied..<copied + room])
        if isRGB { unsafe convert(from, to) } else { unsafe to.copyMemory(from: from) }
        copied += room
      }
    }
    return copied
  }

  private func convert(_ from: UnsafeRawBufferPointer, _ to: UnsafeMutableRawBufferPointer) {
    unsafe cv4l_rgb_to_yuyv(
      from.baseAddress!.assumingMemoryBound(to: UInt8.self), Int32(coding.rgb_bytes), Int32(coding.red),
      size.width, to.baseAddress!.assumingMemoryBound(to: UInt8.self))
  }
}

extension [LibraryMode] {
  private static let most = 256

  /// Adds a mode that isn't there yet. RGB counts only if there is nothing else.
  mutating func add(_ mode: LibraryMode) {
    if let first, first.isRGB != mode.isRGB {
      if mode.isRGB { return }
      self = []
    }
    if count < Self.most, !contains(where: mode.isSame) { append(mode) }
  }

  /// Those of one pixel format, by V4L2's number.
  func of(_ pixels: UInt32) -> [LibraryMode] { filter { $0.coding.pixels == pixels } }
}
