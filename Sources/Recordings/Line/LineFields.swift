import CaptureKit
import Compositor
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import Values

// All that a line says, each member once: its key, kind, meaning, and what it is written from. The line as it is written and
// read, the scan of long manifests, exports' messages and schemas, `analyze`'s table, docs/recordings.md and the Python
// package's columns follow from these lists.

private let guideStates = GuideState.allCases.map(\.rawValue)

/// A line of `frames.jsonl`, of `run --json`, and of a published picture.
package struct LineFields: LineShape {
  package typealias Facts = LineFacts
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(LineFields())

  package let index = Of.integer(
    "index", as: .count, "the picture's number, from 0; never reused in a folder"
  ) { $0.index }.role(.index).required()
  package let file = Of.bytes(
    "file", when: { $0.file != nil }, "the picture's file name, without a folder"
  ) { facts, bytes in
    if let name = facts.file { bytes.append(contentsOf: name.bytes.dropLast()) }
  }.role(.file).required()
  package let composer = Of.text(
    "composer", as: .word(["splice", "pixel"]),
    "`splice` copies JPEG data, `pixel` decodes and encodes; `session.json` says why"
  ) { if case .spliced = $0.picture.composition { "splice" } else { "pixel" } }
  package let composerReason = Of.name(
    "composerReason", "why the picture wasn't spliced although that was requested"
  ) { if case .encoded(let obstacle?) = $0.picture.composition { obstacle.name } else { nil } }
  package let mcus = Of.field(
    "mcus", .counts(SpliceCounts.names.map { ("\($0.name)", $0.meaning) }),
    when: { if case .spliced = $0.picture.composition { true } else { false } },
    "the canvas's MCUs by origin",
    write: { facts, line in
      guard case .spliced(let counts) = facts.picture.composition else { return }
      line.beginObject()
      for (name, count, _) in SpliceCounts.names { line.member(name, counts[keyPath: count]) }
      line.endObject()
    },
    unwrap: { value -> [String: Int]? in if case .counts(let counts) = value { counts } else { nil } },
    wrap: { .counts($0) })
  package let skewUs = Of.integer(
    "skewUs", as: .difference, orNull: true,
    "time between the cameras' frames in microseconds; `null` unless two are live"
  ) { $0.picture.skew.map { Int($0 / 1000) } }.exported(as: "pictureSkewUs")
  package let deviceSkewUs = Of.integer(
    "deviceSkewUs", as: .difference,
    "`skewUs` by the cameras' own clocks; absent unless all live cameras have such times"
  ) { $0.picture.deviceSkew.map { Int($0 / 1000) } }
  package let utcErrorUs = Of.integer(
    "utcErrorUs", orNull: true, when: { $0.picture.utc != nil },
    "how far the wall clock may be off by the kernel's estimate (adjtimex(2)), in microseconds; `null` if nothing disciplines the clock or the kernel doesn't say"
  ) { $0.picture.utc?.errorMicroseconds.map { Int($0) } }
  package let utcStepUs = Of.integer(
    "utcStepUs", as: .difference, "on the first line after the wall clock was set: by how many microseconds"
  ) { $0.picture.utc?.stepMicroseconds.map { Int($0) } }
  package let cameras = Of.list(
    "cameras", CameraFields.shape, "the cameras, in the order of the viewfinders"
  ) { facts, body in
    for index in facts.picture.cameras.indices {
      body(
        CameraFacts(
          camera: facts.picture.cameras[index], gap: facts.news.gaps[index], utc: facts.picture.utc))
    }
  }.exported(as: nil).required()
  package let hud = Of.list("hud", GuidesFields.shape, "the guides of each camera that has them") {
    facts, body in
    for camera in facts.picture.cameras where camera.hasGuides { body(camera.guides) }
  }.exported(as: nil).required()
  package let hint = Of.text("hint", orNull: true, "the hint that the picture shows") {
    $0.picture.hint?.text
  }
  package let values = Of.list(
    "values", ValueFields.shape, when: { !$0.picture.values.isEmpty },
    "what other programs and instruments said, by `--values`, at the picture's time"
  ) { facts, body in for value in facts.picture.values { body(value) } }.role(.values)
  package let alarms = Of.words("alarms", "the conditions of `--alarm` that hold, such as `depth<2.5`") {
    $0.picture.alarms
  }
  package let alarmsUnknown = Of.words(
    "alarmsUnknown",
    "the conditions of `--alarm` of which nothing is known: their values are absent, too old, or of another kind"
  ) { $0.picture.alarmsUnknown }
  package let still = Of.flag("still", "recorded only because of a USR1 signal") {
    $0.picture.isExtra ? true : nil
  }.absent(0, inTables: true)
  package let shot = Of.bytes(
    "shot", when: { $0.shot != nil },
    "the shutter was pressed for it: the path of the photo, the first camera's own picture, or `file` with `--photos annotated`"
  ) { facts, bytes in
    if let name = facts.shot { bytes.append(contentsOf: name.bytes.dropLast()) }
  }.role(.photo)
  package let triggers = Of.words(
    "triggers",
    "the triggers that fired in the picture: `snapped`, `motion`, `camera-lost`, `event`, conditions such as `depth<2.5`"
  ) { $0.news.triggers }
  package let beforeTrigger = Of.flag(
    "beforeTrigger", "recorded by `--before`, since a trigger fired after it"
  ) { $0.news.isBeforeTrigger ? true : nil }.absent(0, inTables: true)
  package let marks = Of.words(
    "marks", "what programs marked since the line before, by the event `mark`"
  ) { $0.news.marks }.role(.marks)
  package let glass = Of.text(
    "glass", as: .word(GlassQuality.allCases.map { "\($0.name)" }),
    "the glass became cheaper because frames were late, or was restored; a run begins as `full`"
  ) { $0.news.glass?.name }
  package let controls = Of.list(
    "controls", ControlFields.shape, when: { !$0.news.controls.isEmpty },
    "the cameras' V4L2 controls as the driver read them back: all with a segment's first picture, later only changes; without volatile ones"
  ) { facts, body in for control in facts.news.controls { body(control) } }
  package let bytes = Of.integer("bytes", as: .count, "the picture's size, of `run --json` only") {
    $0.byteCount
  }
  .exported(as: nil)
  package let stagesMs = Of.field(
    "stagesMs", .amounts(StageTimes.Part.allCases.map(\.name)), when: { $0.times != nil },
    "milliseconds that each stage of the picture took",
    write: { facts, line in if let (times, last) = facts.times { line.stages(times, through: last) } },
    unwrap: { value -> [String: Double]? in if case .amounts(let amounts) = value { amounts } else { nil } },
    wrap: { .amounts($0) })
  package let latencyMs = Of.number(
    "latencyMs", .number(decimals: 3),
    "live: milliseconds from the driver's time stamp until the file has its name"
  ) { $0.latency.map { Double($0) / 1e6 } }
  package let inkBlocks = Of.integer(
    "inkBlocks", as: .count, "beside kept frames: how many pixels of the picture's ink map are black"
  ) { $0.inkBlocks }
  package let recovered = Of.flag(
    "recovered", "the line of the picture in flight at a kill, restored without what it said"
  ) { _ in nil }.absent(0, inTables: true)
  package let deleted = Of.flag(
    "deleted",
    "the picture was deleted; written when a run begins or ends, until then `deleted.json` lists the picture (beside a manifest over 64 MiB always)"
  ) { _ in nil }.absent(0, inTables: true).role(.deleted).exported(as: nil)
  package let lost = Of.flag("lost", "the picture, marked as deleted, was lost in a power cut") { _ in nil }
    .absent(0, inTables: true)
    .exported(as: nil)
}

