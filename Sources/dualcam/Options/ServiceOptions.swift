import Foundation
import Pipeline
import Settings
import Synchronization

/// What makes a live job a service: settings from a file, reread on HUP, and metrics.
struct ServiceOptions: SettingGroup {
  /// Returns the job's settings according to the current file; set once, when the process starts.
  static let reload = Mutex<(@Sendable () throws -> ServiceSettings.Reload)?>(nil)

  @OptionGroup var configuration: ConfigurationOptions

  @Option(
    "metrics",
    help: Help(
      "Write metrics to a file for Prometheus's node_exporter; replaced whole every 5 s, no port.",
      valueName: "file.prom"), completion: .file())
  var metrics: String?

  func validate() throws {
    if metrics == "" { throw ValidationError("--metrics is empty; name a file") }
  }

  /// - Parameter files: files that the settings name and HUP rereads along with them; words that aren't files are ignored.
  func apply(to settings: inout JobSettings, reading files: [String?]) throws {
    settings.service = self.settings()
    guard let file = configuration.file else { return }
    settings.paths.readAgain(file)
    for case .some(let name) in files where FileManager.default.fileExists(atPath: name) {
      settings.paths.readAgain(name)
    }
  }

  private func settings() -> ServiceSettings {
    var service = ServiceSettings()
    service.metrics = metrics
    service.statusText = { StatusLine.live($0).whole }
    service.environment = ProcessInfo.processInfo.environment
    if configuration.file != nil {
      service.reload = Self.reload.withLock { $0 }
    }
    return service
  }
}
