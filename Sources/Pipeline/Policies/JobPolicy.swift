import Compositor
import Recordings

/// Does one task for each picture. ``JobLoop`` calls its policies in turn on the stage's thread;
/// none may wait.
protocol JobPolicy: AnyObject {
  /// The cameras' frames are about to be drawn.
  func willDraw(in run: JobRun)

  /// They are drawn, and their guides read.
  func didDraw(in run: JobRun)

  /// The picture is finished; its line in the manifest may still grow.
  ///
  /// - Parameter spent: nanoseconds of work on it, excluding waits.
  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun)

  /// The picture is on its way to the recording or, without one, to the viewers.
  func wasTaken(_ picture: OutputFrame, in run: JobRun)

  /// The picture is done, whether it was used or not.
  ///
  /// - Parameter now: nanoseconds of CLOCK_MONOTONIC.
  func didPass(at now: Int64, in run: JobRun)

  /// The next picture taken begins a segment.
  func beginSegment()

  /// Adds its counts to the whole run's totals.
  func add(to totals: inout SessionTotals, of run: JobRun)
}

extension JobPolicy {
  func willDraw(in run: JobRun) {}
  func didDraw(in run: JobRun) {}
  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun) {}
  func wasTaken(_ picture: OutputFrame, in run: JobRun) {}
  func didPass(at now: Int64, in run: JobRun) {}
  func beginSegment() {}
  func add(to totals: inout SessionTotals, of run: JobRun) {}
}