/// One camera's frame in a picture.
package struct CameraFields: LineShape {
  package typealias Facts = CameraFacts
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(CameraFields())

  package let id = Of.text("id", "the camera's name, such as `primary`") { $0.camera.id }.role(.camera)
    .required()
  package let state = Of.text("state", as: .word(["live", "stale", "lost"]), "`live`, `stale` or `lost`") {
    $0.camera.state.rawValue
  }.role(.cameraState).required()
  package let sequence = Of.integer("sequence", as: .count, "the camera's own counter") {
    $0.camera.frame.map { Int($0.sequence) }
  }
  // A camera that is gone may have lost frames before.
  package let gap = Of.integer(
    "gap", as: .count,
    "frames of this camera lost since the line before: in the camera, in transit, late, unreadable, or skipped for one nearer in time to the other camera's; present even when the camera is gone"
  ) { $0.camera.frame != nil || $0.gap > 0 ? $0.gap : nil }.absent(0)
  package let timestampNs = Of.time("timestampNs", "when the frame was taken, in nanoseconds on `clock`") {
    $0.camera.frame?.time.nanoseconds
  }.role(.nanoseconds)
  package let clock = Of.text(
    "clock", as: .word(["monotonic", "arrival", "media"]),
    "`monotonic`: the driver's; `arrival`: taken as the frame came; `media`: of a file or scene, from 0"
  ) { $0.camera.frame?.time.clock.rawValue }.role(.clock)
  package let utc = Of.bytes(
    "utc", as: .moment,
    when: { facts in facts.utc != nil && facts.camera.frame.map { $0.time.clock != .media } ?? false },
    "`timestampNs` in UTC, to the microsecond; live jobs only. Two pictures within a second are exactly as far apart as their stamps"
  ) { facts, bytes in
    if let utc = facts.utc, let frame = facts.camera.frame {
      UTCText.append(frame.time.nanoseconds &+ utc.offset, to: &bytes)
    }
  }.role(.utc)
  package let deviceTimestampNs = Of.time(
    "deviceTimestampNs",
    "when the frame's exposure began by the camera's own clock, in nanoseconds of CLOCK_MONOTONIC; absent while it isn't known"
  ) { $0.camera.frame?.deviceTime?.nanoseconds }
  package let deviceErrorUs = Of.integer(
    "deviceErrorUs", "the standard error of `deviceTimestampNs` in microseconds"
  ) { $0.camera.frame?.deviceTime.map { Int(($0.error + 999) / 1000) } }
  package let skewUs = Of.integer(
    "skewUs", as: .difference,
    "of three cameras and more: from the frame that leads the picture to this one, in microseconds"
  ) { $0.camera.frame?.skew.map { Int($0 / 1000) } }
  package let bytes = Of.integer("bytes", as: .count, "the size of the camera's frame") {
    $0.camera.frame?.byteCount
  }
  package let photo = Of.text(
    "photo",
    "the name of the photo's file; a byte that isn't UTF-8 stands as one character of U+EF80 … U+EFFF, its value added to U+EF00"
  ) { $0.camera.frame?.fileName }
  package let format = Of.text("format", "the frame's pixel format, if it differs from the start") {
    $0.camera.frame?.otherFormat?.pixelFormat.rawValue
  }
  package let width = Of.integer("width", "the frame's width in pixels, if it differs from the start") {
    $0.camera.frame?.otherFormat?.size.width
  }
  package let height = Of.integer("height", "the frame's height in pixels, if it differs from the start") {
    $0.camera.frame?.otherFormat?.size.height
  }
  package let reconnects = Of.integer("reconnects", "times the camera was reopened; absent for none") {
    $0.camera.reconnects > 0 ? $0.camera.reconnects : nil
  }.absent(0)
  package let zoom = Of.number(
    "zoom", .number(decimals: 3), "how many times cropping enlarges the frame's middle; absent for 1"
  ) { $0.camera.zoom == 1 ? nil : $0.camera.zoom }.absent(1, inTables: true)
  package let masked = Of.number(
    "masked", .number(decimals: 3), "the share of the frame that masks and `--redact` hide; absent for none"
  ) { $0.camera.masked == 0 ? nil : $0.camera.masked }.absent(0, inTables: true)
  package let kept = Of.text(
    "kept", as: .word(SourceKeeping.allCases.map(\.rawValue)),
    "with `--keep-source inside`: `inside` if the picture gives the camera's frame back, `beside` if that lies in `sources`"
  ) { $0.camera.kept?.rawValue }
  package let obstacle = Of.name(
    "obstacle", "why this camera's frame was drawn from pixels in a spliced picture"
  ) { $0.camera.obstacle?.name }
  package let flags = Of.field(
    "flags", .words, when: { _ in true },
    "`damaged`; `repeated`: an earlier frame is shown; `restarted`: the camera counts anew; `time-fallback`; `missing-huffman-tables`",
    write: { facts, line in
      line.beginArray()
      for (flag, name) in FrameFlags.names where facts.camera.flags.contains(flag) { line.value(name) }
      line.endArray()
    }, unwrap: { value -> [String]? in if case .words(let words) = value { words } else { nil } },
    wrap: { .words($0) })
  package let rowsKept = Of.integer(
    "rowsKept", "of a damaged frame: readable rows of MCUs; the last good frame fills in the others"
  ) { $0.camera.rows?.kept }
  package let rows = Of.integer("rows", "of a damaged frame: all rows of MCUs") { $0.camera.rows?.total }
}

