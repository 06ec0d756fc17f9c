/// A face in a frame; places are fractions of the picture, from its top left.
struct Face: Sendable {
  /// From the brows to the chin, about.
  var box = Rect.zero
  /// The eyes (the picture's left one first), the nose's tip, the mouth's middle, and where the ears begin.
  var points = InlineArray<6, Point>(repeating: .zero)
  /// How sure the network is, 0 … 1.
  var score = 0.0

  /// The middle between the eyes.
  var eyes: Point { Point((points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2) }
}
