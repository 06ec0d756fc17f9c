import CaptureKit

extension FrameTally {
  /// Judges a finished job by a source's frames. Only this decides: if more than half of them were
  /// damaged or unusable, the job fails. A camera may send a bad frame or two when it starts.
  ///
  /// - Parameters:
  ///   - name: the camera's name.
  ///   - bus: the camera's connection.
  ///   - problem: what was wrong with the last spoiled frame.
  /// - Returns: ``PipelineError/spoiled(source:reason:advice:isCamera:)``; `nil` if the frames were good.
  func verdict(
    on source: SourceSpecification, _ name: String, bus: String?, problem: String?
  ) -> PipelineError? {
    let isUseless = unusable + bad == looked
    guard isMostlySpoiled else { return nil }
    let why = problem.map { ": \($0)" } ?? ""
    let reason =
      isUseless
      ? "none of its frames can be used\(why)"
      : "\(spoiled) of \(looked) frames were damaged or unusable\(why)"
    if case .files(let file) = source {
      return .spoiled(source: file.path, reason: reason, advice: DamageMonitor.advice(nil), isCamera: false)
    }
    if spoiled <= DamageMonitor.most, !isUseless { return nil }
    return .spoiled(source: name, reason: reason, advice: DamageMonitor.advice(bus), isCamera: true)
  }
}