/// A camera's V4L2 control.
package struct ControlFields: LineShape {
  package typealias Facts = LineNews.Control
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(ControlFields())

  package let camera = Of.text("camera", "the camera's name") { $0.camera }.exported(as: nil).required()
  package let name = Of.text("name", "the control's name") { $0.name }.required()
  package let value = Of.integer("value", as: .difference, "its value, as the driver read it back") {
    Int($0.value)
  }
  .required()
}

/// What a program or an instrument said.
package struct ValueFields: LineShape {
  package typealias Facts = ValueSample
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(ValueFields())

  package let name = Of.text("name", "its name") { $0.name }.required()
  package let number = Of.number(
    "number", .number(decimals: 7), "a number, interpolated to the picture's time; absent once it is too old"
  ) { if case .number(let number) = $0.content { number } else { nil } }
  package let text = Of.text("text", "a text; absent once it is too old") {
    if case .text(let text) = $0.content { text } else { nil }
  }
  package let unit = Of.text("unit", "its source's unit") { $0.unit.isEmpty ? nil : $0.unit }
  package let ageMs = Of.number(
    "ageMs", .number(decimals: 1), "milliseconds since it was said before the picture's time"
  ) { Double($0.age) / 1e6 }.required()
}

// MARK: - Guides

/// One camera's guides.
package struct GuidesFields: LineShape {
  package typealias Facts = PictureFacts.Guides
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(GuidesFields())

  package let camera = Of.text("camera", "the camera's name") { $0.camera }.exported(as: nil).required()
  package let grid = Of.text(
    "grid", as: .word(Grid.allCases.map(\.rawValue)), "the grid's name, such as `thirds`"
  ) {
    $0.grid.rawValue
  }
  package let horizon = Of.object("horizon", HorizonFields.shape, "the horizon in this camera's frame") {
    $0.reading.horizon
  }
  package let silhouette = Of.object(
    "silhouette", SilhouetteFields.shape, "the subject's outline against the template's, if there are any"
  ) { $0.template != nil || $0.reading.silhouette.hasSubject ? $0 : nil }
  package let subject = Of.object(
    "subject", SubjectFields.shape, orNull: true,
    "the subject, in fractions of the viewfinder from its top left corner, y down"
  ) { $0.reading.subject.hasSubject ? $0.reading.subject : nil }
  package let subjects = Of.list(
    "subjects", OneSubjectFields.shape, when: { !$0.reading.subjects.isEmpty },
    "only if there are several, up to eight; the first is `subject`"
  ) { facts, body in for subject in facts.reading.subjects { body(subject) } }
  package let composition = Of.object("composition", CompositionFields.shape, "how the picture is composed") {
    $0.reading.composition
  }.flat("")
  package let focus = Of.object("focus", FocusFields.shape, "how sharp the frame is") { $0.focus }
  package let exposure = Of.object("exposure", ExposureFields.shape, "how bright the frame is") {
    $0.exposure
  }
}

