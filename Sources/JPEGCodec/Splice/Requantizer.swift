/// Converts coefficients from one picture's quantization to another's, in the DCT domain.
public struct Requantizer: Sendable {
  /// For each component and natural position, the source's quantization value divided by the canvas'.
  private var ratios = [Float](repeating: 1, count: 3 * 64)

  /// Makes a converter; `nil` if all components have the same quantization in both.
  ///
  /// - Parameters:
  ///   - source: the headers of the picture that the coefficients come from.
  ///   - canvas: the headers of the picture that they go to.
  public init?(from source: borrowing JPEGHeaders, to canvas: borrowing JPEGHeaders) {
    var differs = false
    for component in 0..<canvas.layout.componentCount {
      for position in 0..<64 {
        let from = source.quantizer(component: component, position: position)
        let to = canvas.quantizer(component: component, position: position)
        if from != to { differs = true }
        ratios[component * 64 + position] = Float(from) / Float(to)
      }
    }
    if !differs { return nil }
  }

  /// Requantizes an MCU's blocks in place, to the nearest, halves away from zero.
  func apply(to mcu: inout MutableSpan<Int16>, layout: ScanLayout) {
    for block in 0..<layout.blocksPerMCU {
      let base = layout.component(ofBlock: block) * 64
      for position in 0..<64 {
        let value = (Float(mcu[64 * block + position]) * ratios[base + position]).rounded()
        mcu[64 * block + position] = Int16(max(-1024, min(1023, value)))
      }
    }
  }
}
