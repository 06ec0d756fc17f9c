import CGlass

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
    /// How present the glass is, 0...256; `pixels` have one each.
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
typealias EdgeLook = cglass_look

extension cglass_look {
  /// Steps from one sample of the scene to the next.
  static let steps = 64

  /// Straight through whole glass, without an edge.
  ///
  /// - Parameter lens: share of the sharp scene, 0...256.
  static func middle(lens: UInt16) -> EdgeLook {
    EdgeLook(
      source: 0, mirror: 0, fraction_x: 0, fraction_y: 0, lens: lens, mirrored: 0, dark: 0, light: 0,
      border: 0,
      rim: 0, glow: 0, facing: 0, depth: 255, coverage: 256, yields_light: 1)
  }
}

extension cglass_look: @retroactive Equatable {
  public static func == (a: cglass_look, b: cglass_look) -> Bool {
    a.source == b.source && a.mirror == b.mirror && a.fraction_x == b.fraction_x
      && a.fraction_y == b.fraction_y
      && a.lens == b.lens && a.mirrored == b.mirrored && a.dark == b.dark && a.light == b.light
      && a.border == b.border && a.rim == b.rim && a.glow == b.glow && a.facing == b.facing
      && a.depth == b.depth && a.coverage == b.coverage && a.yields_light == b.yields_light
  }
}
