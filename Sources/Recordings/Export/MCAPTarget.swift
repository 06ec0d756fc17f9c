import Films
import Foundation
import HostResources

/// An MCAP file: pictures and kept frames as `foxglove.CompressedImage`, guides as JSON with a schema.
final class MCAPTarget: ExportTarget {
  private let file: MCAPFile
  private let image: UInt16
  private let guides: UInt16
  private let picture: UInt16
  // By topic.
  private var channels: [String: UInt16] = [:]
  private var sessions = 0

  /// - Parameter hasUTC: whether the pictures' UTC times are known; if not, the file begins at 0.
  init(_ path: String, library: String, hasUTC: Bool) throws(FileError) {
    file = try MCAPFile(path, library: library)
    image = try file.addSchema(
      name: CompressedImage.name, encoding: "protobuf", data: CompressedImage.schema)
    guides = try file.addSchema(
      name: "dualcam.Guides", encoding: "jsonschema", data: Array(Self.guidesSchema.utf8))
    picture = try file.addChannel(topic: "/picture", schema: image, encoding: "protobuf")
    try file.describe(
      "dualcam", ["clock": hasUTC ? "nanoseconds since 1970, UTC" : "nanoseconds since the first picture"])
  }

  var byteCount: Int { file.byteCount }

  func beginRun(_ session: SessionDescription?, at shot: RecordingReel.Shot) throws(FileError) {
    guard let session else { return }
    var alone = session
    alone.previous = nil
    let name = sessions == 0 ? "session.json" : "session-\(sessions).json"
    sessions += 1
    try file.attach(
      name: name, mediaType: "application/json", time: Self.time(shot),
      data: JSONText.pretty(alone, path: name))
  }

  private static func time(_ shot: RecordingReel.Shot) -> UInt64 {
    UInt64(max(0, shot.utc ?? shot.nanoseconds))
  }

  func add(
    _ jpeg: [UInt8], _ line: ManifestLine, _ shot: RecordingReel.Shot,
    sources: [(camera: String, jpeg: [UInt8])]
  ) throws(FileError) {
    let time = Self.time(shot)
    var messages = [
      MCAPMessage(
        channel: picture, time: time,
        data: CompressedImage.message(jpeg.span, nanoseconds: time, frame: "canvas"))
    ]
    for (camera, bytes) in sources {
      let channel = try channel("/\(camera)", image, "protobuf")
      messages.append(
        MCAPMessage(
          channel: channel, time: time,
          data: CompressedImage.message(bytes.span, nanoseconds: time, frame: camera)))
    }
    for hud in line.hud {
      let channel = try channel("/\(hud.camera)/guides", guides, "json")
      let reading = Reading(
        timestamp: Reading.Time(sec: time / 1_000_000_000, nsec: time % 1_000_000_000), index: line.index,
        hud,
        line)
      messages.append(
        MCAPMessage(channel: channel, time: time, data: try JSONText.encode(reading, path: line.file)))
    }
    try file.add(messages)
  }

  private func channel(_ topic: String, _ schema: UInt16, _ encoding: String) throws(FileError) -> UInt16 {
    if let number = channels[topic] { return number }
    let number = try file.addChannel(topic: topic, schema: schema, encoding: encoding)
    channels[topic] = number
    return number
  }

  func finish(at nanoseconds: Int64) throws(FileError) { try file.finish() }

  /// What was detected in one camera's frame.
  private struct Reading: Encodable {
    struct Time: Encodable {
      var sec: UInt64
      var nsec: UInt64
    }

    var timestamp: Time
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

    init(timestamp: Time, index: Int, _ hud: ManifestLine.HUD, _ line: ManifestLine) {
      self.timestamp = timestamp
      self.index = index
      let camera = line.cameras.first { $0.id == hud.camera }
      state = camera?.state
      sequence = camera?.sequence
      grid = hud.grid
      horizon = hud.horizon
      silhouette = hud.silhouette
      subject = hud.subject
      subjects = hud.subjects
      composition = hud.composition
      hint = line.hint
    }
  }

  // As docs/recordings.md describes a line's `hud`.
  private static let guidesSchema = """
    {"$schema":"http://json-schema.org/draft-07/schema#","title":"dualcam.Guides",
     "description":"What dualcam read from one camera's frame","type":"object","required":["timestamp","index"],"properties":{
      "timestamp":{"type":"object","title":"time","required":["sec","nsec"],"properties":{"sec":{"type":"integer","minimum":0},"nsec":{"type":"integer","minimum":0,"maximum":999999999}}},
      "index":{"type":"integer","description":"the picture's number in its recording"},
      "state":{"type":"string","enum":["live","stale","lost"]},
      "sequence":{"type":"integer","description":"the camera's own counter"},
      "grid":{"type":"string"},
      "horizon":{"type":"object","required":["state"],"properties":{
       "angleDegrees":{"type":"number","description":"positive: the horizon rises to the right"},
       "interval90":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2},
       "confidence":{"type":"number","minimum":0,"maximum":1,"description":"the probability of being within 1 degree"},
       "levelDegrees":{"type":"number","description":"the roll that counts as level, from which angleDegrees is given; absent: 0"},
       "pitchDegrees":{"type":"number","description":"positive: the camera looks up"},
       "pitchInterval90":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2},
       "fieldOfViewDegrees":{"type":"number","description":"from the left to the right edge"},
       "fieldOfViewInterval90":{"type":["array","null"],"items":{"type":"number"},"minItems":2,"maxItems":2},
       "state":{"$ref":"#/definitions/state"}}},
      "silhouette":{"type":"object","required":["state"],"properties":{
       "template":{"type":"string"},"path":{"type":"string","description":"SVG path data in fractions of the viewfinder"},
       "iou":{"type":"number","minimum":0,"maximum":1},"state":{"$ref":"#/definitions/state"}}},
      "subject":{"type":"object","required":["state"],"properties":{
       "x":{"type":"number"},"y":{"type":"number"},"width":{"type":"number"},"height":{"type":"number"},
       "eyes":{"type":"object","required":["x","y"],"properties":{"x":{"type":"number"},"y":{"type":"number"}}},
       "powerPoint":{"type":"integer"},"distance":{"type":"number"},"state":{"$ref":"#/definitions/state"}}},
      "subjects":{"type":"array","description":"if there are several; the first is the subject","items":{
       "type":"object","required":["id","x","y","width","height","path"],"properties":{
       "id":{"type":"integer","description":"the same while a body is followed"},
       "x":{"type":"number"},"y":{"type":"number"},"width":{"type":"number"},"height":{"type":"number"},
       "path":{"type":"string","description":"SVG path data in fractions of the viewfinder"}}}},
      "composition":{"type":"object","properties":{
       "headroom":{"type":"number","description":"above the head, a fraction of the height"},
       "leadRoom":{"type":"number","description":"where the subject goes or looks, a fraction of the width"},
       "leads":{"type":"string","enum":["left","right"]},
       "axis":{"type":"number"},"symmetry":{"type":"number","minimum":0,"maximum":1}}},
      "hint":{"type":"string"}},
     "definitions":{"state":{"type":"string","enum":["unknown","idle","near","snapped"]}}}
    """
}
