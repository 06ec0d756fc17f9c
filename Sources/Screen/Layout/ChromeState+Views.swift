import GlassChrome
import HUDGeometry

extension ChromeState.Source.Status {
  var item: StatusItem.Status {
    switch self {
    case .live: .live
    case .stale: .stale
    case .lost: .lost
    case .connecting: .connecting
    }
  }
}

extension SilhouetteTemplate {
  /// The template's icon as SVG path data, centred in a 1 × 1 box with its aspect ratio kept.
  var unitIcon: String {
    let bounds = icon.bounds
    let side = max(bounds.width, bounds.height)
    guard side > 0 else { return "" }
    let place = AffineTransform.translation(-bounds.center.x, -bounds.center.y)
      .then(.scale(1 / side, 1 / side)).then(.translation(0.5, 0.5))
    return icon.transformed(by: place).svg()
  }
}
