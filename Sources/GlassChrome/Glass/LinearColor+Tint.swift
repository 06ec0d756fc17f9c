/// Tints as light.
extension LinearColor {
  /// A tint's colour under white ink: its luminance is at most .095.
  static func plate(_ tint: Glass.Tint) -> LinearColor {
    switch tint {
    case .primary: LinearColor(code: 0, 84, 166)
    case .destructive, .recording: LinearColor(code: 150, 12, 20)
    case .success: LinearColor(code: 0, 98, 44)
    case .warning: LinearColor(code: 122, 74, 0)
    }
  }

  /// A tint's colour under black ink.
  static func pale(_ tint: Glass.Tint) -> LinearColor {
    switch tint {
    case .primary: LinearColor(code: 176, 214, 255)
    case .destructive, .recording: LinearColor(code: 255, 200, 196)
    case .success: LinearColor(code: 186, 240, 200)
    case .warning: LinearColor(code: 255, 224, 168)
    }
  }
}
