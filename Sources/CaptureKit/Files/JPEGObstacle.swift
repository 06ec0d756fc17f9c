/// Why a JPEG can't be decoded, judging by its headers alone (ITU-T T.81, table B.1, B.2.2, B.2.3).
///
/// Sequential, Huffman-coded, 8-bit, single-scan JPEGs are decodable: grey, YCbCr of any sampling, RGB and CMYK. Others that differ
/// only in how coefficients are stored are recoded: ``BaselineJPEG``.
enum JPEGObstacle: Equatable {
  case progressive, lossless, hierarchical, arithmetic, severalScans
  case bits(Int)
  case components(Int)
  /// Factors that aren't multiples of each other, or more blocks than an MCU may have, as in `3x1,2x1,2x1`.
  case sampling(String)

  /// From the frame header's marker.
  init?(frameHeader marker: UInt8) {
    switch marker {
    case 0xC0, 0xC1: return nil
    case 0xC2: self = .progressive
    case 0xC3, 0xCB: self = .lossless
    case 0xC9, 0xCA: self = .arithmetic
    default: self = .hierarchical
    }
  }
}

extension JPEGObstacle: CustomStringConvertible {
  /// Completes "it is …".
  var description: String {
    switch self {
    case .progressive: "a progressive JPEG"
    case .lossless: "a lossless JPEG"
    case .hierarchical: "a hierarchical JPEG"
    case .arithmetic: "a JPEG with arithmetic coding"
    case .severalScans: "a JPEG in several scans"
    case .bits(let bits): "a JPEG with \(bits) bits per sample"
    case .components(let count): "a JPEG with \(count) components"
    case .sampling(let factors): "a JPEG with the sampling \(factors)"
    }
  }

  /// Whether ``BaselineJPEG`` overcomes it.
  var isOfCoding: Bool {
    switch self {
    case .progressive, .arithmetic, .severalScans: true
    case .lossless, .hierarchical, .bits, .components, .sampling: false
    }
  }
}
