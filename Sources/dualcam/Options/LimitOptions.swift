import Settings

/// When a job ends, and from which frame its pictures count.
struct LimitOptions: SettingGroup {
  @Option("frames", help: Help("Stop after this many pictures.", valueName: "n"))
  var frames: Int?

  @Option("skip", help: Help("Skip this many pictures first: cameras start dark.", valueName: "n"))
  var skip = 0

  func validate() throws {
    if let frames, frames < 1 { throw ValidationError("--frames is \(frames); it must be at least 1") }
    if skip < 0 { throw ValidationError("--skip is \(skip); it must be at least 0") }
  }
}
