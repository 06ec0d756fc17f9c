import Geometry

/// The room proposed to a view, in points; `nil` asks for its ideal size.
struct ProposedSize: Hashable {
  var width: Double?
  var height: Double?

  static let ideal = ProposedSize(width: nil, height: nil)

  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  func shrunk(by insets: EdgeInsets) -> ProposedSize {
    ProposedSize(
      width: width.map { max($0 - insets.leading - insets.trailing, 0) },
      height: height.map { max($0 - insets.top - insets.bottom, 0) })
  }
}

extension RelativeFrame {
  /// The part of a proposal that it passes on.
  func inner(_ proposal: ProposedSize) -> ProposedSize {
    ProposedSize(
      width: proposal.width.map { $0 * (width ?? 1) }, height: proposal.height.map { $0 * (height ?? 1) })
  }
}

/// The room that a view takes, in points, and where its first line of text stands.
struct Dimensions: Hashable {
  var width: Double
  var height: Double
  /// From the top; `nil` without text.
  var baseline: Double?

  static let zero = Dimensions(width: 0, height: 0)

  init(width: Double, height: Double, baseline: Double? = nil) {
    self.width = width
    self.height = height
    self.baseline = baseline
  }

  subscript(axis: Axis) -> Double { axis == .horizontal ? width : height }

  /// Distance of a stack's guide from the leading or upper edge, across a stack that runs along `axis`.
  func guide(_ alignment: Alignment, across axis: Axis) -> Double {
    let extent = self[axis.other]
    // Only measuring sees infinite extents, and the guide doesn't matter there.
    guard extent.isFinite else { return 0 }
    if axis == .vertical { return extent * alignment.horizontal.fraction }
    return alignment.vertical == .firstTextBaseline
      ? baseline ?? extent : extent * alignment.vertical.fraction
  }
}

/// The size of a view with children, what each child is proposed, and where its upper leading corner lies.
struct ChildPlacement {
  var size = Dimensions.zero
  var proposals: [ProposedSize] = []
  var origins: [Point] = []
}
