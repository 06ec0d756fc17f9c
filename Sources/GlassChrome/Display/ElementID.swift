/// An element's identity from frame to frame, by which anything that moves, morphs or is pressed is recognized.
public struct ElementID: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// Parts from the root down, joined by "/", for example "shelf/card-3".
  public let path: String

  /// An identity with a path, which isn't checked.
  public init(_ path: String) { self.path = path }
  /// An identity from a string literal, as ``init(_:)``.
  public init(stringLiteral value: String) { self.init(value) }

  /// The identity of a part of this element; `part` itself if this path is empty.
  func appending(_ part: String) -> ElementID {
    ElementID(path.isEmpty ? part : path + "/" + part)
  }

  /// The ``path``.
  public var description: String { path }
}
