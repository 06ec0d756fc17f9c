import Compositor
import HostResources
import Recordings

extension SinkSet {
  /// Opens the sinks for viewers.
  ///
  /// - Parameters:
  ///   - cameraRate: the primary's frames per second, if known.
  ///   - closing: set once no more pictures will come.
  func addReaders(
    _ settings: JobSettings, _ stage: Stage, cameraRate: Double?, notices: SinkNotices, closing: StopFlag,
    service: JobService?
  ) throws {
    let rate = settings.framesPerSecond ?? cameraRate ?? 30
    for output in settings.outputs {
      try add(
        .live, name: output.description,
        try VideoOutputSink(
          output, size: stage.layout.canvas, subsampling: stage.subsampling, framesPerSecond: rate,
          notices: notices))
    }
    if settings.writesMJPEG {
      try add(
        .live, name: StandardOutput.name,
        MJPEGSink(StandardOutput(closing: closing, descriptor: settings.standardOutput)))
    }
    for film in settings.films {
      try add(
        .film, name: film,
        try FilmSink(
          film, program: settings.stage.program, framesPerSecond: rate,
          isDurable: settings.durability != .none,
          notices: notices))
    }
    if let stills = settings.stills {
      try add(.stills, name: stills, try StillSink(stills) { service?.say($0) })
    }
    if let latest = settings.latest { try add(.live, name: latest, try LatestSink(path: latest)) }
    if settings.writesJSONLines {
      try add(
        .live, name: StandardOutput.name,
        JSONLinesSink(StandardOutput(closing: closing, descriptor: settings.standardOutput)))
    }
  }
}

extension RecordingSink {
  /// Opens the job's recording.
  ///
  /// - Throws: ``FileError``.
  convenience init(
    _ settings: JobSettings, folder: String, _ stage: Stage, _ channels: [CameraChannel], _ shown: [Int]
  ) throws(FileError) {
    try self.init(
      RecordingSink.Settings(settings, folder: folder),
      session: SessionDescription(settings, stage, channels, shown))
  }
}

extension RecordingSink.Settings {
  init(_ settings: JobSettings, folder: String) {
    self.init(
      folder: folder, keepsSources: settings.stage.keepsSources, recordsTimes: settings.pace == .live,
      describesScreen: settings.describesScreen, durability: settings.durability, segment: settings.segment,
      budgetBytes: settings.budgetBytes, whenFull: settings.whenFull)
  }
}
