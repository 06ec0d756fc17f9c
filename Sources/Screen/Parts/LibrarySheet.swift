import GlassChrome

/// Recordings, or the pictures of one of them, on a sheet: a grid of cards below a filter.
package struct LibrarySheet: View {

  /// What is shown.
  package var values: LibraryContents
  /// The sheet's height.
  package var detent: Sheet.Detent

  /// A sheet with these items.
  package init(_ values: LibraryContents, detent: Sheet.Detent = .large) {
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
          FlowLayout(spacing: 8) { dayButtons(words) }.id(Control.day.name)
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
      Control.filter.title(words),
      ([(LibraryFilter.all, words.allItems), (.kept, words.keptItems), (.snapped, words.aligned)]
        + (values.hasPhotos ? [(.photos, words.photoItems)] : [])).map {
          ControlItem($0.0.rawValue, title: $0.1)
        }, selection: Binding(Control.filter.name, values.filter.rawValue)
    ).node
  }

  private func dayOptions(_ words: ScreenWords) -> [ControlItem] {
    [ControlItem(LibraryContents.everyDay, title: words.everyDay)]
      + values.days.map { ControlItem($0, title: $0) }
  }

  private func days(_ words: ScreenWords) -> ViewNode {
    Picker(
      Control.day.title(words), options: dayOptions(words),
      selection: Binding(Control.day.name, values.day ?? LibraryContents.everyDay),
      isOpen: values.isDayListOpen
    ).node
  }

  /// The day as a button that opens and closes ``dayButtons(_:)``.
  private func day(_ words: ScreenWords) -> ViewNode {
    let title = values.day ?? words.everyDay
    return Button(Control.day.name, accessibilityLabel: Control.day.title(words)) {
      HStack(spacing: 6) {
        Text(title).lineLimit(1)
        Icon(values.isDayListOpen ? "chevron.up" : "chevron.down")
      }
    }.accessibilityValue(title).accessibilityRole(.picker).buttonStyle(.tonal).controlSize(.small).id(
      Control.day.name)
  }

  private func dayButtons(_ words: ScreenWords) -> ViewNode {
    ForEach(dayOptions(words), id: \.id) { option in
      let isShown = option.id == values.day ?? LibraryContents.everyDay
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
      if values.hasNewer { page(.newer, words).frame(maxWidth: .infinity) }
      ForEach(0..<(values.items.count + columns - 1) / columns) { row in
        HStack(alignment: .top, spacing: Self.gap) {
          ForEach(values.items[(row * columns)..<min((row + 1) * columns, values.items.count)], id: \.id) {
            LibraryCard(item: $0, width: card, height: height, hint: hint(words))
          }
        }
      }
      if values.hasOlder { page(.older, words).frame(maxWidth: .infinity) }
    }.id("items")
  }

  private func page(_ control: Control, _ words: ScreenWords) -> ViewNode {
    control.button(words).buttonStyle(.tonal).id(control.name)
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
