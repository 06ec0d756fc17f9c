// The YUV4MPEG2 format of mjpegtools, yuv4mpeg(5): a line of parameters, then frames, each a line and planes.

import PixelTypes

/// The first line of a `.y4m` file.
struct Y4MHeader: Equatable {
  /// The planes of a frame in the file, luma first.
  enum Layout: Equatable { case yuv420, yuv422, mono }

  var size: PixelSize
  var framesPerSecond: Double?
  var layout: Layout
  var range: ColorEncoding.Range
  /// Length of the line in bytes, including its newline.
  var byteCount: Int

  /// Longest line accepted.
  static let longestLine = 4096

  /// Parses the line at the start of a file.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` saying what is invalid or unsupported.
  init(_ bytes: Span<UInt8>, path: String) throws(CaptureError) {
    var end = 0
    while end < bytes.count, bytes[end] != 10 { end += 1 }
    guard end < bytes.count else {
      throw .badFile(path: path, reason: "it doesn't begin with a line of YUV4MPEG2 parameters")
    }
    var line = ""
    for index in 0..<end { line.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    let words = line.split(separator: " ")
    guard words.first == "YUV4MPEG2" else { throw .badFile(path: path, reason: "it isn't YUV4MPEG2") }
    var width = 0
    var height = 0
    // The format's default without a C parameter.
    var color = "420jpeg"
    var range = ColorEncoding.Range.limited
    var rate: Double?
    for word in words.dropFirst() {
      let value = String(word.dropFirst())
      switch word.first {
      case "W": width = Int(value) ?? 0
      case "H": height = Int(value) ?? 0
      case "F": rate = Self.ratio(value)
      case "C": color = value
      case "X" where value == "COLORRANGE=FULL": range = .full
      default: break
      }
    }
    guard let size = PixelSize(width: width, height: height) else {
      throw .badFile(path: path, reason: "its size, \(width)x\(height), is impossible")
    }
    switch color {
    case "420", "420jpeg", "420mpeg2", "420paldv": layout = .yuv420
    case "422": layout = .yuv422
    case "mono": layout = .mono
    default:
      throw .badFile(
        path: path,
        reason: "its sampling is C\(color); only 420, 420jpeg, 420mpeg2, 420paldv, 422 and mono can be read")
    }
    self.size = size
    self.range = range
    framesPerSecond = rate
    byteCount = end + 1
  }

  private static func ratio(_ text: String) -> Double? {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let over = Double(parts[0]), let under = Double(parts[1]), under > 0 else {
      return nil
    }
    let rate = over / under
    return (0.01...1000).contains(rate) ? rate : nil
  }

  /// Width and height of each chroma plane in samples.
  var chromaSize: (width: Int, height: Int) {
    switch layout {
    case .yuv420: ((size.width + 1) / 2, (size.height + 1) / 2)
    case .yuv422: ((size.width + 1) / 2, size.height)
    case .mono: (0, 0)
    }
  }

  /// Size of a frame's planes in bytes.
  var frameBytes: Int { size.area + 2 * chromaSize.width * chromaSize.height }

  /// The slot format that holds these samples without loss.
  var pixelFormat: PixelFormat {
    switch layout {
    case .yuv420: .nv12
    case .yuv422: .yuyv
    case .mono: .grey
    }
  }
}
