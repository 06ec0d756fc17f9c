/// A panel of glass for the lower edge, at one of its heights.
public struct Sheet: View {
  /// Share of the available height that a sheet takes at least; it is never lower than its content.
  public enum Detent: Double, Sendable, Hashable, CaseIterable {
    case medium = 0.4
    case large = 0.6
  }

  /// Its id, which begins those of its elements.
  public var id: String
  /// The title in its header, on one line.
  public var title: String
  /// The height it has now.
  public var detent: Detent
  /// Whether it has a grabber, for a sheet that can have another height.
  public var hasGrabber: Bool
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

  /// A grabber, a header with title and close button, and the content, at most 560 points wide.
  public var body: some View {
    EnvironmentReader { environment in
      VStack(alignment: .leading, spacing: 8) {
        if hasGrabber { grabber }
        HStack(spacing: 8) {
          Text(title).font(.title3).fontWeight(.semibold).lineLimit(1).id("title")
          Spacer(minLength: 0)
          Self.closeButton
        }.id("header")
        content.id("content")
        Spacer(minLength: 0)
      }
      .padding(.horizontal, 20)
      .padding(.top, hasGrabber ? 0 : 14)
      .padding(.bottom, 20)
      .frame(
        maxWidth: 560,
        minHeight: (environment.layout.canvas.height * detent.rawValue).rounded(), alignment: .top
      )
      .fixedSize(horizontal: false, vertical: true)
      .accessibilityLabel(title)
      .accessibilityRole(.group)
      .glassEffect(in: .rect(cornerRadius: 34))
      .elevation(.z5)
    }.id(id)
  }

  private var grabber: ViewNode {
    PathShape("M.07 .5H.93", lineWidth: 5).foregroundStyle(.secondary).frame(width: 36, height: 5)
      .accessibilityLabel("Height of the sheet")
      .accessibilityValue(detent == .medium ? "medium" : "large")
      .accessibilityRole(.button)
      .padding(.top, 10)
      .padding(.bottom, 2)
      .frame(maxWidth: .infinity)
      .id("grabber")
  }

  static var closeButton: ViewNode {
    Button("close", in: .circle, accessibilityLabel: "Close") { Icon("xmark") }.buttonStyle(.tonal)
  }

  /// The glass of a sheet where there is no height for one: its content alone.
  static func strip(_ id: String, title: String, @ViewBuilder content: () -> some View) -> ViewNode {
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
