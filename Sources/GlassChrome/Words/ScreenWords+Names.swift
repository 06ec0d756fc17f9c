import HUDGeometry

/// The words for things that have a name in the code.
extension ScreenWords {
  /// A hint's words.
  package subscript(hint: Hint) -> String {
    switch hint {
    case .tiltLeft: tiltLeft
    case .tiltRight: tiltRight
    case .tiltLeftALittle: tiltLeftALittle
    case .tiltRightALittle: tiltRightALittle
    case .aimLeft: aimLeft
    case .aimRight: aimRight
    case .aimUp: aimUp
    case .aimDown: aimDown
    case .stepCloser: stepCloser
    case .stepBack: stepBack
    }
  }

  /// The words once a hint is followed.
  package func success(of hint: Hint) -> String { hint.isAboutLevel ? level : inPlace }

  /// The title of guide lines.
  subscript(grid: Grid) -> String {
    switch grid {
    case .thirds: thirds
    case .phi: phi
    case .fourByTwo: fourByTwo
    case .crosshair: crosshair
    case .diagonals: diagonals
    case .goldenSpiralTopLeft: goldenSpiralTopLeft
    case .goldenSpiralTopRight: goldenSpiralTopRight
    case .goldenSpiralBottomLeft: goldenSpiralBottomLeft
    case .goldenSpiralBottomRight: goldenSpiralBottomRight
    case .goldenTriangles: goldenTriangles
    case .goldenTrianglesMirrored: goldenTrianglesMirrored
    case .none: noGrid
    }
  }

  /// The title of a layout of two cameras, by its name.
  subscript(layout name: String) -> String {
    switch name {
    case "side-by-side": sideBySide
    case "stacked": stacked
    case "pip": pictureInPicture
    default: name
    }
  }

  /// The title of a template; one that isn't built in keeps its own.
  subscript(template: SilhouetteTemplate) -> String {
    switch template.name {
    case "portrait": portrait
    case "full-body": fullBody
    case "couple": couple
    case "product": product
    case "half-body": halfBody
    case "seated": seated
    case "group": group
    case "profile-left": profileLeft
    case "profile-right": profileRight
    case "hands": hands
    case "plate": plate
    case "bottle": bottle
    case "retake": retake
    default: template.title
    }
  }
}
