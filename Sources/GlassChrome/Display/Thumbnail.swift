import PixelTypes

/// A small picture to show on glass. It never changes, and is equal only to itself.
public struct Thumbnail: Sendable, Hashable {
  /// Full range BT.601, any subsampling; never draw into it.
  package let picture: PlanarPicture

  /// Copies a picture, or a part of it.
  ///
  /// - Parameters:
  ///   - source: full range BT.601, of any size and subsampling.
  ///   - part: in pixels; it must lie inside and start on whole chroma samples. `nil`: all of it.
  public init(copying source: PlanarPicture, part: PixelRect? = nil) {
    let sampling = source.subsampling
    let part = part ?? source.bounds
    precondition(source.bounds.contains(part))
    guard let size = PixelSize(width: part.width, height: part.height) else {
      preconditionFailure("a part that lies inside has a size")
    }
    picture = PlanarPicture(size: size, subsampling: sampling)
    let (x, y) = (part.x / sampling.horizontal, part.y / sampling.vertical)
    for (from, to, left, top) in [
      (source.luma, picture.luma, part.x, part.y), (source.cb, picture.cb, x, y),
      (source.cr, picture.cr, x, y),
    ] {
      for row in 0..<to.height {
        for column in 0..<to.width { to[column, row] = from[left + column, top + row] }
      }
    }
  }

  /// Takes a picture that nobody draws into any more.
  package init(taking picture: PlanarPicture) { self.picture = picture }

  /// Size in pixels.
  public var size: PixelSize { picture.size }

  /// The same one.
  public static func == (a: Thumbnail, b: Thumbnail) -> Bool { a.picture === b.picture }

  /// Hashes which one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(picture)) }
}
