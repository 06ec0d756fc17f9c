/// Remembers lines' measurements until there are too many, because each layout measures labels
/// again. Long texts aren't remembered, which bounds the memory.
struct MeasureCache {
  struct Metrics: Equatable {
    /// In pixels.
    var advance: Double
    var isRightToLeft: Bool
  }

  private struct Key: Hashable {
    var text: String
    var direction: TextDirection
  }

  static let capacity = 512
  /// In bytes of UTF-8.
  static let longest = 256
  private var metrics: [Key: Metrics] = [:]

  var count: Int { metrics.count }

  subscript(text: String, direction: TextDirection) -> Metrics? {
    get { metrics[Key(text: text, direction: direction)] }
    set {
      guard text.utf8.count <= Self.longest else { return }
      if metrics.count >= Self.capacity { metrics.removeAll(keepingCapacity: true) }
      metrics[Key(text: text, direction: direction)] = newValue
    }
  }
}
