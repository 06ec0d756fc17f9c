import Compositor
import Foundation
import HostResources
import Recordings
import Values

/// A job's figures as text for Prometheus.
enum MetricsText {
  /// - Parameter path: the file that it is for. Its name without an ending tells recorders apart.
  static func text(
    _ progress: JobProgress, _ figures: FrameBudget.Figures, path: String, process: ProcessFigures = .now()
  ) -> String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    var out = ExpositionText([("recorder", name)])
    cameras(progress.cameras, &out)
    pictures(progress, &out)
    sinks(progress.sinks, &out)
    alarms(progress.alarms, &out)
    events(progress.events, &out)
    values(progress.values, &out)
    times(figures, &out)
    self.process(process, &out)
    return out.text
  }

  private static func cameras(_ cameras: [CameraReport], _ out: inout ExpositionText) {
    func each(
      _ name: String, _ kind: ExpositionText.Kind, _ help: String, _ value: (CameraReport) -> Double
    ) {
      out.metric(name, kind, help)
      for camera in cameras { out.sample(name, [("camera", camera.id)], value(camera)) }
    }
    out.metric("dualcam_camera_info", .gauge, "Always 1; the name of each camera.")
    for camera in cameras {
      out.sample("dualcam_camera_info", [("camera", camera.id), ("name", camera.name)], 1)
    }
    out.metric("dualcam_camera_state", .gauge, "1 for the camera's current state: live, stale or lost.")
    for camera in cameras {
      for state in [CameraState.live, .stale, .lost] {
        out.sample(
          "dualcam_camera_state", [("camera", camera.id), ("state", state.rawValue)],
          camera.state == state ? 1 : 0)
      }
    }
    each("dualcam_camera_frames_received_total", .counter, "Frames received, bad ones included.") {
      Double($0.counters.received)
    }
    each("dualcam_camera_frames_dropped_total", .counter, "Frames lost between the camera and the stage.") {
      Double($0.drops)
    }
    each("dualcam_camera_frames_damaged_total", .counter, "Frames shown with data missing.") {
      Double($0.frames.damaged)
    }
    each("dualcam_camera_frames_unusable_total", .counter, "Frames that couldn't be shown.") {
      Double($0.frames.unusable)
    }
    each(
      "dualcam_camera_frames_bad_total", .counter,
      "Frames that the driver flagged in error, or that were empty."
    ) { Double($0.frames.bad) }
    each("dualcam_camera_reconnects_total", .counter, "Times the camera was reopened.") {
      Double($0.counters.reconnects)
    }
    each("dualcam_camera_timeouts_total", .counter, "Times no frame came within the deadline.") {
      Double($0.counters.timeouts)
    }
    out.metric(
      "dualcam_camera_frames_timed_total", .counter,
      "Frames with a time by the camera's own clock; of cameras only.")
    for camera in cameras {
      guard let timed = camera.counters.timed else { continue }
      out.sample("dualcam_camera_frames_timed_total", [("camera", camera.id)], Double(timed))
    }
    let paired = cameras.filter { $0.skews.count > 0 }
    if paired.isEmpty { return }
    out.metric(
      "dualcam_camera_skew_seconds", .histogram,
      "Time between a camera's frames and those of the camera that led the same pictures.")
    for camera in paired {
      out.histogram("dualcam_camera_skew_seconds", [("camera", camera.id)], camera.skews)
    }
  }

  private static func pictures(_ progress: JobProgress, _ out: inout ExpositionText) {
    out.single("dualcam_pictures_made_total", .counter, "Pictures made.", Double(progress.pictures))
    out.single(
      "dualcam_pictures_written_total", .counter,
      "Pictures recorded; without a recording, those that any live sink took.", Double(progress.written))
    out.single(
      "dualcam_picture_bytes_written_total", .counter, "Bytes of the pictures counted as written.",
      Double(progress.bytes))
    out.single(
      "dualcam_writer_drops_total", .counter, "Pictures not recorded because the disk was too slow.",
      Double(progress.writerDrops))
  }

  private static func sinks(_ sinks: [SinkReport], _ out: inout ExpositionText) {
    if sinks.isEmpty { return }
    func each(_ name: String, _ kind: ExpositionText.Kind, _ help: String, _ value: (SinkReport) -> Double) {
      out.metric(name, kind, help)
      for sink in sinks { out.sample(name, [("sink", sink.name)], value(sink)) }
    }
    each("dualcam_sink_pictures_taken_total", .counter, "Pictures that a sink took.") { Double($0.taken) }
    each(
      "dualcam_sink_pictures_left_out_total", .counter,
      "Pictures that a sink missed: it was slow, busy, away or had ended."
    ) { Double($0.leftOut) }
    each("dualcam_sink_up", .gauge, "1 while a sink works, 0 once its reader has gone.") {
      $0.problem == nil ? 1 : 0
    }
  }

  private static func alarms(_ alarms: [AlarmReport], _ out: inout ExpositionText) {
    if alarms.isEmpty { return }
    out.metric("dualcam_alarm", .gauge, "1 for the current state of each --alarm: on, off or unknown.")
    for alarm in alarms {
      for state in AlarmState.allCases {
        out.sample(
          "dualcam_alarm", [("condition", alarm.condition), ("state", state.rawValue)],
          alarm.state == state ? 1 : 0)
      }
    }
  }

  private static func events(_ counts: [EventName: Int], _ out: inout ExpositionText) {
    out.metric("dualcam_events_total", .counter, "What programs were told of: docs/triggers.md.")
    for event in EventName.allCases {
      out.sample("dualcam_events_total", [("event", event.rawValue)], Double(counts[event] ?? 0))
    }
  }

  // As many as there may be names.
  private static func values(_ values: [ValueSample], _ out: inout ExpositionText) {
    if values.isEmpty { return }
    out.metric("dualcam_value", .gauge, "A number that instruments say; not there while it is too old.")
    for value in values {
      guard case .number(let number)? = value.content else { continue }
      out.sample("dualcam_value", [("name", value.name), ("unit", value.unit)], number)
    }
    out.metric("dualcam_value_age_seconds", .gauge, "Since a value was said last.")
    for value in values {
      out.sample("dualcam_value_age_seconds", [("name", value.name)], Double(value.age) / 1e9)
    }
  }

  private static func times(_ figures: FrameBudget.Figures, _ out: inout ExpositionText) {
    out.metric("dualcam_stage_seconds", .histogram, "Time in each stage of a frame's path.")
    for (part, times) in zip(StageTimes.Part.allCases, figures.stages) {
      out.histogram("dualcam_stage_seconds", [("stage", part.name)], times)
    }
    if let latency = figures.latency {
      out.metric(
        "dualcam_latency_seconds", .histogram,
        "From a frame's time stamp to its picture's name or first sink.")
      out.histogram("dualcam_latency_seconds", [], latency)
    }
    if let skew = figures.skew {
      out.metric("dualcam_skew_seconds", .histogram, "Time between the cameras' frames of a picture.")
      out.histogram("dualcam_skew_seconds", [], skew)
    }
  }

  private static func process(_ process: ProcessFigures, _ out: inout ExpositionText) {
    out.metric("dualcam_build_info", .gauge, "Always 1; the running version.")
    out.sample("dualcam_build_info", [("version", Version.text)], 1)
    out.single(
      "dualcam_process_start_time_seconds", .gauge, "When the process started, seconds since 1970.",
      process.startTime)
    out.single("dualcam_process_cpu_seconds_total", .counter, "CPU time of the process.", process.cpuSeconds)
    out.single("dualcam_process_resident_memory_bytes", .gauge, "Resident memory.", process.residentBytes)
    out.single(
      "dualcam_process_open_fds", .gauge, "Open file descriptors.", Double(process.openDescriptors))
    out.single(
      "dualcam_metrics_timestamp_seconds", .gauge,
      "When this file was written, seconds since 1970: an old time means the run hangs or has ended.",
      process.time)
  }
}
