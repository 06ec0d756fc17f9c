/// What people of the field expect to be able to lay over a picture, on demand.
public enum Assist: String, Sendable, CaseIterable {
  /// Stripes where the luma is clipped or close to it.
  case zebra
  /// Dots on the sharpest edges.
  case peaking
  /// How often each luma level occurs, in a corner.
  case histogram
}
