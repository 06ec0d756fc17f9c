/// What a live job needs, besides cameras and sinks, to run unattended for weeks.
package struct ServiceSettings: Sendable {
  /// The result of reading the settings again.
  package struct Reload: Sendable {
    /// The job's settings as read.
    package var settings: JobSettings
    /// Names of the changed flags, without dashes.
    package var changes: [String]
    /// Called by the stage once the settings take effect. Not called for refused settings: the next
    /// reload is compared with the settings before them.
    package var accept: @Sendable () -> Void

    /// Makes a result; by default nothing happens when the settings take effect.
    package init(settings: JobSettings, changes: [String], accept: @escaping @Sendable () -> Void = {}) {
      self.settings = settings
      self.changes = changes
      self.accept = accept
    }
  }

  /// Requests from outside, such as from signal handlers.
  package var signals = JobSignals()
  /// File of metrics in Prometheus's text format; `nil` for none.
  package var metrics: String?
  /// Time between writes of ``metrics``.
  package var metricsInterval = Duration.seconds(5)
  /// Describes the job's state in one line for the service manager; called on the service's thread.
  package var statusText: (@Sendable (JobProgress) -> String)?
  /// Rereads the settings; called on the service's thread. `nil` when they came from the command line alone.
  package var reload: (@Sendable () throws -> Reload)?
  /// How to reach the service manager, as systemd sets it: `NOTIFY_SOCKET`, `WATCHDOG_USEC`, `WATCHDOG_PID`.
  package var environment: [String: String] = [:]

  /// The warning about settings that can't be applied.
  static func refusal(_ error: any Error) -> JobEvent {
    .warning("\(error); the run keeps its settings: correct the file and send HUP again")
  }

  /// Makes settings without metrics, reloads or a service manager.
  package init() {}
}
