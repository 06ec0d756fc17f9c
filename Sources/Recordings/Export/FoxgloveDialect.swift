import Films
import HostResources

/// Pictures as `foxglove.CompressedImage`, guides as JSON with a schema.
enum FoxgloveDialect: MCAPDialect {
  static let profile = ""
  static let encodings = (image: "protobuf", guides: "json")
  static var image: Schema { (CompressedImage.name, "protobuf", CompressedImage.schema) }
  static var guides: Schema { ("dualcam.Guides", "jsonschema", Array(schema.utf8)) }

  static func topic(of camera: String?) -> String { "/" + (camera ?? "picture") }
  static func guidesTopic(of camera: String) -> String { "/\(camera)/guides" }

  static func message(_ jpeg: Span<UInt8>, nanoseconds: UInt64, of camera: String?) -> [UInt8] {
    CompressedImage.message(jpeg, nanoseconds: nanoseconds, frame: camera ?? "canvas")
  }

  static func message(_ reading: GuidesReading) throws(FileError) -> [UInt8] {
    try JSONText.encode(reading, path: "guides of picture \(reading.line.index)")
  }

  // As docs/recordings.md describes a line's `cameras` and `hud`.
  private static let schema = """
    {"$schema":"http://json-schema.org/draft-07/schema#","title":"dualcam.Guides",
     "description":"One camera's frame, and what dualcam read from it","type":"object","required":["timestamp","camera","index"],"properties":{
      "timestamp":{"type":"object","title":"time","required":["sec","nsec"],"properties":{"sec":{"type":"integer","minimum":0},"nsec":{"type":"integer","minimum":0,"maximum":999999999}}},
      "camera":{"type":"string"},
      "index":{"type":"integer","description":"the picture's number in its recording"},
      "state":{"type":"string","enum":["live","stale","lost"]},
      "sequence":{"type":"integer","description":"the camera's own counter"},
      "gap":{"type":"integer","description":"frames of this camera lost since the picture before"},
      "timestampNs":{"type":"integer","description":"when the frame was taken, on clock"},
      "clock":{"type":"string","enum":["monotonic","arrival","media"]},
      "utc":{"type":"string"},
      "utcErrorUs":{"type":"integer","description":"how far the wall clock may be off"},
      "deviceTimestampNs":{"type":"integer","description":"when its exposure began by the camera's own clock, in nanoseconds of CLOCK_MONOTONIC"},
      "deviceErrorUs":{"type":"integer","description":"the standard error of that"},
      "deviceSkewUs":{"type":"integer","description":"between all cameras, by their own clocks"},
      "skewUs":{"type":"integer","description":"of three cameras and more: from the frame that drives the picture to this one"},
      "bytes":{"type":"integer"},
      "format":{"type":"string","description":"as width and height: if it differs from the start"},
      "width":{"type":"integer"},"height":{"type":"integer"},
      "reconnects":{"type":"integer","description":"times the camera was reopened"},
      "zoom":{"type":"number"},"obstacle":{"type":"string"},
      "flags":{"type":"array","items":{"type":"string"}},
      "rowsKept":{"type":"integer","description":"of a damaged frame: readable rows of MCUs"},
      "rows":{"type":"integer","description":"of a damaged frame: all rows of MCUs"},
      "still":{"type":"boolean","description":"recorded only because of a signal"},
      "controls":{"type":"array","description":"those new with this picture","items":{
       "type":"object","required":["name","value"],"properties":{"camera":{"type":"string"},"name":{"type":"string"},"value":{"type":"integer"}}}},
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
      "focus":{"type":"object","required":["state"],"properties":{
       "sharpness":{"type":"number"},"share":{"type":"number","minimum":0,"maximum":1,"description":"of the best of the last seconds"},
       "state":{"$ref":"#/definitions/state"}}},
      "exposure":{"type":"object","required":["state"],"properties":{
       "mean":{"type":"number","minimum":0,"maximum":1},"clippedHigh":{"type":"number","minimum":0,"maximum":1},
       "clippedLow":{"type":"number","minimum":0,"maximum":1},"state":{"$ref":"#/definitions/state"}}},
      "hint":{"type":"string"}},
     "definitions":{"state":{"type":"string","enum":["unknown","idle","near","snapped"]}}}
    """
}
