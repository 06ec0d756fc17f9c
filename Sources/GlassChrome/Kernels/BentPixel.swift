/// One sample of a curved edge: where it looks, and how its light is mixed.
struct BentPixel: Equatable {
  /// Offset in the stretched lines of the sample it looks at.
  var source: Int32
  /// Offset in the environment's lines, and how far the line below mixes in, 0...16.
  var environment: Int32
  var environmentFraction: UInt8
  /// How far the sample to the right mixes in, 0...16, and the line below, 0...256.
  var fractionX: UInt8
  var fractionY: UInt16
  /// Covered share, 0...256.
  var coverage: UInt16
  var mix: GlassMix
}
