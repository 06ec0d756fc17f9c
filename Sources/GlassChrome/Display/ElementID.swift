/// Who an element is from frame to frame: what moves, morphs and is pressed is found again by it.
public struct ElementID: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// Parts from the root down, joined by "/", for example "shelf/card-3".
  public let path: String

  public init(_ path: String) { self.path = path }
  public init(stringLiteral value: String) { self.init(value) }

  public func appending(_ part: String) -> ElementID {
    ElementID(path.isEmpty ? part : path + "/" + part)
  }

  public var description: String { path }
}
