import Foundation

/// How a stopped job ends: successfully with what it has made, unless the program that started it wants all or nothing.
package enum JobStop {
  /// Environment variable set for jobs that must be complete.
  package static let variable = "DUALCAM_WHOLE"

  /// Ends a job that was stopped early but had to be complete, with exit code 75: try again.
  package static func endUnlessWhole(_ stop: StopFlag) {
    if stop.isStopped, ProcessInfo.processInfo.environment[variable] != nil { exit(75) }
  }
}
