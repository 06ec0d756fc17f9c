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
    _ settings: JobSettings, _ stage: Stage, cameraRate: Double?, notices: Inbox<SinkNotice>,
    closing: StopFlag,
    service: JobService?
  ) throws {
    let rate = settings.framesPerSecond ?? cameraRate ?? 30
    func output() -> StandardOutput { StandardOutput(closing: closing, descriptor: settings.standardOutput) }
    for sink in settings.sinks.sorted(by: { $0.place < $1.place }) {
      switch sink {
      case .camera(let output):
        try add(
          .live, name: sink.name,
          try VideoOutputSink(
            output, size: stage.layout.canvas, subsampling: stage.subsampling, framesPerSecond: rate,
            notices: notices))
      case .stream: try add(.live, name: sink.name, MJPEGSink(output()))
      case .film(let path, let format):
        try add(
          sink.isLive ? .live : .film, name: sink.name,
          try FilmSink(
            path, format, program: settings.stage.program, framesPerSecond: rate,
            isDurable: settings.durability != .none, notices: notices))
      case .stills(let folder):
        try add(.stills, name: sink.name, try StillSink(folder) { service?.messages.add($0) })
      case .latest(let path): try add(.live, name: sink.name, try LatestSink(path: path))
      case .lines: try add(.live, name: sink.name, JSONLinesSink(output()))
      }
    }
  }
}
