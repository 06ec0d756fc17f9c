import PixelTypes

/// A small picture to show on glass. It keeps a copy, so that it never changes; equal only to itself.
public struct Thumbnail: Sendable, Hashable {
  /// Full range BT.601, any subsampling; must not be drawn into.
  let picture: PlanarPicture

  /// Copies a picture, full range BT.601, of any size and subsampling.
  public init(copying source: PlanarPicture) {
    picture = PlanarPicture(size: source.size, subsampling: source.subsampling)
    for (from, to) in [(source.luma, picture.luma), (source.cb, picture.cb), (source.cr, picture.cr)] {
      for y in 0..<from.height {
        for x in 0..<from.width { to[x, y] = from[x, y] }
      }
    }
  }

  /// Size in pixels.
  public var size: PixelSize { picture.size }

  /// The same copy.
  public static func == (a: Thumbnail, b: Thumbnail) -> Bool { a.picture === b.picture }

  /// Hashes which copy it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(picture)) }
}
