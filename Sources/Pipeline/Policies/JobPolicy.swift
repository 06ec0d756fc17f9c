import Compositor
import Recording

/// Looks at each picture on its way and does what is its own to do about it. ``JobLoop`` asks its policies one after
/// the other, on the stage's thread; none waits.
protocol JobPolicy: AnyObject {
  /// The cameras' frames are about to be drawn.
  func willDraw(in run: JobRun)

  /// They are drawn, and their guides are read.
  func didDraw(in run: JobRun)

  /// The picture is finished, and its line in the manifest may still grow.
  ///
  /// - Parameter spent: nanoseconds of work on it, without waiting.
  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun)

  /// The picture is on its way into the recording; without one, to those who watch.
  func wasTaken(_ picture: OutputFrame, in run: JobRun)

  /// The picture is done with, whatever became of it.
  ///
  /// - Parameter now: nanoseconds of CLOCK_MONOTONIC.
  func didPass(at now: Int64, in run: JobRun)

  /// The next picture to be taken is the first of a segment.
  func beginSegment()

  /// Adds what it counted to the account of the whole run.
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
