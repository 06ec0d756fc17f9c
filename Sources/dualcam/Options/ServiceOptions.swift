import ArgumentParser
import Foundation
import Pipeline
import Synchronization

/// What makes a live job a service: settings from a file, read again on HUP, and figures for those who watch it.
struct ServiceOptions: ParsableArguments {
  /// Gives the job's settings by the file as it is then; set once, when the process starts.
  static let reload = Mutex<(@Sendable () throws -> ServiceSettings.Reload)?>(nil)

  @OptionGroup var configuration: ConfigurationOptions

  @Option(
    help: ArgumentHelp(
      "Keep figures in a file that Prometheus's node_exporter reads: rewritten whole every 5 s, no port.",
      valueName: "file.prom"))
  var metrics: String?

  func validate() throws {
    if metrics == "" { throw ValidationError("--metrics is empty; name a file") }
  }

  /// - Parameter files: what the settings name and HUP reads again with them; words that are no files don't matter.
  func apply(to settings: inout JobSettings, reading files: [String?]) throws {
    settings.service = self.settings()
    guard let file = configuration.config else { return }
    settings.paths.readAgain(file)
    for case .some(let name) in files where FileManager.default.fileExists(atPath: name) {
      settings.paths.readAgain(name)
    }
  }

  private func settings() -> ServiceSettings {
    var service = ServiceSettings()
    service.metrics = metrics
    service.statusText = { StatusLine.live($0) }
    service.environment = ProcessInfo.processInfo.environment
    if configuration.config != nil {
      service.reload = Self.reload.withLock { $0 }
    }
    return service
  }
}
