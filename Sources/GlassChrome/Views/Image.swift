/// A small picture that fills its frame, cropped on two sides if the proportions differ; its
/// corners are concentric with the shape around it.
public struct Image: View {
  /// The picture.
  public let body: ViewNode

  /// A picture for glass; takes all the space it is offered.
  ///
  /// - Parameters:
  ///   - thumbnail: the picture to show.
  ///   - minimumRadius: the corners' minimum radius, in points.
  public init(_ thumbnail: Thumbnail, minimumRadius: Double = 10) {
    body = ViewNode(.picture(thumbnail, .rect(cornerRadius: .concentric(minimum: minimumRadius))))
  }
}
