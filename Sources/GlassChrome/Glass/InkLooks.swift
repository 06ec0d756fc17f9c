/// How an item is drawn in light ink on dark ground, and in dark ink on bright ground.
struct InkLooks: Equatable {
  struct Look: Equatable {
    var color: InkColor
    /// 0...256.
    var opacity: Int
  }

  var light: Look
  var dark: Look

  /// The look the glass currently calls for.
  func look(isInkDark: Bool) -> Look { isInkDark ? dark : light }
}
