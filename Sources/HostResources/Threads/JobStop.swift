import Foundation

/// What a job does when it is told to stop: it ends well with what it made, unless the program that started it wants all or nothing.
package enum JobStop {
  /// Set in the environment of jobs that are to be whole.
  package static let variable = "DUALCAM_WHOLE"

  /// Ends a job that was stopped before its end, if it was to be whole: with 75, as one to be tried again.
  package static func endUnlessWhole(_ stop: StopFlag) {
    if stop.isStopped, ProcessInfo.processInfo.environment[variable] != nil { exit(75) }
  }
}
