// Things. Outlines in boxes 100 high, icons in squares of 28, both drawn for dualcam.

extension SilhouetteTemplate {
  /// A low product: a box in three-quarter view.
  public static let product = TemplateDrawing(
    name: "product", title: "Product", aspect: 1.4, anchor: Point(0.5, 0.51), runsOutBelow: false,
    symmetry: .none,
    outline: """
      M10.4 31L70 52M129.6 31L70 52M70 52L70 93M66.2 9.3C68.5 8.5 71.5 8.5 73.8 9.3L128.2 28.7
      C130.5 29.5 132 31.6 132 34L132 68C132 70.4 130.5 72.5 128.2 73.3L73.8 92.7
      C71.5 93.5 68.5 93.5 66.2 92.7L11.8 73.3C9.5 72.5 8 70.4 8 68L8 34C8 31.6 9.5 29.5 11.8 28.7Z
      """,
    icon: """
      M14 3L24.6 8.4L24.6 19.6L14 25L3.4 19.6L3.4 8.4ZM3.4 8.4L14 13.8M24.6 8.4L14 13.8M14 13.8L14 25
      """
  ).template

  /// A tall product: a bottle.
  public static let bottle = TemplateDrawing(
    name: "bottle", title: "Bottle", aspect: 0.5, anchor: Point(0.5, 0.5), runsOutBelow: false,
    symmetry: .mirrored,
    outline: """
      M0 6L5 6C5.8 6 6.2 6.4 6.2 7.2L6.2 13.8C6.2 14.6 5.8 15 5 15L5.2 25C5.4 32 16.5 33 16.8 44
      L16.8 88.5C16.8 92.5 15 94 11.8 94L0 94
      """,
    icon: """
      M11.8 2.5L16.2 2.5L16.2 9C16.2 11.4 19 11.8 19 15L19 23.5C19 24.9 18.2 25.6 17 25.6L11 25.6
      C9.8 25.6 9 24.9 9 23.5L9 15C9 11.8 11.8 11.4 11.8 9ZM9 16.6L19 16.6M9 21.2L19 21.2
      """
  ).template

  /// A plate from above, with the rim of its well.
  public static let plate = TemplateDrawing(
    name: "plate", title: "Plate", aspect: 1, anchor: Point(0.5, 0.5), runsOutBelow: false,
    symmetry: .none,
    outline: """
      M50 4C75.4 4 96 24.6 96 50C96 75.4 75.4 96 50 96C24.6 96 4 75.4 4 50C4 24.6 24.6 4 50 4ZM50 18
      C67.7 18 82 32.3 82 50C82 67.7 67.7 82 50 82C32.3 82 18 67.7 18 50C18 32.3 32.3 18 50 18Z
      """,
    icon: """
      M13.4 7C17.3 7 20.4 10.1 20.4 14C20.4 17.9 17.3 21 13.4 21C9.5 21 6.4 17.9 6.4 14
      C6.4 10.1 9.5 7 13.4 7ZM13.4 10.2C15.5 10.2 17.2 11.9 17.2 14C17.2 16.1 15.5 17.8 13.4 17.8
      C11.3 17.8 9.6 16.1 9.6 14C9.6 11.9 11.3 10.2 13.4 10.2ZM2.6 5L2.6 23M25.4 23L25.4 5
      C23.4 6.4 23 10 23.4 14.4L25.4 14.4
      """
  ).template
}
