/// How pictures are put together.
public enum Composer: String, Sendable, CaseIterable {
  /// ``splice`` where the canvas and the cameras allow it, else ``pixel``.
  case auto
  /// The cameras' own JPEG data is carried over; only what ink touches and chrome is coded.
  case splice
  /// Decode, draw, encode.
  case pixel
}
