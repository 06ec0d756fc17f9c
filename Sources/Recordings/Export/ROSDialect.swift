import Films
import HostResources

/// ROS 2's messages in CDR, as rosbag2 stores them.
enum ROSDialect: MCAPDialect {
  static let profile = "ros2"
  static let encodings = (image: "cdr", guides: "cdr")
  static var image: Schema { schema(ROSImage.type) }
  static var guides: Schema { schema(guidesType) }

  static func topic(of camera: String?) -> String {
    (camera.map { "/dualcam/\($0)" } ?? "/dualcam") + "/image/compressed"
  }
  static var calibration: Schema? {
    (ROSCameraInfo.type.name, "ros2msg", Array(ROSCameraInfo.type.definition.utf8))
  }
  static func calibrationTopic(of camera: String) -> String { "/dualcam/\(camera)/image/camera_info" }

  static func message(_ calibration: ROSCameraInfo, nanoseconds: UInt64, of camera: String) -> [UInt8] {
    calibration.message(header(camera, nanoseconds))
  }
  static func guidesTopic(of camera: String) -> String { "/dualcam/\(camera)/guides" }

  static func message(_ jpeg: Span<UInt8>, nanoseconds: UInt64, of camera: String?) -> [UInt8] {
    ROSImage.message(jpeg, header(camera ?? "canvas", nanoseconds))
  }

  static func message(_ reading: GuidesReading) -> [UInt8] {
    var out = CDRWriter()
    guidesType.put(reading, to: &out)
    return out.bytes
  }

  private static func header(_ frame: String, _ nanoseconds: UInt64) -> ROSHeader {
    ROSHeader(nanoseconds: nanoseconds, frame: "dualcam_\(frame)")
  }

  private static func schema(_ type: ROSMessage<some Any>) -> Schema {
    (type.name, "ros2msg", Array(type.definition.utf8))
  }

