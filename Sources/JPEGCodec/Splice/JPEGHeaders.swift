import PixelTypes

/// Everything that a baseline sequential JPEG states before its entropy-coded data (ITU-T T.81, B.2).
///
/// Keep one for each camera and ``parse(_:)`` successive frames into it: the tables keep their memory, unless
/// a ``WalkedScan`` holds a copy of them, which costs the next parse a few small allocations.
public struct JPEGHeaders: Sendable {
  /// A component as SOF and SOS describe it.
  struct Component: Sendable, Equatable {
    var id: UInt8 = 0
    var across = 0
    var down = 0
    var quantization = 0
    var dc = 0
    var ac = 0
  }

  /// The shape of the scan. Meaningless before the first ``parse(_:)``.
  public internal(set) var layout: ScanLayout
  var components: InlineArray<3, Component> = [Component(), Component(), Component()]
  /// MCUs between restart markers; 0 for none.
  public internal(set) var restartInterval = 0
  /// Whether the file has its own Huffman tables; otherwise the standard ones apply.
  public internal(set) var hasHuffmanTables = false
  /// Offset of the first byte of entropy-coded data.
  package internal(set) var scanStart = 0
  /// Four quantization tables of 64 values in natural order.
  var quantization = [UInt16](repeating: 1, count: 4 * 64)
  var definedQuantization: UInt8 = 0
  var codes = HuffmanCodes()

  /// Makes empty headers, to ``parse(_:)`` into.
  public init() {
    layout = ScanLayout(size: PixelSize(clampingWidth: 8, height: 8), subsampling: .grey)
  }

  /// A quantization value, 1 and above.
  ///
  /// - Parameters:
  ///   - component: 0..<`layout.componentCount`.
  ///   - position: in natural order, row × 8 + column.
  func quantizer(component: Int, position: Int) -> Int {
    Int(quantization[components[component].quantization * 64 + position])
  }

  /// Whether both pictures have the same quantization for a component.
  func hasSameQuantization(as other: JPEGHeaders, component: Int) -> Bool {
    let a = components[component].quantization * 64
    let b = other.components[component].quantization * 64
    for offset in 0..<64 where quantization[a + offset] != other.quantization[b + offset] { return false }
    return true
  }

  /// Whether coded bits of a component mean the same in both pictures.
  func hasSameCodes(as other: JPEGHeaders, component: Int) -> Bool {
    let a = components[component]
    let b = other.components[component]
    return codes.agrees(.dc, a.dc, with: other.codes, b.dc)
      && codes.agrees(.ac, a.ac, with: other.codes, b.ac)
  }

  /// Whether the other picture's MCUs can be copied bit for bit into a canvas with these headers.
  public func canCarry(_ other: JPEGHeaders) -> Bool {
    guard layout.hasSameBlocks(as: other.layout) else { return false }
    for component in 0..<layout.componentCount
    where !hasSameQuantization(as: other, component: component)
      || !hasSameCodes(as: other, component: component)
    {
      return false
    }
    return true
  }

  /// Whether each code of a DC difference means something else, so that the difference tells its code.
  var hasPlainCodes: Bool {
    for component in 0..<layout.componentCount {
      let table = components[component].dc
      var seen = Set<UInt8>()
      for rank in 0..<codes.count(.dc, table)
      where !seen.insert(codes.symbol(.dc, table, rank: rank)).inserted {
        return false
      }
    }
    return true
  }
}
