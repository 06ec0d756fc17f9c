/// What can be set while frames flow, on a sheet.
public struct SettingsSheet: View {
  public struct Values: Sendable, Hashable {
    /// Name of the guide lines in use; a touch takes the next.
    public var grid: String
    public var grids: [String]
    public var appearance: ChromeStyle.Appearance
    public var reducesTransparency: Bool
    public var increasesContrast: Bool
    public var reducesMotion: Bool

    public init(
      grid: String = "thirds", grids: [String] = ["thirds", "phi", "diagonals"],
      appearance: ChromeStyle.Appearance = .dark, reducesTransparency: Bool = false,
      increasesContrast: Bool = false, reducesMotion: Bool = false
    ) {
      self.grid = grid
      self.grids = grids
      self.appearance = appearance
      self.reducesTransparency = reducesTransparency
      self.increasesContrast = increasesContrast
      self.reducesMotion = reducesMotion
    }
  }

  public var values: Values
  public var detent: Sheet.Detent

  public init(_ values: Values = Values(), detent: Sheet.Detent = .medium) {
    self.values = values
    self.detent = detent
  }

  public var body: some View {
    Sheet("settings-sheet", title: "Settings", detent: detent) {
      VStack(alignment: .leading, spacing: 4) {
        Picker(
          "Guide lines", options: values.grids.map { $0.prefix(1).uppercased() + $0.dropFirst() },
          selection: Binding("grid", values.grids.firstIndex(of: values.grid) ?? 0))
        SegmentedControl(
          "Appearance",
          ChromeStyle.Appearance.allCases.map {
            SegmentedControl.Segment($0.rawValue, title: $0 == .dark ? "Dark" : "Light")
          }, selection: Binding("appearance", values.appearance.rawValue))
        // A low sheet shows what is changed most; the rest comes with the high one.
        if detent == .large {
          Divider().padding(.vertical, 8)
          Toggle("Increase contrast", isOn: Binding("increase-contrast", values.increasesContrast))
          Toggle("Reduce transparency", isOn: Binding("reduce-transparency", values.reducesTransparency))
          Toggle("Reduce motion", isOn: Binding("reduce-motion", values.reducesMotion))
        }
      }
    }
  }
}
