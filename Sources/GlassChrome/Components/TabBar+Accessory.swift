extension TabBar {
  /// Puts a panel above the bar, or beside it while it is minimized: a player, or what goes on at present.
  ///
  /// - Parameter content: reads ``ViewEnvironment/tabViewBottomAccessoryPlacement`` to be shorter beside the bar.
  public func tabViewBottomAccessory(@ViewBuilder content: () -> some View) -> ViewNode {
    let placement: TabViewBottomAccessoryPlacement = isMinimized ? .inline : .expanded
    let accessory = content().id("content").environment { $0.tabViewBottomAccessoryPlacement = placement }
      .buttonStyle(.plain)
      .padding(.horizontal, 16).frame(maxWidth: .infinity, minHeight: 52)
      .dynamicTypeSize(...DynamicTypeSize.xxxLarge)
      .accessibilityLabel("Accessory").accessibilityRole(.group)
      .glassEffect(.regular.interactive(), in: .capsule)
      .glassEffectTransition(.matchedGeometry).id(selection.id + "-accessory")
    return GlassEffectContainer(spacing: 6) {
      if isMinimized {
        HStack(spacing: 10) {
          self
          accessory
        }
      } else {
        VStack(spacing: 10) {
          accessory
          self
        }
      }
    }.id(selection.id + "-and-accessory")
  }
}
