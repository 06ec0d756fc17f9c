/// A panel of glass at the lower edge, as high as its content, up to one of its heights; more than that scrolls.
public struct Sheet: View {
  /// Share of the available height that a sheet takes.
  public enum Detent: Double, Sendable, Hashable, CaseIterable {
    case medium = 0.6
    case large = 1

    /// Points that it takes in any case, if available.
    private var least: Double { 440 }

    /// A sheet's height in points, in a space of height `room`.
    package func height(in room: Double) -> Double { min(max((room * rawValue).rounded(), least), room) }
  }

  /// Minimum height for a sheet, in points.
  package static let leastRoom = 236.0
  /// Maximum width of a sheet in points, unless it says otherwise.
  package static let usualWidth = 720.0

  /// Its id, which begins those of its elements.
  public var id: String
  /// The title in its header, on one line.
  public var title: String
  /// Its current height.
  var detent: Detent
  /// Whether it has a grabber, for a sheet that can change height.
  var hasGrabber: Bool
  /// Whether a button before the title leads back to where its content came from.
  public var hasBackButton = false
  /// Its maximum width in points.
  public var maximumWidth = Sheet.usualWidth
  /// Content of the header before the close button.
  package var accessory: ViewNode?
  private let content: ViewNode

  /// A sheet around some content, by default with a grabber.
  public init(
    _ id: String, title: String, detent: Detent, hasGrabber: Bool = true,
    @ViewBuilder content: () -> some View
  ) {
    self.hasGrabber = hasGrabber
    self.id = id
    self.title = title
    self.detent = detent
    self.content = content().node
  }

  /// A grabber, a header with title and close button, and the content, at most ``maximumWidth`` wide.
  public var body: some View {
    EnvironmentReader { environment in
      VStack(alignment: .leading, spacing: 8) {
        if hasGrabber { grabber }
        let words = environment.controlWords
        NavigationBar(
          title, back: hasBackButton ? .back(words) : nil, actions: [.close(words)], accessory: accessory
        ).id("header")
        ScrollView { content.frame(maxWidth: .infinity, alignment: .leading) }.id("content")
      }
      .padding(.horizontal, 20)
      .padding(.top, hasGrabber ? 0 : 14)
      .padding(.bottom, 12)
      .frame(maxWidth: maximumWidth)
      .limit(height: height(environment.layout))
      .accessibilityLabel(title)
      .accessibilityRole(.group)
      .glassEffect(in: .rect(cornerRadius: 34))
      .elevation(.z5)
    }.id(id)
  }

  /// At accessibility sizes all there is: rows of such type need it.
  private func height(_ layout: LayoutEnvironment) -> Double {
    layout.typeSize.isAccessibilitySize ? layout.canvas.height : detent.height(in: layout.canvas.height)
  }

  private var grabber: ViewNode {
    EnvironmentReader { environment in
      let words = environment.controlWords
      return PathShape("M.07 .5H.93", lineWidth: 5).foregroundStyle(.secondary).frame(width: 36, height: 5)
        .accessibilityLabel(words.sheetHeight)
        .accessibilityValue(detent == .medium ? words.medium : words.large)
        .accessibilityRole(.button)
        .padding(.top, 10)
        .padding(.bottom, 2)
        .frame(maxWidth: .infinity)
    }.id("grabber")
  }

  package static var closeButton: ViewNode {
    EnvironmentReader { NavigationBar.tonalButton(.close($0.controlWords), $0.controlWords) }.id("close")
  }

  /// Glass like a sheet's for something shown for a moment, where the height is too small for a sheet.
  package static func strip(_ id: String, title: String, @ViewBuilder content: () -> some View) -> ViewNode {
    content()
      .padding(.horizontal, 20)
      .padding(.vertical, 8)
      .fixedSize(horizontal: false, vertical: true)
      .accessibilityLabel(title)
      .accessibilityRole(.group)
      .glassEffect(in: .rect(cornerRadius: 34))
      .elevation(.z5)
      .id(id)
  }
}

extension ControlItem {
  /// Leads back to where a sheet's content came from.
  package static func back(_ words: ControlWords) -> ControlItem {
    ControlItem("back", title: words.back, icon: "chevron.left")
  }

  /// Closes a sheet.
  package static func close(_ words: ControlWords) -> ControlItem {
    ControlItem("close", title: words.close, icon: "xmark")
  }
}
