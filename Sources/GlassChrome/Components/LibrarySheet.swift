/// Recordings, or the pictures of one of them, on a sheet: a grid of cards with a filter above.
public struct LibrarySheet: View {
  /// A recording or a picture.
  public struct Item: Sendable, Hashable {
    /// Its name in events; no `/` in it.
    public var id: String
    /// Its title below the picture.
    public var title: String
    /// One more line, such as how many pictures there are.
    public var detail: String
    /// What it shows, small; `nil` while there is no picture.
    public var picture: Thumbnail?
    /// Whether it is kept: never deleted.
    public var isKept: Bool
    /// Whether a guide was in its place.
    public var isSnapped: Bool

    /// An item, by default without marks.
    public init(
      _ id: String, title: String, detail: String = "", picture: Thumbnail? = nil, isKept: Bool = false,
      isSnapped: Bool = false
    ) {
      self.id = id
      self.title = title
      self.detail = detail
      self.picture = picture
      self.isKept = isKept
      self.isSnapped = isSnapped
    }
  }

  /// Which items are shown.
  public enum Filter: String, Sendable, Hashable, CaseIterable {
    /// All of them.
    case all
    /// Those that are kept, or have kept pictures.
    case kept
    /// Those in which a guide was in its place.
    case snapped
  }

  /// What the sheet shows.
  public struct Values: Sendable, Hashable {
    /// Name of the recording whose pictures are shown; `nil` for the recordings themselves.
    public var recording: String?
    /// Whether there are recordings to go back to.
    public var canGoBack = false
    /// The items, newest first.
    public var items: [Item] = []
    /// Which items are shown.
    public var filter = Filter.all
    /// The days to choose from, newest first, as 2026-11-23; empty if there is no choice.
    public var days: [String] = []
    /// The day that is shown; `nil` for every day.
    public var day: String?
    /// Whether the list of days is open.
    public var isDayListOpen = false
    /// Whether there are newer items than those shown, and older ones.
    public var hasNewer = false
    public var hasOlder = false
    /// Whether the items are still being read.
    public var isReading = false
    /// Why nothing can be shown; `nil` if that can.
    public var problem: String?

    /// A library without items.
    public init() {}
  }

  /// The name in ``Values/days`` for every day.
  public static let everyDay = "every-day"

  /// What is shown.
  public var values: Values
  /// The sheet's height.
  public var detent: Sheet.Detent

  /// A sheet with these items.
  public init(_ values: Values, detent: Sheet.Detent = .large) {
    self.values = values
    self.detent = detent
  }

  /// A sheet with a grid that scrolls.
  public var body: some View {
    Sheet("library-sheet", title: values.recording ?? "", detent: detent) {
      ForEach(values.items, id: \.id) { item in
        Button(item.id, in: .capsule, accessibilityLabel: item.title) { Text(item.title) }.buttonStyle(.tonal)
      }
    }
  }
}
