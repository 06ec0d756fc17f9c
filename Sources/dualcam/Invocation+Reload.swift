import Pipeline
import PixelTypes

/// HUP: the file of settings, read again while the job runs.
extension Invocation {
  /// The job's settings by the file as it is now.
  static func reload() throws -> ServiceSettings.Reload {
    guard let launch = Invocation.current.withLock({ $0 }) else {
      throw PipelineError.usage(reason: "there is no file of settings to read again")
    }
    let (next, changes) = try launch.reloaded()
    do {
      guard let command = try next.parse() as? any LiveCommand else {
        throw PipelineError.usage(reason: "there is nothing to change")
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
