extension PlanHeader {
  /// Options that the plan itself sets, or that make no sense in one.
  private static let refused = [
    "--primary", "--secondary", "--camera", "-o", "--output", "--frames", "--skip", "--config", "--json",
    "--script",
    "--overlay", "--truth",
    "--describe", "--",
  ]
  private static let ofTheFirstView = ["--level-reference", "--plate"]

  /// Rejects options that would read or write somewhere other than the plan says.
  ///
  /// - Parameters:
  ///   - options: of the job.
  ///   - isCut: whether inputs are cut.
  /// - Throws: ``BatchError/usage(reason:)``.
  static func check(_ options: [String], isCut: Bool) throws(BatchError) {
    for option in options {
      let name = option.split(separator: "=").first.map(String.init) ?? option
      // A short option may be followed directly by its value.
      if refused.contains(name) || option.hasPrefix("-o") {
        throw .usage(
          reason: "\(name) can't be among a plan's settings: the plan says what is read and where it goes")
      }
      if isCut, ofTheFirstView.contains(name) {
        throw .usage(reason: "\(name) uses the first view, which only the first part has; leave out --cut")
      }
    }
  }
}
