import CaptureKit

extension FrameTally {
  /// What a source's frames make of a job that has reached its end. This alone decides that: if more than half of the frames couldn't be used
  /// whole, the job fails. A camera may send a bad frame or two when it starts.
  ///
  /// - Parameters:
  ///   - name: a camera's.
  ///   - bus: a camera's connection.
  ///   - problem: what was wrong with the last of them.
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
