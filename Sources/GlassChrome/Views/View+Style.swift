extension View {
  func environment(_ change: @escaping @Sendable (inout ViewEnvironment) -> Void) -> ViewNode {
    modified(.environment(change))
  }

  public func font(_ style: TextStyle) -> ViewNode { environment { $0.font = style } }

  /// Text grows up to a size and no further: for bars that can't.
  public func dynamicTypeSize(_ range: PartialRangeThrough<DynamicTypeSize>) -> ViewNode {
    environment { $0.layout.typeSize = min($0.layout.typeSize, range.upperBound) }
  }

  /// `nil` is the style's own.
  public func fontWeight(_ weight: TextStyle.Weight?) -> ViewNode { environment { $0.fontWeight = weight } }

  public func bold() -> ViewNode { fontWeight(.bold) }

  /// `nil` sets no limit.
  public func lineLimit(_ lines: Int?) -> ViewNode {
    let lines = lines.map { max($0, 1) }
    return environment { $0.lineLimit = lines }
  }

  /// Keeps a text as wide whatever digits it has.
  public func monospacedDigit() -> ViewNode { environment { $0.isMonospacedDigit = true } }

  /// Where lines stand that are shorter than the longest: leading is the layout's, whichever way the text runs.
  public func multilineTextAlignment(_ alignment: HorizontalAlignment) -> ViewNode {
    environment { $0.textAlignment = alignment }
  }

  /// What its ink means.
  public func foregroundStyle(_ role: ColorRole) -> ViewNode { environment { $0.foregroundStyle = role } }

  /// 0 … 1, times that of the views around it.
  public func opacity(_ opacity: Double) -> ViewNode {
    let opacity = min(max(opacity.finite, 0), 1)
    return environment { $0.opacity *= opacity }
  }

  /// Keeps its room, and neither shows nor tells anything.
  public func hidden(_ isHidden: Bool = true) -> ViewNode {
    environment { $0.isHidden = $0.isHidden || isHidden }
  }

  public func controlSize(_ size: ControlSize) -> ViewNode { environment { $0.controlSize = size } }

  public func buttonStyle(_ style: ButtonStyle) -> ViewNode { environment { $0.buttonStyle = style } }

  /// Takes no events.
  public func disabled(_ isDisabled: Bool = true) -> ViewNode {
    environment {
      guard isDisabled else { return }
      $0.isEnabled = false
      $0.foregroundStyle = .secondary
    }
  }
}
