// The built-in templates, all drawn for dualcam.

extension SilhouetteTemplate {
  /// Head and shoulders, which run out of the picture at the bottom.
  public static let portrait = TemplateDrawing(
    name: "portrait", title: "Portrait", anchor: Point(0.5, 0.28), runsOutBelow: true, symmetry: .mirrored
  ).template

  /// A person from the waist up, arms at the sides.
  public static let halfBody = TemplateDrawing(
    name: "half-body", title: "Half body", anchor: Point(0.5, 0.17), runsOutBelow: true,
    symmetry: .mirrored
  ).template

  /// A standing person from head to foot.
  public static let fullBody = TemplateDrawing(
    name: "full-body", title: "Full body", anchor: Point(0.5, 0.5), runsOutBelow: false,
    symmetry: .mirrored
  ).template

  /// A seated person, from the side.
  public static let seated = TemplateDrawing(
    name: "seated", title: "Seated", anchor: Point(0.64, 0.13), runsOutBelow: false, symmetry: .none
  ).template

  /// A head looking left.
  public static let profileLeft = lookingLeft.template

  /// A head looking right.
  public static let profileRight = lookingLeft.mirrored(
    name: "profile-right", title: "Profile right", anchor: Point(0.67, 0.31)
  ).template

  private static let lookingLeft = TemplateDrawing(
    name: "profile-left", title: "Profile left", anchor: Point(0.33, 0.31), runsOutBelow: true,
    symmetry: .none)

  /// Two people side by side: a two-shot.
  public static let couple = TemplateDrawing(
    name: "couple", title: "Couple", anchor: Point(0.5, 0.27), runsOutBelow: true, symmetry: .none
  ).template

  /// Three people, the middle one in front.
  public static let group = TemplateDrawing(
    name: "group", title: "Group", anchor: Point(0.5, 0.19), runsOutBelow: true, symmetry: .mirrored
  ).template

  /// Hands at work, seen by their owner.
  public static let hands = TemplateDrawing(
    name: "hands", title: "Hands", anchor: Point(0.5, 0.5), runsOutBelow: true, symmetry: .twin
  ).template

  /// A low product: a box in three-quarter view.
  public static let product = TemplateDrawing(
    name: "product", title: "Product", anchor: Point(0.5, 0.51), runsOutBelow: false, symmetry: .none
  ).template

  /// A tall product: a bottle.
  public static let bottle = TemplateDrawing(
    name: "bottle", title: "Bottle", anchor: Point(0.5, 0.5), runsOutBelow: false, symmetry: .mirrored
  ).template

  /// A plate from above, with the rim of its well.
  public static let plate = TemplateDrawing(
    name: "plate", title: "Plate", anchor: Point(0.5, 0.5), runsOutBelow: false, symmetry: .none
  ).template

  /// The built-in templates, in shelf order: the four most used come first, in case there is no
  /// room for more.
  public static let builtIn: [SilhouetteTemplate] = [
    portrait, fullBody, couple, product, halfBody, seated, group, profileLeft, profileRight, hands, plate,
    bottle,
  ]

  /// The built-in template of that name, or `nil`; `two-shot` is another name for `couple`.
  public static func named(_ name: String) -> SilhouetteTemplate? {
    builtIn.first { $0.name == (name == "two-shot" ? "couple" : name) }
  }
}
