/// Switches between photo and video.
public struct ModeSwitcher: View {
  /// The mode in use; its id names the control, and `photo` and `video` name the choices in events.
  public var mode: Binding<CaptureButton.Mode>

  /// A switcher that shows this mode.
  public init(_ mode: Binding<CaptureButton.Mode>) { self.mode = mode }

  /// Two segments with icons and titles, on a capsule of glass.
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
