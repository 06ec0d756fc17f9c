/// What came up while a picture was decoded.
public struct JPEGFindings: Sendable, Equatable {
  /// Places where data was corrupt or missing; above 0 a part of the picture is wrong.
  public let damage: Int
  /// Stray bytes before a marker and the like: the picture is whole.
  public let oddities: Int
}
