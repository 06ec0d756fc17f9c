import Pipeline
import PixelTypes

/// HUP: rereads the settings file while the job runs.
extension Invocation {
  /// The job's settings according to the current file.
  static func reload() throws -> ServiceSettings.Reload {
    guard let launch = Invocation.current.withLock({ $0 }) else {
      throw PipelineError.usage(reason: "there is no settings file to reread")
    }
    let (next, changes) = try launch.reloaded()
    do {
      guard let command = try next.parse() as? any LiveCommand else {
        throw PipelineError.usage(reason: "this command can't change settings while it runs")
      }
      return ServiceSettings.Reload(settings: try command.jobSettings(), changes: changes) {
        Invocation.current.withLock { $0 = next }
      }
    } catch {
      let explained = next.explain(error)
      if explained is any ExplainedError { throw explained }
      throw PipelineError.usage(reason: Dualcam.message(for: explained))
    }
  }
}
