/// The coded bits of some unchanging MCUs, to append to a row repeatedly.
///
/// Filled by ``ScanRowWriter/capture(into:)``; allocates only when it grows.
public struct CodedRun: Sendable {
  var sink = BitSink(capacity: 0)
  var sites = DCSites()
  var lastDC: InlineArray<3, Int> = [0, 0, 0]
  /// How many MCUs it holds.
  public internal(set) var mcuCount = 0

  /// Makes an empty run.
  public init() {}
}
