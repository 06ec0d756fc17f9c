/// A small picture that fills its frame, cropped at two sides if their forms differ; its corners are concentric to the
/// shape around it.
public struct Picture: View {
  /// The picture.
  public let body: ViewNode

  /// A picture for glass; takes all the room it is proposed.
  ///
  /// - Parameters:
  ///   - thumbnail: what it shows.
  ///   - minimumRadius: of its corners, in points.
  public init(_ thumbnail: Thumbnail, minimumRadius: Double = 10) {
    body = ViewNode(.picture(thumbnail, .rect(cornerRadius: .concentric(minimum: minimumRadius))))
  }
}