package struct HorizonFields: LineShape {
  package typealias Facts = HorizonReading
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(HorizonFields())

  package let angleDegrees = Of.number(
    "angleDegrees", .number(decimals: 3), orNull: true, "degrees; positive: the horizon rises to the right"
  ) { $0.bestDegrees }.shown("HORIZON", 7, missing: "–") { $0.bestDegrees.map { .degrees($0) } }
  package let interval90 = Of.interval(
    "interval90", "the truth is between these bounds in nine cases of ten"
  ) { $0.interval }.shown("90 % IN", 7) { $0.marginDegrees.map { .margin($0) } }
  package let confidence = Of.number(
    "confidence", .share(decimals: 3), "the probability of being within 1°"
  ) { $0.confidence }.shown("WITHIN 1°", 9) { $0.bestDegrees == nil ? nil : .percent($0.confidence) }
  package let sure = Of.flag("sure", "about 19 of 20 such angles are within 1°") {
    $0.isSure ? true : nil
  }.absent(0)
  package let witness = Of.text(
    "witness", as: .word(HorizonWitness.allCases.map(\.rawValue)),
    "who the angle is from: `picture`, `sensor` or `both` with a sensor of `--values`, `rig` or `pictureAndRig` with other cameras of a rig that moves; absent without these"
  ) { $0.witness?.rawValue }
  package let sensorDelayMs = Of.number(
    "sensorDelayMs", .number(decimals: 1),
    "how much later than frames the sensor's samples come, as learned from the pictures, in milliseconds"
  ) { $0.attitude.map { $0.delaySeconds * 1000 } }
  package let sensorMountingDegrees = Of.number(
    "sensorMountingDegrees", .number(decimals: 2),
    "the camera's roll where the sensor's is 0, as learned from the pictures"
  ) { $0.attitude?.mountingDegrees }
  package let sensorTurnDegrees = Of.number(
    "sensorTurnDegrees", .number(decimals: 1),
    "what the camera rolls by, as learned: 0 the sensor's roll, 90 its pitch, 180 and −90 the same with the other sign"
  ) { $0.attitude?.turnDegrees }
  package let levelDegrees = Of.number(
    "levelDegrees", .number(decimals: 3),
    "the roll that counts as level and from which `angleDegrees` is given; absent: 0"
  ) { $0.levelDegrees != 0 ? $0.levelDegrees : nil }.absent(0)
  package let pitchDegrees = Of.number(
    "pitchDegrees", .number(decimals: 2), "degrees; positive: the camera looks up; absent without evidence"
  ) { $0.pitch?.degrees }.flat("pitch_degrees").shown("PITCH", 13) {
    $0.pitch.map { .degrees($0.degrees, margin: $0.marginDegrees) }
  }
  package let pitchInterval90 = Of.interval(
    "pitchInterval90", when: { $0.pitch != nil }, "its bounds, as those of the angle"
  ) { $0.pitch?.interval }.flat("pitch_interval90")
  package let fieldOfViewDegrees = Of.number(
    "fieldOfViewDegrees", .number(decimals: 1), when: { $0.pitch?.isFieldOfViewKnown ?? false },
    "degrees from the left to the right edge; absent if it isn't known to 10°"
  ) { $0.pitch?.fieldOfViewDegrees }.flat("field_of_view_degrees")
  package let fieldOfViewInterval90 = Of.interval(
    "fieldOfViewInterval90", when: { $0.pitch?.isFieldOfViewKnown ?? false },
    "its bounds; `null` if it was given"
  ) { $0.pitch?.fieldOfViewInterval }.flat("field_of_view_interval90")
  package let state = Of.state { $0.state }.role(.guideState).required()
}

