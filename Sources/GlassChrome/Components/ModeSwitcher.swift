/// Picture or film.
public struct ModeSwitcher: View {
  public var mode: Binding<CaptureButton.Mode>

  public init(_ mode: Binding<CaptureButton.Mode>) { self.mode = mode }

  public var body: some View {
    SegmentedControl(
      "Mode",
      [
        SegmentedControl.Segment("photo", title: "Photo", icon: "photo"),
        SegmentedControl.Segment("video", title: "Video", icon: "video"),
      ], selection: Binding(mode.id, mode.value.rawValue)
    ).onGlass()
  }
}
