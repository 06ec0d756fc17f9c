import GlassChrome

/// Switches between photo, video and timelapse.
package struct ModeSwitcher: View {
  /// The mode in use; its id names the control, and `photo`, `video` and `timelapse` name the choices in events.
  package var mode: Binding<CaptureMode>
  /// Whether to show only icons, for narrow screens.
  package var showsIconsAlone: Bool

  /// A switcher that shows this mode, by default with titles.
  package init(_ mode: Binding<CaptureMode>, showsIconsAlone: Bool = false) {
    self.mode = mode
    self.showsIconsAlone = showsIconsAlone
  }

  /// Three segments with icons and, if they fit, titles, on a capsule of glass.
  package var body: some View {
    ViewThatFits(in: [.horizontal]) {
      segments(showsIconsAlone: showsIconsAlone)
      segments(showsIconsAlone: true)
    }.id(mode.id)
  }

  private func segments(showsIconsAlone: Bool) -> ViewNode {
    EnvironmentReader { environment in
      let words = environment.words
      return SegmentedControl(
        Control.mode.title(words), CaptureMode.items(words),
        selection: Binding(mode.id, mode.value.rawValue), showsIconsAlone: showsIconsAlone
      ).onGlass()
    }.node
  }
}
