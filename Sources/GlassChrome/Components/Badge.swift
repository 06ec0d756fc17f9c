/// A count, or a dot, that marks something new.
public struct Badge: View {
  /// How many are new, shown as "99+" above 99 and as 0 if negative; `nil` is a dot.
  public var count: Int?

  /// A badge with a count, or a dot without one.
  public init(_ count: Int? = nil) { self.count = count }

  private var text: String? { count.map { $0 > 99 ? "99+" : "\(max($0, 0))" } }

  /// Bold figures on a capsule of at least 20 points, or a dot of 12 with an edge, in the destructive colour.
  public var body: some View { EnvironmentReader { mark($0.controlWords) }.id("badge") }

  private func mark(_ words: ControlWords) -> ViewNode {
    Group {
      if let text {
        Text(text).font(.caption).fontWeight(.bold).monospacedDigit().lineLimit(1).foregroundStyle(.onTint)
          .padding(.horizontal, 6).padding(.vertical, 2).frame(minWidth: 20, minHeight: 20)
          .fixedSize()
          .background { Capsule().fill(.destructive, strength: 1) }
      } else {
        // A dot has no figures to identify it: an edge sets it off from any glass.
        ZStack {
          Circle().fill(.destructive, strength: 1)
          Circle().strokeBorder(lineWidth: 1.5)
        }.frame(width: 12, height: 12)
      }
    }
    .dynamicTypeSize(...DynamicTypeSize.xxxLarge)
    .accessibilityLabel(count.map { words.newCount(max($0, 0)) } ?? words.new)
    .accessibilityRole(.status)
  }
}

extension View {
  /// Puts a badge at the upper trailing corner of a view as large as its font, such as an icon,
  /// however wide the count. `nil` shows none. An icon bounces when its count changes.
  public func badge(_ count: Int?) -> ViewNode {
    symbolEffect(.bounce, value: count).overlay(alignment: .topLeading) {
      if let count {
        EnvironmentReader { environment in
          let side = environment.fontSize
          Badge(count).offset(x: (side * 0.85).rounded(), y: -(side * 0.3).rounded())
        }
      }
    }
  }
}
