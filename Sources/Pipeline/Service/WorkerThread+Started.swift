import HostResources

extension WorkerThread {
  /// Starts a thread of a job.
  ///
  /// - Throws: ``PipelineError/shortage(_:)`` when the machine gives no further one.
  static func started(_ name: String, _ run: @escaping @Sendable () -> Void) throws(PipelineError)
    -> WorkerThread
  {
    do throws(ResourceShortage) { return try WorkerThread(name: name, run) } catch {
      throw .shortage(error)
    }
  }
}
