/// A control to press.
///
/// Its ``ElementID`` ends in the action's name, by which events find it. `buttonStyle` and
/// `controlSize` determine its look; its tap target is at least 44 × 44 points.
public struct Button: View {
  /// The label, drawn as a control in the environment's style and size.
  public let body: ViewNode

  /// A button with any label.
  ///
  /// - Parameters:
  ///   - action: the name in events.
  ///   - role: sets the colour; `nil` for an ordinary button.
  ///   - shape: the glass's or plate's shape; `nil` for the one set by `buttonBorderShape`, or a capsule.
  ///   - accessibilityLabel: for people who can't see the label.
  ///   - label: what it shows.
  public init(
    _ action: String, role: ButtonRole? = nil, in shape: EffectShape? = nil,
    accessibilityLabel: String, @ViewBuilder label: () -> some View
  ) {
    let label = label().node
    body = ViewNode(.environment { Self.look(label, role, shape, $0) })
      .accessibilityLabel(accessibilityLabel)
      .accessibilityRole(.button)
      .id(action)
  }

  /// A button with a one-line title, which is also its accessibility label, after an optional icon.
  public init(
    _ action: String, title: String, icon: String? = nil, role: ButtonRole? = nil,
    in shape: EffectShape? = nil
  ) {
    self.init(action, role: role, in: shape, accessibilityLabel: title) {
      HStack(spacing: 6) {
        if let icon { Icon(icon) }
        Text(title).lineLimit(1)
      }
    }
  }

  private static func look(
    _ label: ViewNode, _ role: ButtonRole?, _ ownShape: EffectShape?, _ environment: ViewEnvironment
  ) -> ViewNode {
    let shape = ownShape ?? environment.buttonBorderShape?.shape ?? .capsule
    let size = environment.controlSize
    let isDestructive = role == .destructive
    let style = environment.buttonStyle.resolved(isOnGlass: environment.isOnGlass)
    let ink: ColorRole =
      switch style {
      case _ where !environment.isEnabled: .secondary
      case .glassProminent: .onTint
      default: isDestructive ? .destructive : environment.foregroundStyle
      }
    let isBare = style == .plain
    // An icon needs space around it at any type size; words need more, to clear the rim at round ends.
    let growth = shape == .circle ? 1.75 : 2
    let em = environment.layout.typeSize.points(size.font)
    // A coloured plate must contain all of its ink: an icon's whole square.
    let isRoundPlate = style == .glassProminent && environment.isOnGlass && shape == .circle
    let side = max(size.height, (isRoundPlate ? em * 1.8 + 6 : em * growth).rounded())
    if environment.isInMenu { return row(label, ink, size) }
    let content = label.foregroundStyle(ink).font(size.font)
      .fontWeight(environment.isEnabled ? .semibold : .regular)
      .padding(.horizontal, isBare || shape == .circle ? 0 : size.padding(environment.layout.typeSize))
      .frame(
        minWidth: isBare ? nil : side,
        maxWidth: environment.buttonSizing == .flexible && shape != .circle ? .infinity : nil,
        minHeight: side)
    switch style {
    case .plain, .automatic: return content
    case .tonal:
      let strength = environment.isEnabled ? plateStrength : plateStrength / 2
      // What destroys tints its plate: red words alone would need a darker one.
      return content.background {
        isDestructive && environment.isEnabled
          ? ViewNode(.plate(shape, role: .destructive, strength: 2 * strength))
          : ViewNode(.plate(shape, role: nil, strength: strength))
      }
    case .glass:
      return content.glassEffect(.regular.interactive(environment.isEnabled), in: shape)
    case .glassProminent:
      let tint: Glass.Tint = isDestructive ? .destructive : environment.tint ?? .primary
      if environment.isOnGlass {
        return content.background {
          ViewNode(
            .plate(
              shape, role: environment.isEnabled ? (isDestructive ? .destructive : .tint) : nil,
              strength: environment.isEnabled ? 1 : plateStrength / 2))
        }
      }
      return content.glassEffect(
        environment.isEnabled ? .regular.tint(tint).interactive().prominent() : .regular, in: shape)
    }
  }
}

extension Button {
  /// The button as a row of a menu.
  private static func row(_ label: ViewNode, _ ink: ColorRole, _ size: ControlSize) -> ViewNode {
    label.foregroundStyle(ink).font(size.font).fontWeight(.medium)
      .padding(.horizontal, 12).padding(.vertical, 6)
      .frame(maxWidth: .infinity, minHeight: max(size.height, 44), alignment: .leading)
  }
}

/// How wide a button is.
public enum ButtonSizing: Sendable, Hashable, CaseIterable {
  /// As wide as its label.
  case automatic
  /// As wide as its space.
  case flexible
}

/// How a button is drawn.
public enum ButtonStyle: Sendable, Hashable, CaseIterable {
  /// Glass, or a tonal plate if there is glass beneath.
  case automatic
  /// Separate glass; the layout rejects it on other glass.
  case glass
  /// The screen's single main action: fully tinted glass, or a tinted plate on glass.
  case glassProminent
  /// Only the label.
  case plain
  /// A tonal plate, for buttons on glass.
  case tonal

  /// The style that `automatic` stands for here; any other style is itself.
  func resolved(isOnGlass: Bool) -> ButtonStyle {
    self == .automatic ? (isOnGlass ? .tonal : .glass) : self
  }
}

/// The shape of a button's glass or plate.
public enum ButtonBorderShape: Sendable, Hashable {
  /// A capsule, a circle, or a rectangle with continuous corners of a radius in points.
  case capsule, circle
  case roundedRectangle(radius: Double)

  var shape: EffectShape {
    switch self {
    case .capsule: .capsule
    case .circle: .circle
    case .roundedRectangle(let radius): .rect(cornerRadius: .fixed(radius))
    }
  }
}

/// What a button does.
public enum ButtonRole: Sendable, Hashable, CaseIterable {
  /// Removes something permanently.
  case destructive
}
