/// One camera's own picture of a shot, as a JPEG of the camera's size.
package struct CameraPhoto: Sendable {
  /// The camera's id, as in the manifest.
  package let camera: String
  package let bytes: [UInt8]
}