package struct SilhouetteFields: LineShape {
  package typealias Facts = PictureFacts.Guides
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(SilhouetteFields())

  package let template = Of.text("template", orNull: true, "the template's name") { $0.template?.name }.role(
    .target)
  package let path = Of.bytes(
    "path", orNull: true, when: { $0.reading.silhouette.hasSubject },
    "the subject's outline: SVG path data in fractions of the viewfinder"
  ) { $0.reading.silhouette.contour.appendSVG(to: &$1, decimals: 4) }
  package let iou = Of.number(
    "iou", .share(decimals: 3), orNull: true, "intersection over union of subject and template"
  ) { $0.template != nil ? $0.reading.silhouette.iou : nil }.shown(
    "TEMPLATE", 8, of: .templates, missing: "–"
  ) {
    $0.reading.silhouette.hasSubject ? .percent($0.reading.silhouette.iou) : nil
  }
  package let state = Of.state { $0.reading.silhouette.state }.role(.guideState).required()
}

package struct SubjectFields: LineShape {
  package typealias Facts = SubjectReading
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(SubjectFields())

  package let x = Of.number("x", .number(decimals: 4), "the box's left edge") { $0.box.x }
  package let y = Of.number("y", .number(decimals: 4), "the box's top edge") { $0.box.y }
  package let width = Of.number("width", .number(decimals: 4), "the box's width") { $0.box.width }
  package let height = Of.number("height", .number(decimals: 4), "the box's height") { $0.box.height }
  package let eyes = Of.object(
    "eyes", PlaceFields.shape, orNull: true,
    "the middle between the eyes, if a face was found in the last second"
  ) { $0.eyes }
  package let powerPoint = Of.integer("powerPoint", orNull: true, "the grid's nearest power point, from 0") {
    $0.powerPoint >= 0 ? $0.powerPoint : nil
  }
  package let distance = Of.number(
    "distance", .number(decimals: 4),
    "from the eyes, or else from the box's centre, to that point, a fraction of the viewfinder's diagonal; 1 if there is none"
  ) { $0.distance }
  package let state = Of.state { $0.state }.role(.guideState).required()
}

