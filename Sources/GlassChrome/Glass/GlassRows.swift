/// One channel of a body of glass, row by row, ready to be drawn within any clip.
struct GlassRows {
  /// Neighbouring samples of one row that are drawn the same way.
  struct Segment: Equatable {
    enum Kind: UInt8 {
      /// Straight through the flat middle.
      case flat
      /// A straight edge: all samples look straight up or down, equally far, and mirror and shine alike.
      case band
      /// Each sample looks somewhere else.
      case pixels
    }

    var kind: Kind
    /// First sample, from the body's left edge.
    var x: Int32
    var count: Int32
    /// How much of the glass is there, 0...256; `pixels` have one each.
    var opacity: UInt16
    /// How a sample of `flat` or `band` looks; its places are rows of the canvas's plane.
    var look: EdgeLook
    /// Index of the first pixel.
    var first: Int32
  }

  /// Index of each row's first segment; one more entry than there are rows.
  var starts: [Int32] = [0]
  var segments: [Segment] = []
  /// Samples of curved edges; their places are offsets in the canvas's plane.
  var pixels: [EdgeLook] = []
}

/// Where one sample of glass looks, and how its light is mixed.
struct EdgeLook: Equatable {
  /// Steps from one sample of the scene to the next.
  static let steps = 64

  /// The sample of the scene that the lens shows, and how far the ones to the right and below mix in, 0...`steps`.
  var source: Int32
  var fractionX: UInt8
  var fractionY: UInt8
  /// The sample of the scene that the rim mirrors.
  var mirror: Int32
  /// Share of the sharp scene, 0...256; the rest is soft.
  var lens: UInt16
  /// Share of the mirrored scene, 0...255.
  var mirrored: UInt8
  /// How much of it the hairline and the glow behind it cover, 0...255.
  var rim: UInt8
  var glow: UInt8
  /// Where the edge faces: 0 right, 64 down, 128 left, 192 up.
  var facing: UInt8
  /// Darkened share, 0...255.
  var dark: UInt8
  /// The key light on it, as `LightTable` stores shares; border included.
  var light: UInt8
  /// Part of `light` that no key light changes.
  var border: UInt8
  /// Pixels inside the edge, at most 255.
  var depth: UInt8
  /// Whether words may lie so near to the edge that they dim its light.
  var yieldsLight: Bool
  /// Covered share times opacity, 0...256.
  var coverage: UInt16

  /// Straight through whole glass, without an edge.
  static func middle(lens: UInt16) -> EdgeLook {
    EdgeLook(
      source: 0, fractionX: 0, fractionY: 0, mirror: 0, lens: lens, mirrored: 0, rim: 0, glow: 0, facing: 0,
      dark: 0, light: 0, border: 0, depth: 255, yieldsLight: true, coverage: 256)
  }
}
