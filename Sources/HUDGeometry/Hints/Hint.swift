/// A short word on what would make the picture better, said to whoever holds the camera.
///
/// In order of priority: of violations that weigh the same, the earlier speaks. A level picture comes first, then
/// where the camera points, then how near it is.
public enum Hint: Int, CaseIterable, Sendable {
  case tiltLeft
  case tiltRight
  case tiltLeftALittle
  case tiltRightALittle
  case aimLeft
  case aimRight
  case aimUp
  case aimDown
  case stepCloser
  case stepBack

  /// At most twelve words.
  public var text: String {
    switch self {
    case .tiltLeft: "Tilt left"
    case .tiltRight: "Tilt right"
    case .tiltLeftALittle: "Tilt left a little"
    case .tiltRightALittle: "Tilt right a little"
    case .aimLeft: "Aim a little to the left"
    case .aimRight: "Aim a little to the right"
    case .aimUp: "Aim a little higher"
    case .aimDown: "Aim a little lower"
    case .stepCloser: "Step closer"
    case .stepBack: "Step back"
    }
  }
}
