/// How the picture is composed around its subject, and whether it is symmetric.
public struct CompositionReading: Sendable, Equatable {
  /// The gap between the crown of the subject's head and the viewfinder's upper edge, as a share of its height; `nil` unless a
  /// face is known.
  ///
  /// It is right if the eyes are then a third below the edge; too little is less of a fault than too much, and a close shot may
  /// cut the hair (Thompson & Bowen, *Grammar of the Shot*, 2nd edition, 2009, chapter 6).
  public var headroom: Double?
  /// The space before the subject, as a share of the viewfinder's width: from the box's edge where it is going, or from the
  /// face's where it looks; `nil` if it does neither.
  ///
  /// More belongs there than behind the subject (the same book calls it look room).
  public var leadRoom: Double?
  /// Whether that space is at the right.
  public var leadsRight = false
  /// The axis about which left and right mirror one another, as a fraction of the viewfinder's width, .4 … .6; `nil` unless the
  /// picture is probably symmetric.
  public var axis: Double?
  /// The probability that the picture is symmetric about some upright axis near its middle, if one picture in ten is, 0 … 1.
  public var symmetry = 0.0

  /// The reading before the first frame: nothing is known.
  public init() {}
}
