extension Int {
  /// A number with what is counted, as people say it: `1 frame`, `2 frames`.
  ///
  /// - Parameter many: where it is more than an s at the end: `3.counted("picture was", "pictures were")`.
  public func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
