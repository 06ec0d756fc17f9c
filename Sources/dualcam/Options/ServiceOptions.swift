import ArgumentParser
import Foundation
import Pipeline
import Synchronization

/// What makes a live job a service: settings from a file, read again on HUP, and figures for those who watch it.
struct ServiceOptions: ParsableArguments {
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
      service.reload = { () throws(PipelineError) in try Self.reload() }
    }
    return service
  }

  /// The job's settings by the file as it is now.
  private static func reload() throws(PipelineError) -> ServiceSettings.Reload {
    guard let launch = Launch.current.withLock({ $0 }) else {
      throw .usage(reason: "there is no file of settings to read again")
    }
    let (next, changes) = try launch.reloaded()
    do {
      guard let command = try next.parse() as? any LiveCommand else {
        throw PipelineError.usage(reason: "there is nothing to change")
      }
      return ServiceSettings.Reload(settings: try command.jobSettings(), changes: changes) {
        Launch.current.withLock { $0 = next }
      }
    } catch {
      let explained = next.explain(error)
      throw explained as? PipelineError ?? .usage(reason: Dualcam.message(for: explained))
    }
  }
}
