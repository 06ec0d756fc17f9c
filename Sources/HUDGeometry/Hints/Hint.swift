/// A short instruction to the person holding the camera that improves the picture.
///
/// In order of priority: between violations of equal weight, the earlier case wins. A level picture
/// comes first, then where the camera points, then how near it is.
public enum Hint: Int, CaseIterable, Sendable {
  /// Roll the camera to the left, by 4° or more: the horizon rises to the right.
  case tiltLeft
  /// Roll the camera to the right, by 4° or more: the horizon falls to the right.
  case tiltRight
  /// As ``tiltLeft``, by less than 4°.
  case tiltLeftALittle
  /// As ``tiltRight``, by less than 4°.
  case tiltRightALittle
  /// Turn the camera left: the subject should be further right in the picture.
  case aimLeft
  /// Turn the camera right: the subject should be further left in the picture.
  case aimRight
  /// Turn the camera up: the subject should be lower in the picture.
  case aimUp
  /// Turn the camera down: the subject should be higher in the picture.
  case aimDown
  /// Move nearer: the subject is less than .85 times as tall as its template.
  case stepCloser
  /// Move away: the subject is more than 1.18 times as tall as its template.
  case stepBack

  /// Whether it is about the camera's roll.
  public var isAboutLevel: Bool {
    switch self {
    case .tiltLeft, .tiltRight, .tiltLeftALittle, .tiltRightALittle: true
    case .aimLeft, .aimRight, .aimUp, .aimDown, .stepCloser, .stepBack: false
    }
  }

  /// The same advice without "a little".
  var whole: Hint {
    switch self {
    case .tiltLeftALittle: .tiltLeft
    case .tiltRightALittle: .tiltRight
    case .tiltLeft, .tiltRight, .aimLeft, .aimRight, .aimUp, .aimDown, .stepCloser, .stepBack: self
    }
  }

  /// What to say once the hint is followed.
  public var success: String { isAboutLevel ? "Level" : "Aligned" }

  /// What the hint says, in at most twelve words.
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
