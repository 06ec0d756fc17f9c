/// What can be set, on a sheet.
public struct SettingsSheet: View {
  public struct Values: Sendable, Hashable {
    public var showsGrid = true
    public var showsLevel = true
    public var showsHints = true
    /// Index into ``SettingsSheet/grids``.
    public var grid = 0
    public var jpegQuality = 90

    public init() {}
  }

  public static let grids = ["Thirds", "Golden ratio", "Diagonals"]

  public var values: Values
  public var detent: Sheet.Detent

  public init(_ values: Values = Values(), detent: Sheet.Detent = .medium) {
    self.values = values
    self.detent = detent
  }

  public var body: some View {
    Sheet("settings", title: "Settings", detent: detent) {
      VStack(alignment: .leading, spacing: 4) {
        Toggle("Grid", isOn: Binding("shows-grid", values.showsGrid))
        Toggle("Level", isOn: Binding("shows-level", values.showsLevel))
        Divider()
        Picker("Lines", options: Self.grids, selection: Binding("grid", values.grid))
        // A low sheet shows what is changed most; the rest comes with the high one.
        if detent == .large {
          Toggle("Hints", isOn: Binding("shows-hints", values.showsHints))
          Divider()
          Stepper("JPEG quality", value: Binding("quality", values.jpegQuality), in: 1...100)
        }
      }
    }
  }
}