package struct PlaceFields: LineShape {
  package typealias Facts = Point
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(PlaceFields())

  package let x = Of.number("x", .number(decimals: 4), "a fraction of the viewfinder's width") { $0.x }
    .required()
  package let y = Of.number("y", .number(decimals: 4), "a fraction of its height, downwards") { $0.y }
    .required()
}

package struct OneSubjectFields: LineShape {
  package typealias Facts = SubjectOutline
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(OneSubjectFields())

  package let id = Of.integer(
    "id",
    "the same while a body is followed, through crossings, touches, and up to a second in which it is lost"
  ) { $0.id }.required()
  package let x = Of.number("x", .number(decimals: 4), "the left edge of the box around its outline") {
    $0.box.x
  }
  .required()
  package let y = Of.number("y", .number(decimals: 4), "the box's top edge, downwards") { $0.box.y }
    .required()
  package let width = Of.number("width", .number(decimals: 4), "the box's width") { $0.box.width }
    .required()
  package let height = Of.number("height", .number(decimals: 4), "the box's height") { $0.box.height }
    .required()
  package let path = Of.bytes(
    "path", when: { _ in true }, "its outline: SVG path data in fractions of the viewfinder"
  ) { $0.contour.appendSVG(to: &$1, decimals: 4) }.required()
}

