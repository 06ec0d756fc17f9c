extension SilhouetteTemplate {
  /// The name of a template made from a picture's own subject.
  static let retakeName = "retake"

  /// A template for retaking a picture: its subject's outline, where it was.
  ///
  /// - Parameters:
  ///   - contour: in fractions of the viewfinder, y down, as in ``SilhouetteReading/contour``.
  ///   - aspect: width over height of that viewfinder.
  public static func retake(_ contour: Path, aspect: Double) -> SilhouetteTemplate {
    SilhouetteTemplate(name: retakeName, title: "Retake", path: contour, aspect: aspect)
  }

  /// The built-in templates closest in form to a subject, regardless of its place and size; the
  /// closest comes first.
  ///
  /// - Parameters:
  ///   - contour: in fractions of the viewfinder, y down.
  ///   - aspect: width over height of that viewfinder.
  ///   - count: how many templates to return.
  public static func nearest(to contour: Path, aspect: Double, count: Int) -> [SilhouetteTemplate] {
    guard let subject = form(of: contour, aspect: aspect) else { return [] }
    let shares = builtIn.map { template in
      form(of: template.path, aspect: template.aspect).map { MaskRasterizer.overlap($0, subject) } ?? 0
    }
    let order = builtIn.indices.sorted { (shares[$0], $1) > (shares[$1], $0) }
    return order.prefix(count).map { builtIn[$0] }
  }

  private static let cells = 48

  /// What a path covers of a square around it, both centred; `nil` for a path without area.
  private static func form(of path: Path, aspect: Double) -> [UInt8]? {
    let upright = path.transformed(by: .scale(aspect, 1))
    let bounds = upright.bounds
    let side = max(bounds.width, bounds.height)
    guard bounds.width > 0, bounds.height > 0, side.isFinite else { return nil }
    let place = AffineTransform.translation(-bounds.center.x, -bounds.center.y)
      .then(.scale(1 / side, 1 / side)).then(.translation(0.5, 0.5))
    return MaskRasterizer.mask(of: upright.transformed(by: place), columns: cells, rows: cells)
  }
}
