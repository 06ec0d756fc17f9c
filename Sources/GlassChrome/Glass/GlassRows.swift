/// One channel of a body of glass, row by row, ready to be drawn within any clip.
struct GlassRows {
  /// Neighbouring samples of one row that are drawn the same way.
  struct Segment: Equatable {
    enum Kind: UInt8 {
      /// Straight through: only blur and wash.
      case flat
      /// A straight edge: all samples look at one line, and mirror and shine alike.
      case band
      /// Each sample looks somewhere else.
      case pixels
    }

    var kind: Kind
    /// First sample, from the body's left edge.
    var x: Int32
    var count: Int32
    /// The upper of the two stretched lines that the segment looks at, and how far the lower one mixes in: 0...16 for
    /// `flat`, 0...256 for `band`.
    var line: Int32
    var fraction: Int32
    /// The upper of the two mirrored lines of the environment, and how far the lower one mixes in, 0...16.
    var environment: Int32
    var environmentFraction: Int32
    var mix: GlassMix
    /// How much of it is there, 0...256; `pixels` have one each.
    var opacity: UInt16
    /// Index of the first pixel.
    var first: Int32
  }

  /// Steps from one stretched line to the next for bent light: lines are up to 16 pixels apart, and sixteenths would show
  /// as steps in a bevel.
  static let fractionSteps = 256

  /// Index of each row's first segment; one more entry than there are rows.
  var starts: [Int32] = [0]
  var segments: [Segment] = []
  var pixels: [BentPixel] = []
}
