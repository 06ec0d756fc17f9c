/// A part of the work on one frame, in the order ``HUDAnalyzer`` does it.
public enum HUDPart: Int, CaseIterable, Sendable {
  /// The horizon's angle, its registration to earlier frames, its filter and its states.
  case horizon
  /// The camera's motion, the scene behind, and the subject's soft mask and box.
  case subject
  /// The mask's outline, its curves, and their match with the template.
  case silhouette
  /// The power point nearest to the subject, its states, the composition, and the hint.
  case snap

  /// The part's name in reports.
  public var name: String {
    switch self {
    case .horizon: "horizon"
    case .subject: "subject"
    case .silhouette: "silhouette"
    case .snap: "snap"
    }
  }
}