  // In the order of a line's members: docs/recordings.md.
  private static let guidesType = ROSMessage<GuidesReading>(
    "dualcam_msgs/msg/Guides",
    about:
      "Positions are fractions of the viewfinder, from its top left corner. NaN, an empty string, -1: unknown.",
    [
      .one("header", ROSHeader.type) {
        header($0.frame.id, $0.timestamp.sec * 1_000_000_000 + $0.timestamp.nsec)
      },
      .integer("index", "the picture's number in its recording") { UInt64(clamping: $0.line.index) },
      .text("state", "live, stale or lost") { $0.frame.state },
      .integer("sequence", "the camera's own counter") { Int64($0.frame.sequence ?? -1) },
      .integer("gap", "frames of this camera lost since the picture before") { Int64($0.frame.gap ?? 0) },
      .integer("timestamp_ns", "when the frame was taken, on clock") { $0.frame.timestampNs ?? -1 },
      .text("clock", "monotonic, arrival or media") { $0.frame.clock },
      .integer("utc_error_us", "how far the wall clock may be off") { Int64($0.line.utcErrorUs ?? -1) },
      .integer("device_timestamp_ns", "when its exposure began by the camera's own clock") {
        $0.frame.deviceTimestampNs ?? -1
      },
      .integer("device_error_us", "the standard error of that") { Int64($0.frame.deviceErrorUs ?? -1) },
      .number("device_skew_us", "between all cameras, by their own clocks") {
        $0.line.deviceSkewUs.map(Double.init)
      },
      .integer("bytes", "the size of the camera's frame") { Int64($0.frame.bytes ?? -1) },
      .integer("reconnects", "times the camera was reopened") { Int64($0.frame.reconnects ?? 0) },
      .number("zoom", "times the middle of the frame is enlarged") { $0.frame.zoom ?? 1 },
      .text("flags", "names with commas between them") { $0.frame.flags?.joined(separator: ",") },
      .integer("rows_kept", "of a damaged frame: readable rows of MCUs") { Int64($0.frame.rowsKept ?? -1) },
      .integer("rows", "of a damaged frame: all rows of MCUs") { Int64($0.frame.rows ?? -1) },
      .flag("still") { $0.line.still ?? false },
      .list("controls", "those new with this picture", controlType) { $0.controls },
      .text("grid") { $0.grid },
      .number("horizon_angle_degrees", "positive: rises to the right") { $0.horizon?.angleDegrees },
      .number("horizon_low_degrees", "between these in nine cases of ten") { $0.horizon?.interval90?.first },
      .number("horizon_high_degrees") { $0.horizon?.interval90?.last },
      .number("horizon_confidence", "the probability of being within 1 degree") { $0.horizon?.confidence },
      .number("horizon_level_degrees", "the roll that counts as level") {
        $0.horizon.map { $0.levelDegrees ?? 0 }
      },
      .text("horizon_state", "unknown, idle, near or snapped") { $0.horizon?.state },
      .number("pitch_degrees", "positive: the camera looks up") { $0.horizon?.pitchDegrees },
      .number("pitch_low_degrees") { $0.horizon?.pitchInterval90?.first },
      .number("pitch_high_degrees") { $0.horizon?.pitchInterval90?.last },
      .number("field_of_view_degrees", "from the left to the right edge") { $0.horizon?.fieldOfViewDegrees },
      .number("field_of_view_low_degrees") { $0.horizon?.fieldOfViewInterval90?.first },
      .number("field_of_view_high_degrees") { $0.horizon?.fieldOfViewInterval90?.last },
      .text("silhouette_template") { $0.silhouette?.template },
      .text("silhouette_path", "SVG path data") { $0.silhouette?.path },
      .number("silhouette_iou") { $0.silhouette?.iou },
      .text("silhouette_state") { $0.silhouette?.state },
      .number("subject_x") { $0.subject?.x },
      .number("subject_y") { $0.subject?.y },
      .number("subject_width") { $0.subject?.width },
      .number("subject_height") { $0.subject?.height },
      .number("subject_eyes_x") { $0.subject?.eyes?.x },
      .number("subject_eyes_y") { $0.subject?.eyes?.y },
      .integer("subject_power_point") { Int32(clamping: $0.subject?.powerPoint ?? -1) },
      .number("subject_distance", "to that point, as a fraction of the diagonal") { $0.subject?.distance },
      .text("subject_state") { $0.subject?.state },
      .list("subjects", "if there are several; the first is the subject", subjectType) { $0.subjects ?? [] },
      .number("headroom", "above the head") { $0.composition?.headroom },
      .number("lead_room", "where the subject goes or looks") { $0.composition?.leadRoom },
      .text("leads", "left or right") { $0.composition?.leads },
      .number("axis") { $0.composition?.axis },
      .number("symmetry", "the probability of it") { $0.composition?.symmetry },
      .number("focus_sharpness") { $0.focus?.sharpness },
      .number("focus_share", "of the best of the last seconds") { $0.focus?.share },
      .text("focus_state") { $0.focus?.state },
      .number("exposure_mean", "mean luma, 0 to 1") { $0.exposure?.mean },
      .number("exposure_clipped_high", "the share of blown-out pixels") { $0.exposure?.clippedHigh },
      .number("exposure_clipped_low", "the share of black pixels") { $0.exposure?.clippedLow },
      .text("exposure_state") { $0.exposure?.state },
      .text("hint") { $0.line.hint },
    ])

  private static let controlType = ROSMessage<ManifestLine.Control>(
    "dualcam_msgs/msg/Control", [.text("name") { $0.name }, .integer("value") { Int64($0.value) }])

  private static let subjectType = ROSMessage<ManifestLine.HUD.OneSubject>(
    "dualcam_msgs/msg/Subject",
    [
      .integer("id", "the same while a body is followed") { Int64($0.id) },
      .number("x") { $0.x },
      .number("y") { $0.y },
      .number("width") { $0.width },
      .number("height") { $0.height },
      .text("path", "SVG path data") { $0.path },
    ])
}
