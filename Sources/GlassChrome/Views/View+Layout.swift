extension View {
  func modified(_ modifier: ViewModifier) -> ViewNode { ViewNode(.modified(modifier, node)) }

  /// Room on all sides, in points.
  public func padding(_ points: Double = 16) -> ViewNode { padding(.all, points) }

  /// Room on some sides, in points.
  public func padding(_ edges: Edges, _ points: Double = 16) -> ViewNode {
    padding(
      EdgeInsets(
        top: edges.contains(.top) ? points : 0, leading: edges.contains(.leading) ? points : 0,
        bottom: edges.contains(.bottom) ? points : 0, trailing: edges.contains(.trailing) ? points : 0))
  }

  public func padding(_ insets: EdgeInsets) -> ViewNode {
    modified(
      .padding(
        EdgeInsets(
          top: insets.top.finite, leading: insets.leading.finite, bottom: insets.bottom.finite,
          trailing: insets.trailing.finite)))
  }

  /// A fixed width, height or both, in points.
  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> ViewNode {
    frame(
      minWidth: width, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height,
      maxHeight: height, alignment: alignment)
  }

  /// Limits in points; an infinite maximum takes all the room there is. What is no length counts as not said.
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> ViewNode {
    func length(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? max($0, 0) : nil } }
    func limit(_ value: Double?) -> Double? { value == .infinity ? value : length(value) }
    return modified(
      .frame(
        FrameLimits(
          minWidth: length(minWidth), idealWidth: length(idealWidth), maxWidth: limit(maxWidth),
          minHeight: length(minHeight), idealHeight: length(idealHeight), maxHeight: limit(maxHeight),
          alignment: alignment)))
  }

  /// Its ideal size whatever the room.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> ViewNode {
    modified(.fixedSize(horizontal: horizontal, vertical: vertical))
  }

  /// Who gets room first in a stack: the higher before the lower; 0 by itself.
  public func layoutPriority(_ priority: Double) -> ViewNode { modified(.layoutPriority(priority.finite)) }

  /// Moves it without the others taking notice. Points; x from the leading edge.
  public func offset(x: Double = 0, y: Double = 0) -> ViewNode { modified(.offset(x: x.finite, y: y.finite)) }

  /// Takes all the room, and stands in it as a part of it.
  ///
  /// - Parameters:
  ///   - width: fraction of the room's width that it is offered; `nil` offers all and lets it be smaller.
  ///   - height: the same for the height.
  ///   - x: where it stands in the room that it leaves: 0 leading, 1 trailing.
  ///   - y: 0 top, 1 bottom.
  public func relativeFrame(
    width: Double? = nil, height: Double? = nil, x: Double = 0.5, y: Double = 0.5
  ) -> ViewNode {
    modified(
      .relativeFrame(
        RelativeFrame(
          width: width.map { max($0.finite, 0) }, height: height.map { max($0.finite, 0) }, x: x.finite,
          y: y.finite)))
  }

  /// One identity on its glass wherever it stands there: what it marks changes, and it slides along.
  public func matchedGeometryEffect(id: String) -> ViewNode { modified(.matchedGeometry(id)) }

  /// Something over it, that gets its size as room.
  public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> ViewNode {
    modified(.overlay(alignment, content().node))
  }

  /// Something behind it, that gets its size as room.
  public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> ViewNode {
    modified(.background(alignment, content().node))
  }

  /// Who it is among its brothers, instead of its place.
  public func id(_ id: String) -> ViewNode { modified(.id(id)) }
}

extension Double {
  /// Held within what a layout can reckon with; 0 for what is no number.
  var finite: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e6), 1e6) }
}
