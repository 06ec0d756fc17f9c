import Pipeline
import PixelTypes
import Settings

/// Logs of values beside files.
struct ReplayOptions: SettingGroup {
  @Option(
    "values",
    help: Help(
      "Take values from a log beside the first source, by time: csv:, gpx:, nmea: or json: and a file, or lines: and a recording; repeatable. Without it, those of a recording's own lines.",
      valueName: "csv|gpx|nmea|json|lines:path"), completion: .logs)
  var values: [String] = []

  @Option(
    "values-offset",
    help: Help("What to add to the times of the logs, such as -1.5s or 2h.", valueName: "±time"),
    rules: [.requires("values")])
  var offset: ShiftArgument?

  func sources() throws -> [ValueSource] {
    try values.map { text in
      guard let source = ValueSource(text, pace: .exact), !source.isStandardInput else {
        throw ValidationError(
          "--values is '\(PlainText.value(text))'; use csv:, gpx:, nmea: or json: and a log's path, or lines: and a recording's, such as gpx:ride.gpx"
        )
      }
      return source
    }
  }
}
