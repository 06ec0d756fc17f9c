import Settings

/// When a job ends, and from which frame its pictures count.
struct LimitOptions: SettingGroup {
  @Option("frames", help: Help("Stop after this many pictures.", valueName: "n"), bounds: .atLeast(1))
  var frames: Int?

  @Option(
    "skip", help: Help("Skip this many pictures first: cameras start dark.", valueName: "n"),
    bounds: .atLeast(0))
  var skip = 0
}
