import Pipeline
import Settings
import Values

/// What is made of values, wherever they come from.
struct AlarmOptions: SettingGroup {
  @Option(
    "values-age",
    help: Help("How old a value may be (default: 2s, in annotate as the log suggests).", valueName: "time"),
    rules: [.requires("values")])
  var age: DurationArgument?

  @Option(
    "alarm",
    help: Help(
      "Say so, on the picture and to programs, while a value is as asked: 'depth<2.5', 'speed>=10kn', state=idle; repeatable.",
      valueName: "condition"))
  var alarms: [String] = []

  @Flag(
    "no-gps",
    help: "Leave the position (values lat and lon) out of pictures' EXIF data; their lines have it.")
  var noGps = false

  func validate() throws { _ = try conditions() }

  private func conditions() throws -> [ValueCondition] {
    guard alarms.count <= ValueCondition.most else {
      throw ValidationError("there are \(alarms.count) --alarm; at most \(ValueCondition.most) are watched")
    }
    return try alarms.map { text in
      do throws(ValueCondition.Problem) { return try ValueCondition(text) } catch {
        throw ValidationError("--alarm: \(error)")
      }
    }
  }

  /// - Parameter hasOthers: whether something else than `--values` may say values.
  func apply(to settings: inout JobSettings, hasOthers: Bool) throws {
    settings.valuesAge = age?.duration
    settings.stage.tellsPosition = !noGps
    settings.alarms = try conditions()
    if let alarm = settings.alarms.first, settings.values.isEmpty, !hasOthers {
      throw ValidationError("--alarm '\(alarm)' needs something that says \(alarm.name): add --values")
    }
  }
}
