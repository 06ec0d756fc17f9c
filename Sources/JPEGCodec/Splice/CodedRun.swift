/// The coded bits of some MCUs that don't change, to be appended to a row again and again.
///
/// ``ScanRowWriter/capture(into:)`` fills it; allocates only when it grows.
public struct CodedRun: Sendable {
  var sink = BitSink(capacity: 0)
  var sites = DCSites()
  var lastDC: InlineArray<3, Int> = [0, 0, 0]
  /// MCUs in it.
  public internal(set) var mcuCount = 0

  public init() {}
}
