/// What can be set while frames flow, on a sheet.
public struct SettingsSheet: View {
  /// The settings as they are now.
  public struct Values: Sendable, Hashable {
    /// Name of the grid in use; one that isn't in ``grids`` shows the first.
    public var grid: String
    /// Names of the grids to choose from.
    public var grids: [String]
    /// Dark or light.
    public var appearance: ChromeStyle.Appearance
    /// Whether plates are opaque.
    public var reducesTransparency: Bool
    /// Whether text has at least 7:1.
    public var increasesContrast: Bool
    /// Whether things fade instead of moving.
    public var reducesMotion: Bool

    /// Settings; by default a dark screen with thirds.
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

  /// The settings to show.
  public var values: Values
  /// The sheet's height; the medium one leaves out the accessibility switches.
  public var detent: Sheet.Detent

  /// A sheet of settings, by default of medium height.
  public init(_ values: Values = Values(), detent: Sheet.Detent = .medium) {
    self.values = values
    self.detent = detent
  }

  /// A sheet with grids and appearance, and contrast, transparency and motion on a large one; where there is no height
  /// for a sheet, all of them in two rows.
  public var body: some View {
    ViewThatFits(in: [.vertical]) {
      sheet
      ViewThatFits {
        strip
        sheet
      }
    }
  }

  private var sheet: Sheet {
    Sheet("settings-sheet", title: "Settings", detent: detent) {
      VStack(alignment: .leading, spacing: 4) {
        grids
        appearance
        // A low sheet shows what is changed most; the high one adds the rest.
        if detent == .large {
          Divider().padding(.vertical, 8)
          switches
        }
      }
    }
  }

  private var strip: ViewNode {
    Sheet.strip("settings-sheet", title: "Settings") {
      VStack(spacing: 4) {
        HStack(spacing: 24) {
          Text("Settings").font(.title3).fontWeight(.semibold).lineLimit(1).id("title")
          grids
          appearance
          Spacer(minLength: 0)
          Sheet.closeButton
        }
        HStack(spacing: 24) { switches }
      }.frame(maxWidth: 920)
    }
  }

  private var grids: Picker {
    Picker(
      "Guide lines", options: values.grids.map(\.asTitle),
      selection: Binding("grid", values.grids.firstIndex(of: values.grid) ?? 0))
  }

  private var appearance: SegmentedControl {
    SegmentedControl(
      "Appearance",
      ChromeStyle.Appearance.allCases.map {
        SegmentedControl.Segment($0.rawValue, title: $0.rawValue.asTitle)
      }, selection: Binding("appearance", values.appearance.rawValue))
  }

  private var switches: ViewNode {
    Group {
      Toggle("Increase contrast", isOn: Binding("increase-contrast", values.increasesContrast))
      Toggle("Reduce transparency", isOn: Binding("reduce-transparency", values.reducesTransparency))
      Toggle("Reduce motion", isOn: Binding("reduce-motion", values.reducesMotion))
    }.node
  }
}

extension String {
  fileprivate var asTitle: String { prefix(1).uppercased() + dropFirst() }
}
