import Pipeline

/// HUP: the file of settings, read again while the job runs.
extension Launch {
  /// The job's settings by the file as it is now.
  static func reload() throws(PipelineError) -> ServiceSettings.Reload {
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
