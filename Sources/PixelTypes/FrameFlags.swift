/// Facts about a frame besides its bytes; the manifest names every flag.
public struct FrameFlags: OptionSet, Hashable, Sendable {
  /// One bit for each flag; ``names`` lists them in bit order.
  public let rawValue: UInt32
  /// Keeps the bits as they are, including unknown ones.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time stamp is a fallback: see ``FrameTime/Clock``.
  public static let timeFallback = FrameFlags(rawValue: 1 << 0)
  /// The JPEG came without Huffman tables; the standard ones (ITU-T T.81 K.3) apply.
  public static let missingHuffmanTables = FrameFlags(rawValue: 1 << 1)
  /// The JPEG or raw frame was too short, or had bad data; what could be decoded is shown.
  public static let damaged = FrameFlags(rawValue: 1 << 2)
  /// The same frame as before: the camera had nothing newer.
  public static let repeated = FrameFlags(rawValue: 1 << 3)
  /// The source started again: sequence numbers restart with this frame.
  public static let restarted = FrameFlags(rawValue: 1 << 4)

  /// The flags' names in the manifest, in bit order.
  public static let names: [(flag: FrameFlags, name: String)] = [
    (.timeFallback, "time-fallback"), (.missingHuffmanTables, "missing-huffman-tables"),
    (.damaged, "damaged"), (.repeated, "repeated"), (.restarted, "restarted"),
  ]
}
