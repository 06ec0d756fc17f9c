import GlassChrome

/// Recordings, or the pictures of one of them, on a sheet: a grid of cards below a filter.
package struct LibrarySheet: View {
  /// A recording or a picture.
  package struct Item: Sendable, Hashable {
    /// Its name in events, without `/`.
    package var id: String
    /// Its title below the picture.
    package var title: String
    /// A second line, such as how many pictures there are.
    package var detail: String
    /// Its thumbnail; `nil` while there is no picture.
    package var picture: Thumbnail?
    /// Whether it is kept: never deleted.
    package var isKept: Bool
    /// Whether one of its guides snapped.
    package var isSnapped: Bool
    /// Whether the shutter was pressed for it, or for one of its pictures.
    package var isPhoto: Bool

    /// An item, by default without marks.
    package init(
      _ id: String, title: String, detail: String = "", picture: Thumbnail? = nil, isKept: Bool = false,
      isSnapped: Bool = false, isPhoto: Bool = false
    ) {
      self.id = id
      self.title = title
      self.detail = detail
      self.picture = picture
      self.isKept = isKept
      self.isSnapped = isSnapped
      self.isPhoto = isPhoto
    }
  }

  /// Which items are shown.
  package enum Filter: String, Sendable, Hashable, CaseIterable {
    /// All of them.
    case all
    /// Those that are kept, or have kept pictures.
    case kept
    /// Those in which a guide snapped.
    case snapped
    /// Those for which the shutter was pressed; offered where there are some.
    case photos
  }

  /// What the sheet shows.
  package struct Values: Sendable, Hashable {
    /// Name of the recording whose pictures are shown; `nil` for the recordings themselves.
    package var recording: String?
    /// Whether there are recordings to go back to.
    package var canGoBack = false
    /// The items, newest first.
    package var items: [Item] = []
    /// Which items are shown.
    package var filter = Filter.all
    /// Whether there are photos among them.
    package var hasPhotos = false
    /// The days to choose from, newest first, such as 2026-11-23; empty if there is no choice.
    package var days: [String] = []
    /// The selected day; `nil` for every day.
    package var day: String?
    /// Whether the list of days is open.
    package var isDayListOpen = false
    /// Whether there are items newer than those shown, and older ones.
    package var hasNewer = false
    package var hasOlder = false
    /// Whether the items are still being read.
    package var isReading = false
    /// Why nothing can be shown; `nil` if something can.
    package var problem: String?

    /// A library without items.
    package init() {}
  }

  /// The name in ``Values/days`` for every day.
  package static let everyDay = "every-day"

  /// What is shown.
  package var values: Values
  /// The sheet's height.
  package var detent: Sheet.Detent

  /// A sheet with these items.
  package init(_ values: Values, detent: Sheet.Detent = .large) {
    self.values = values
    self.detent = detent
  }

  /// A sheet with a scrolling grid.
  package var body: some View {
    EnvironmentReader { sheet($0.layout, $0.words) }
  }

  /// Maximum width of a sheet, and the space between its edges and its content, in points.
  private static let mostWidth = 1400.0
  private static let padding = 20.0
  private static let gap = 12.0
  /// Card width above which another column is added, and the filter's width, in points at the usual type size.
  private static let cardWidth = 168.0
  private static let filterWidth = 330.0
  /// Minimum width for the filter beside the title, and a day's width beside it.
  private static let filterRoom = 640.0
  private static let dayWidth = 160.0

  private func sheet(_ layout: LayoutEnvironment, _ words: ScreenWords) -> Sheet {
    let scale = max(layout.typeSize.scale, 1)
    let width = min(layout.canvas.width, Self.mostWidth) - 2 * Self.padding
    let room = Self.filterRoom + filterWidth - Self.filterWidth + (values.days.isEmpty ? 0 : Self.dayWidth)
    let hasFilterAbove = width >= room * scale && !layout.typeSize.isAccessibilitySize
    var sheet = Sheet("library-sheet", title: values.recording ?? words.library, detent: detent) {
      VStack(alignment: .leading, spacing: Self.gap) {
        if !hasFilterAbove {
          // As a bar: in larger type it would be a column that leaves no room for the cards.
          filter(words).dynamicTypeSize(...DynamicTypeSize.xxxLarge)
          if !values.days.isEmpty { days(words) }
        } else if values.isDayListOpen {
          FlowLayout(spacing: 8) { dayButtons(words) }.id("day")
        }
        grid(width, scale, layout.typeSize, words)
      }
    }
    sheet.hasBackButton = values.canGoBack
    sheet.maximumWidth = Self.mostWidth
    if hasFilterAbove {
      sheet.accessory =
        HStack(spacing: 8) {
          if !values.days.isEmpty { day(words) }
          filter(words).frame(width: filterWidth * scale)
        }.node
    }
    return sheet
  }

  private var filterWidth: Double { Self.filterWidth * (values.hasPhotos ? 4 / 3 : 1) }

  private func filter(_ words: ScreenWords) -> ViewNode {
    SegmentedControl(
      words.filter,
      ([(Filter.all, words.allItems), (.kept, words.keptItems), (.snapped, words.aligned)]
        + (values.hasPhotos ? [(.photos, words.photoItems)] : [])).map {
          ControlItem($0.0.rawValue, title: $0.1)
        }, selection: Binding("filter", values.filter.rawValue)
    ).node
  }

  private func dayOptions(_ words: ScreenWords) -> [ControlItem] {
    [ControlItem(Self.everyDay, title: words.everyDay)] + values.days.map { ControlItem($0, title: $0) }
  }

  private func days(_ words: ScreenWords) -> ViewNode {
    Picker(
      words.day, options: dayOptions(words), selection: Binding("day", values.day ?? Self.everyDay),
      isOpen: values.isDayListOpen
    ).node
  }

  /// The day as a button that opens and closes ``dayButtons(_:)``.
  private func day(_ words: ScreenWords) -> ViewNode {
    let title = values.day ?? words.everyDay
    return Button("day", accessibilityLabel: words.day) {
      HStack(spacing: 6) {
        Text(title).lineLimit(1)
        Icon(values.isDayListOpen ? "chevron.up" : "chevron.down")
      }
    }.accessibilityValue(title).accessibilityRole(.picker).buttonStyle(.tonal).controlSize(.small).id("day")
  }

  private func dayButtons(_ words: ScreenWords) -> ViewNode {
    ForEach(dayOptions(words), id: \.id) { option in
      let isShown = option.id == values.day ?? Self.everyDay
      Button(option.id, title: option.title, icon: isShown ? "checkmark" : nil)
        .accessibilitySelected(isShown).buttonStyle(.tonal)
    }.node
  }

  /// Cards in as many columns as fit the width, or a message in their place.
  private func grid(
    _ width: Double, _ scale: Double, _ typeSize: DynamicTypeSize, _ words: ScreenWords
  ) -> ViewNode {
    let least = Self.cardWidth * min(scale, 1.8)
    let columns = max(Int((width + Self.gap) / (least + Self.gap)), 1)
    let card = ((width - Double(columns - 1) * Self.gap) / Double(columns)).rounded(.down)
    let height = (card * 9 / 16).rounded()
    if let message = message(words) {
      return message.frame(maxWidth: .infinity, minHeight: (height * 1.2).rounded())
    }
    if values.items.isEmpty { return placeholders(columns, card, height, words) }
    return VStack(alignment: .leading, spacing: 16) {
      if values.hasNewer { page("newer", words.newer, "chevron.up").frame(maxWidth: .infinity) }
      ForEach(0..<(values.items.count + columns - 1) / columns) { row in
        HStack(alignment: .top, spacing: Self.gap) {
          ForEach(values.items[(row * columns)..<min((row + 1) * columns, values.items.count)], id: \.id) {
            LibraryCard(item: $0, width: card, height: height, hint: hint(words))
          }
        }
      }
      if values.hasOlder { page("older", words.older, "chevron.down").frame(maxWidth: .infinity) }
    }.id("items")
  }

  private func page(_ action: String, _ title: String, _ icon: String) -> ViewNode {
    Button(action, title: title, icon: icon).buttonStyle(.tonal).id(action)
  }

  private func hint(_ words: ScreenWords) -> String {
    values.recording == nil ? words.showsPictures : words.showsPicture
  }

  /// The message if there are no cards: why, or that nothing was found.
  private func message(_ words: ScreenWords) -> ViewNode? {
    var message = values.problem
    if message == nil, values.items.isEmpty, !values.isReading {
      switch values.filter {
      case .all, .photos: message = words.nothingHere
      case .kept: message = words.nothingKept
      case .snapped: message = words.nothingInPlace
      }
    }
    return message.map { message in
      HStack(spacing: 10) {
        Icon(values.problem == nil ? "photo" : "warning").font(.title3)
        Text(message).font(.callout).lineLimit(4)
      }.foregroundStyle(.secondary).id("message")
    }
  }

  /// Plates in the cards' future places.
  private func placeholders(_ count: Int, _ width: Double, _ height: Double, _ words: ScreenWords) -> ViewNode
  {
    HStack(spacing: Self.gap) {
      ForEach(0..<count) { _ in
        RoundedRectangle(cornerRadius: .concentric(minimum: 10)).frame(width: width, height: height)
      }
    }
    .accessibilityLabel(words.readingLibrary).accessibilityRole(.status).id("placeholders")
  }
}
