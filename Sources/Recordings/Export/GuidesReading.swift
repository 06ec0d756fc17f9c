import HostResources

/// What was detected in one camera's frame.
struct GuidesReading: Encodable {
  struct Time: Encodable {
    var sec: UInt64
    var nsec: UInt64
  }

  var timestamp: Time
  var camera: String
  var index: Int
  var state: String?
  var sequence: Int?
  var grid: String?
  var horizon: ManifestLine.HUD.Horizon?
  var silhouette: ManifestLine.HUD.Silhouette?
  var subject: ManifestLine.HUD.Subject?
  var subjects: [ManifestLine.HUD.OneSubject]?
  var composition: ManifestLine.HUD.Composition?
  var hint: String?

  /// - Parameter nanoseconds: when the frame was taken, since 1970.
  init(_ hud: ManifestLine.HUD, _ line: ManifestLine, nanoseconds: UInt64) {
    timestamp = Time(sec: nanoseconds / 1_000_000_000, nsec: nanoseconds % 1_000_000_000)
    camera = hud.camera
    index = line.index
    let frame = line.cameras.first { $0.id == hud.camera }
    state = frame?.state
    sequence = frame?.sequence
    grid = hud.grid
    horizon = hud.horizon
    silhouette = hud.silhouette
    subject = hud.subject
    subjects = hud.subjects
    composition = hud.composition
    hint = line.hint
  }
}
