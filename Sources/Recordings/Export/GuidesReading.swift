import HostResources

/// What a line says of one camera: its frame and what was detected in it, with the members' names in the line.
@dynamicMemberLookup
struct GuidesReading: Encodable {
  struct Time: Encodable {
    var sec: UInt64
    var nsec: UInt64
  }

  /// What the line says of the whole picture.
  private struct Picture: Encodable {
    var timestamp: Time
    var camera: String
    var index: Int
    var deviceSkewUs: Int?
    var utcErrorUs: Int?
    var hint: String?
    var still: Bool?
    var controls: [ManifestLine.Control]?
  }

  var timestamp: Time
  var frame: ManifestLine.Camera
  var hud: ManifestLine.HUD?
  var line: ManifestLine

  /// - Parameter nanoseconds: when the frame was taken, since 1970.
  init(_ frame: ManifestLine.Camera, _ line: ManifestLine, nanoseconds: UInt64) {
    timestamp = Time(sec: nanoseconds / 1_000_000_000, nsec: nanoseconds % 1_000_000_000)
    (self.frame, self.line) = (frame, line)
    hud = line.hud.first { $0.camera == frame.id }
  }

  /// The camera's controls that are new with the picture.
  var controls: [ManifestLine.Control] { line.controls?.filter { $0.camera == frame.id } ?? [] }

  /// Of its guides; `nil` without.
  subscript<Value>(dynamicMember member: KeyPath<ManifestLine.HUD, Value?>) -> Value? {
    hud.flatMap { $0[keyPath: member] }
  }

  func encode(to encoder: any Encoder) throws {
    try frame.encode(to: encoder)
    try hud?.encode(to: encoder)
    try Picture(
      timestamp: timestamp, camera: frame.id, index: line.index, deviceSkewUs: line.deviceSkewUs,
      utcErrorUs: line.utcErrorUs, hint: line.hint, still: line.still,
      controls: controls.isEmpty ? nil : controls
    ).encode(to: encoder)
  }
}
