extension View {
  func environment(_ change: @escaping @Sendable (inout ViewEnvironment) -> Void) -> ViewNode {
    modified(.environment(change))
  }

  /// Sets the text style, and with it the size of text and icons.
  public func font(_ style: TextStyle) -> ViewNode { environment { $0.font = style } }

  /// Caps the type size, for bars that can't grow with it.
  public func dynamicTypeSize(_ range: PartialRangeThrough<DynamicTypeSize>) -> ViewNode {
    environment { $0.layout.typeSize = min($0.layout.typeSize, range.upperBound) }
  }

  /// Sets the weight of text; `nil` is the style's own.
  public func fontWeight(_ weight: TextStyle.Weight?) -> ViewNode { environment { $0.fontWeight = weight } }

  /// Sets the weight of text to 700.
  public func bold() -> ViewNode { fontWeight(.bold) }

  /// Limits text to this many lines, at least 1; `nil` sets no limit.
  public func lineLimit(_ lines: Int?) -> ViewNode {
    let lines = lines.map { max($0, 1) }
    return environment { $0.lineLimit = lines }
  }

  /// Sets where text that doesn't fit is cut.
  public func truncationMode(_ mode: TruncationMode) -> ViewNode { environment { $0.truncationMode = mode } }

  /// Keeps text the same width whatever digits it contains.
  public func monospacedDigit() -> ViewNode { environment { $0.isMonospacedDigit = true } }

  /// Aligns lines shorter than the longest. Leading is the layout's, whichever way the text runs.
  public func multilineTextAlignment(_ alignment: HorizontalAlignment) -> ViewNode {
    environment { $0.textAlignment = alignment }
  }

  /// Sets the meaning of ink, and thereby its colour.
  public func foregroundStyle(_ role: ColorRole) -> ViewNode { environment { $0.foregroundStyle = role } }

  /// Multiplies the opacity by 0 … 1; on glass it sets the presence. Below 0.75, words, icons and
  /// outlines aren't drawn.
  public func opacity(_ opacity: Double) -> ViewNode {
    let opacity = min(max(opacity.finite, 0), 1)
    return environment { $0.opacity *= opacity }
  }

  /// Keeps the view's space but hides it and everything inside, also from assistive technology.
  public func hidden(_ isHidden: Bool = true) -> ViewNode {
    environment { $0.isHidden = $0.isHidden || isHidden }
  }

  /// Sets how large controls inside are.
  public func controlSize(_ size: ControlSize) -> ViewNode { environment { $0.controlSize = size } }

  /// Sets how buttons inside are drawn.
  public func buttonStyle(_ style: ButtonStyle) -> ViewNode { environment { $0.buttonStyle = style } }

  /// Sets how wide buttons inside are.
  public func buttonSizing(_ sizing: ButtonSizing) -> ViewNode { environment { $0.buttonSizing = sizing } }

  /// Sets the shape of buttons inside that don't set their own.
  public func buttonBorderShape(_ shape: ButtonBorderShape) -> ViewNode {
    environment { $0.buttonBorderShape = shape }
  }

  /// Sets the colour of prominent buttons inside and of plates in role ``ColorRole/tint``; `nil` for the primary one.
  /// Destructive buttons stay red. Words on any colour have 4.5:1 contrast, and 7:1 with increased contrast.
  public func tint(_ tint: Glass.Tint?) -> ViewNode { environment { $0.tint = tint } }

  /// Makes controls inside ignore events and draws their ink as secondary; `false` doesn't enable
  /// what is disabled outside.
  public func disabled(_ isDisabled: Bool = true) -> ViewNode {
    environment {
      guard isDisabled else { return }
      $0.isEnabled = false
      $0.foregroundStyle = .secondary
    }
  }
}
