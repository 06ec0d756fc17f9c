extension Int {
  /// The number and what it counts, in the singular or plural: `1 frame`, `2 frames`.
  ///
  /// - Parameters:
  ///   - one: the singular.
  ///   - many: the plural, if it isn't the singular plus s: `3.counted("picture was", "pictures were")`.
  public func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
