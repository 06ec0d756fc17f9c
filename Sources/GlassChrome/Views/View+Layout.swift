extension View {
  func modified(_ modifier: ViewModifier) -> ViewNode { ViewNode(.modified(modifier, node)) }

  func wrapped(_ element: LayoutElement) -> ViewNode { modified(.wrap(element)) }

  /// Adds space on all sides, in points.
  public func padding(_ points: Double = 16) -> ViewNode { padding(.all, points) }

  /// Adds space on some sides, in points.
  public func padding(_ edges: Edges, _ points: Double = 16) -> ViewNode {
    padding(
      EdgeInsets(
        top: edges.contains(.top) ? points : 0, leading: edges.contains(.leading) ? points : 0,
        bottom: edges.contains(.bottom) ? points : 0, trailing: edges.contains(.trailing) ? points : 0))
  }

  /// Adds space on each side, in points; NaN counts as 0.
  public func padding(_ insets: EdgeInsets) -> ViewNode {
    wrapped(
      .padding(
        EdgeInsets(
          top: insets.top.finite, leading: insets.leading.finite, bottom: insets.bottom.finite,
          trailing: insets.trailing.finite)))
  }

  /// Fixes width, height or both, in points.
  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> ViewNode {
    frame(
      minWidth: width, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height,
      maxHeight: height, alignment: alignment)
  }

  /// Limits the size, in points; an infinite maximum takes all the space. Negative limits count as
  /// 0; other infinite limits and NaN count as none.
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> ViewNode {
    func length(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? max($0, 0) : nil } }
    func limit(_ value: Double?) -> Double? { value == .infinity ? value : length(value) }
    return wrapped(
      .frame(
        FrameLimits(
          minWidth: length(minWidth), idealWidth: length(idealWidth), maxWidth: limit(maxWidth),
          minHeight: length(minHeight), idealHeight: length(idealHeight), maxHeight: limit(maxHeight),
          alignment: alignment)))
  }

  /// Offers it at most this much, in points; it takes no more of that than it needs.
  package func limit(width: Double? = nil, height: Double? = nil) -> ViewNode {
    wrapped(
      .frame(
        FrameLimits(
          maxWidth: width.map { max($0.finite, 0) }, maxHeight: height.map { max($0.finite, 0) },
          alignment: .top,
          hugs: true)))
  }

  /// Gives it its ideal size along these axes, whatever the space.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> ViewNode {
    wrapped(.fixedSize(horizontal: horizontal, vertical: vertical))
  }

  /// Sets the priority for space in a stack: higher first; 0 by default.
  public func layoutPriority(_ priority: Double) -> ViewNode { modified(.layoutPriority(priority.finite)) }

  /// Moves the view without affecting others, in points: x from the leading edge, y down.
  public func offset(x: Double = 0, y: Double = 0) -> ViewNode { wrapped(.offset(x: x.finite, y: y.finite)) }

  /// Takes all the space and places the view in it by fractions.
  ///
  /// - Parameters:
  ///   - width: fraction of the width to offer the view; `nil` offers all of it.
  ///   - height: the same for the height.
  ///   - x: position in the remaining space: 0 leading, 1 trailing.
  ///   - y: 0 top, 1 bottom.
  public func relativeFrame(
    width: Double? = nil, height: Double? = nil, x: Double = 0.5, y: Double = 0.5
  ) -> ViewNode {
    wrapped(
      .relativeFrame(
        RelativeFrame(
          width: width.map { max($0.finite, 0) }, height: height.map { max($0.finite, 0) }, x: x.finite,
          y: y.finite)))
  }

  /// Gives the view one identity anywhere on its glass, so that a mark slides to what it marks next.
  public func matchedGeometryEffect(id: String) -> ViewNode { modified(.matchedGeometry(id)) }

  /// Puts something over the view; it is offered the view's size.
  public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> ViewNode {
    modified(.join(.overlay(alignment), content().node, name: "overlay"))
  }

  /// Puts something behind the view; it is offered the view's size.
  public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> ViewNode {
    modified(.join(.background(alignment), content().node, name: "background"))
  }

  /// Identifies the view among its neighbours, in place of its position.
  public func id(_ id: String) -> ViewNode { modified(.id(id)) }
}

extension Double {
  /// Clamped to ±1,000,000, which a layout can handle; 0 for NaN.
  var finite: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e6), 1e6) }
}