package struct CompositionFields: LineShape {
  package typealias Facts = CompositionReading
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(CompositionFields())

  package let headroom = Of.number(
    "headroom", .number(decimals: 3), orNull: true,
    "above the head of a subject with a face, a fraction of the viewfinder's height"
  ) { $0.headroom }
  package let leadRoom = Of.number(
    "leadRoom", .number(decimals: 3), orNull: true,
    "where the subject goes or looks, a fraction of the viewfinder's width"
  ) { $0.leadRoom }
  package let leads = Of.text(
    "leads", as: .word(["left", "right"]), orNull: true, "where that is: `left` or `right`"
  ) {
    $0.leadRoom == nil ? nil : $0.leadsRight ? "right" : "left"
  }
  package let axis = Of.number(
    "axis", .number(decimals: 3), orNull: true,
    "where the axis of symmetry is, if there is one, a fraction of the viewfinder's width"
  ) { $0.axis }
  package let symmetry = Of.number(
    "symmetry", .share(decimals: 3), "the probability that left and right mirror one another"
  ) { $0.symmetry }
}

package struct FocusFields: LineShape {
  package typealias Facts = FocusMeter
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(FocusFields())

  package let sharpness = Of.number("sharpness", .number(decimals: 3), "the focus meter's sharpness") {
    $0.sharpness
  }
  package let share = Of.number(
    "share", .share(decimals: 3), "sharpness as a share of the best of the last seconds"
  ) { $0.share }
  package let state = Of.state { $0.state }.required()
}

package struct ExposureFields: LineShape {
  package typealias Facts = ExposureMeter
  private typealias Of = Fields<Facts>
  package static let shape = ValueShape(ExposureFields())

  package let mean = Of.number("mean", .share(decimals: 4), "mean luma") { $0.mean }
  package let clippedHigh = Of.number("clippedHigh", .share(decimals: 4), "the share of blown-out pixels") {
    $0.clippedHigh
  }
  package let clippedLow = Of.number("clippedLow", .share(decimals: 4), "the share of black pixels") {
    $0.clippedLow
  }
  package let state = Of.state { $0.state }.required()
}

extension Fields {
  /// Nanoseconds of a clock.
  fileprivate static func time(
    _ key: StaticString, _ meaning: String, _ get: @escaping Get<Int64>
  ) -> Field<Facts, Int64?> {
    field(
      key, .nanoseconds, when: { get($0) != nil }, meaning, write: { $1.value(get($0) ?? 0) },
      unwrap: { if case .integer(let value) = $0 { Int64(value) } else { nil } }, wrap: { .integer(Int($0)) })
  }

  /// A guide's state.
  fileprivate static func state(_ get: @escaping @Sendable (Facts) -> GuideState) -> Field<
    Facts, String?
  > { text("state", as: .word(guideStates), "`unknown`, `idle`, `near` or `snapped`") { get($0).rawValue } }
}

extension SpliceCounts {
  /// The counts as `mcus` names them.
  fileprivate static let names:
    [(name: StaticString, count: any KeyPath<SpliceCounts, Int> & Sendable, meaning: String)] = [
      ("copied", \.copied, "copied from a camera bit for bit"),
      ("recoded", \.recoded, "coded again with a camera's coefficients"),
      ("redrawn", \.redrawn, "redrawn under ink"), ("coded", \.coded, "coded from pixels"),
      ("kept", \.kept, "kept from an earlier picture"),
    ]
}

extension JSONBytes {
  /// Writes the milliseconds of a picture's stages, up to and including the last that is over.
  fileprivate mutating func stages(_ times: StageTimes, through last: StageTimes.Part) {
    beginObject()
    // Not allCases, which makes a list each time.
    for number in 0...last.rawValue {
      guard let part = StageTimes.Part(rawValue: number) else { continue }
      member(part.staticName, Double(times[part]) / 1e6, decimals: 3)
    }
    endObject()
  }
}
