/// What offers a camera that is named, and asked like a device: its path is this, `:` and the name.
package enum CameraService: String, CaseIterable, Sendable {
  /// A node that sends video.
  case pipewire
  /// A camera of libcamera's.
  case libcamera

  init?(path: String) {
    guard let found = Self.allCases.first(where: { path.hasPrefix($0.scheme) }) else { return nil }
    self = found
  }

  var scheme: String { rawValue + ":" }

  /// What lists its cameras.
  var listHint: String {
    switch self {
    case .pipewire: "`wpctl status` lists PipeWire's nodes that send video"
    case .libcamera: "`cam --list` lists libcamera's cameras"
    }
  }

  /// What there is to say while it doesn't run.
  var downHint: String {
    switch self {
    case .pipewire: "PipeWire isn't running for this user, or doesn't answer"
    case .libcamera: "libcamera needs udev, to learn that a camera is unplugged"
    }
  }
}
