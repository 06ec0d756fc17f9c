/// What was found while a picture was decoded.
public struct JPEGFindings: Sendable, Equatable {
  /// Places with corrupt or missing data; above 0, a part of the picture is wrong.
  public let damage: Int
  /// Stray bytes before a marker and the like; the picture is whole.
  public let oddities: Int
}
