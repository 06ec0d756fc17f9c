/// A body of glass in one channel, row by row, ready to be drawn wherever a clip lets it.
struct GlassRows {
  /// Neighbouring samples of one row that are drawn alike.
  struct Segment: Equatable {
    enum Kind: UInt8 {
      /// Straight through: blur and wash alone.
      case flat
      /// A straight edge: all look at one line, and mirror and shine alike.
      case band
      /// Each looks elsewhere.
      case pixels
    }

    var kind: Kind
    /// First sample, from the body's left edge.
    var x: Int32
    var count: Int32
    /// The upper of the two stretched lines looked at, and how far the lower one mixes in: 0...16 of `flat`, 0...256 of
    /// `band`.
    var line: Int32
    var fraction: Int32
    /// The upper of the two lines of the environment that are mirrored, and how far the lower one mixes in, 0...16.
    var environment: Int32
    var environmentFraction: Int32
    var mix: GlassMix
    /// How far it is there, 0...256; of `pixels`, each has its own.
    var opacity: UInt16
    /// Index of the first pixel.
    var first: Int32
  }

  /// Steps from one stretched line to the next for what is bent: lines lie up to 16 pixels apart, and a sixteenth of
  /// that would show as steps in a bevel.
  static let fractionSteps = 256

  /// Index of each row's first segment; one more entry than there are rows.
  var starts: [Int32] = [0]
  var segments: [Segment] = []
  var pixels: [BentPixel] = []
}
