import HostResources
import NIOCore

/// A picture published by a recorder; all watchers share its bytes.
package struct PublishedPicture: Sendable {
  /// Its number, from 1.
  package var sequence: UInt64
  /// The JPEG.
  package var jpeg: ByteBuffer
  /// When the main camera's frame was captured, in milliseconds since 1970; `nil` if its driver doesn't say.
  package var capturedAt: Double?
  /// The version of the screen that it shows.
  package var screen: Int
  /// The line about it, one JSON object (docs/recordings.md).
  package var line: [UInt8]
}
