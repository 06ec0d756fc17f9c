/// What a press of the shutter leaves beside the recorded picture.
package enum ShotPhotos: String, Sendable, CaseIterable {
  /// Each camera's own picture, without guides and chrome.
  case clean
  /// Nothing: the recorded picture is the photo.
  case annotated
  /// The cameras' own pictures and the recorded one.
  case both
}
