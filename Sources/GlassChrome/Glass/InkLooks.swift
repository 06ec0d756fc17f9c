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

extension InkLooks {
  /// Two inks of one opacity.
  init(_ light: InkColor, _ dark: InkColor, opacity: Int) {
    self.init(light: Look(color: light, opacity: opacity), dark: Look(color: dark, opacity: opacity))
  }

  /// One ink for any glass.
  init(_ ink: InkColor, opacity: Int) { self.init(ink, ink, opacity: opacity) }
}
