/// What was found while decoding a picture.
public struct JPEGFindings: Sendable, Equatable {
  /// Places with corrupt or missing data; if above 0, part of the picture is wrong.
  public let damage: Int
  /// Stray bytes before a marker and the like; the picture is complete.
  public let oddities: Int

  /// Of a whole picture.
  package static let none = JPEGFindings(damage: 0, oddities: 0)
}
