/// What a live job has besides cameras and sinks, so that it can be left alone for weeks.
public struct ServiceSettings: Sendable {
  /// What came of reading the settings again.
  public struct Reload: Sendable {
    public var settings: JobSettings
    /// Names of the flags, without dashes, that are others than before.
    public var changes: [String]
    /// Called by the stage once they are in force. Settings that are refused are not: what is read next is compared with
    /// those before them.
    public var accept: @Sendable () -> Void

    public init(settings: JobSettings, changes: [String], accept: @escaping @Sendable () -> Void = {}) {
      self.settings = settings
      self.changes = changes
      self.accept = accept
    }
  }

  public var signals = JobSignals()
  /// File of figures in Prometheus's text format.
  public var metrics: String?
  /// Between two writings of ``metrics``.
  public var metricsInterval = Duration.seconds(5)
  /// Says it in a line for the service manager; called on the service's thread.
  public var statusText: (@Sendable (JobProgress) -> String)?
  /// Reads the settings again; called on the service's thread. `nil` where they came from the command line alone.
  public var reload: (@Sendable () throws -> Reload)?
  /// Where the service manager listens, as systemd sets it: `NOTIFY_SOCKET`, `WATCHDOG_USEC`, `WATCHDOG_PID`.
  public var environment: [String: String] = [:]

  /// What is said of settings that can't be taken over.
  static func refusal(_ error: any Error) -> JobEvent {
    .warning("\(error); the run keeps its settings: correct the file and send HUP again")
  }

  public init() {}
}
