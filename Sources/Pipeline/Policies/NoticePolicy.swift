import Compositor
import Recording

/// Passes on notices from the recording and the other sinks: problems, sinks that ended, sinks that are slow.
final class NoticePolicy: JobPolicy {
  private let notices: SinkNotices

  init(_ notices: SinkNotices) { self.notices = notices }

  func didPass(at now: Int64, in run: JobRun) {
    for notice in notices.take() { run.events(.warning(notice)) }
    if let recording = run.recording, recording.hasNews {
      run.apart {
        for text in recording.takeNotices() { run.events(.warning("\(run.settings.folder ?? ""): \(text)")) }
      }
    }
    run.apart {
      for text in run.sinks.news(at: now, folder: run.settings.folder) { run.events(.warning(text)) }
    }
  }
}
