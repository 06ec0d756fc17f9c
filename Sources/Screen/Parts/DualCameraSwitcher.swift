import GlassChrome

/// Chooses which camera is shown: front, back or both.
package struct DualCameraSwitcher: View {
  /// The choice in use; its id names the control, and raw values name the choices in events.
  package var choice: Binding<CameraViews.Pair>

  /// A switcher that shows this choice.
  package init(_ choice: Binding<CameraViews.Pair>) { self.choice = choice }

  /// Three segments with icons, on a capsule of glass.
  package var body: some View {
    EnvironmentReader { environment in
      SegmentedControl(
        Control.cameras.title(environment.words),
        CameraViews.Pair.allCases.map {
          ControlItem($0.rawValue, title: title($0, environment.words), icon: "camera.\($0)")
        }, selection: Binding(choice.id, choice.value.rawValue), showsIconsAlone: true
      ).onGlass()
    }.id(choice.id)
  }

  private func title(_ choice: CameraViews.Pair, _ words: ScreenWords) -> String {
    switch choice {
    case .front: words.frontCamera
    case .back: words.backCamera
    case .dual: words.bothCameras
    }
  }
}
