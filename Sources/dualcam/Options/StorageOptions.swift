import Pipeline
import Recordings
import Settings

/// How much room a recording takes, how it is divided, and what survives a power cut.
struct StorageOptions: SettingGroup {
  @Option(
    "budget",
    help: Help(
      "Most space for pictures in the folder, such as 2GB; the oldest go first, kept ones never.",
      valueName: "size"))
  var budget: ByteCountArgument?

  @Option(
    "when-full",
    help: Help(
      "When the budget is used up or the disk is full: free the oldest pictures, or stop (default: free with --budget, else stop).",
      valueName: "free|stop"))
  var whenFull: WhenFull?

  @Option(
    "segment",
    help: Help(
      "Start a new folder DIR/000000, DIR/000001 … after this much time or data: 10m, 2GB.",
      valueName: "time|size"))
  var segment: SegmentArgument?

  @Option(
    "durability",
    help: Help(
      "What survives a power cut. group: all but the last second; file: every picture; none: what the kernel has written.",
      valueName: "none|file|group"))
  var durability = Durability.group

  func apply(to settings: inout JobSettings) {
    settings.budgetBytes = budget?.bytes
    settings.whenFull = whenFull ?? (budget == nil ? .stop : .free)
    settings.segment = segment?.length
    settings.durability = durability
  }
}

extension WhenFull: SettingValue {}
extension Durability: SettingValue {}

/// A time with its unit, or a size with its unit: `10m`, `2GB`.
struct SegmentArgument: SettingValue {
  let length: SegmentLength

  init?(argument: String) {
    // A bare number could be either.
    guard let last = argument.last, last.isLetter else { return nil }
    if last == "B" {
      guard let size = ByteCountArgument(argument: argument), size.bytes > 0 else { return nil }
      length = .bytes(size.bytes)
    } else {
      guard let time = DurationArgument(argument: argument) else { return nil }
      length = .duration(time.duration)
    }
  }
}
