import Compositor
import Recordings

/// Passes on notices from the recording and the other sinks: problems, ended sinks, slow sinks.
final class NoticePolicy: JobPolicy {
  private let notices: SinkNotices

  init(_ notices: SinkNotices) { self.notices = notices }

  func didPass(at now: Int64, in run: JobRun) {
    for notice in notices.take() { pass(notice, in: run) }
    if let recording = run.recording, recording.hasNews {
      run.apart {
        for notice in recording.takeNotices() {
          pass(notice, prefix: "\(run.settings.folder ?? ""): ", in: run)
        }
      }
    }
    run.apart {
      for notice in run.sinks.news(at: now, folder: run.settings.folder) { pass(notice, in: run) }
    }
  }

  /// To the log and the screen.
  private func pass(_ notice: SinkNotice, prefix: String = "", in run: JobRun) {
    run.events(.warning(prefix + notice.text))
    guard let brief = notice.brief else { return }
    run.stage.screen.say(brief, role: .error, nanoseconds: run.pairer.time)
  }
}
