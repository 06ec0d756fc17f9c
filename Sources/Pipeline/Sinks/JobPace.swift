/// Whether frames come in real time or as fast as they are taken.
package enum JobPace: Sendable {
  /// Cameras and their stand-ins.
  case live
  /// Files and scenes, every frame once: the same input gives the same bytes.
  case exact
}
