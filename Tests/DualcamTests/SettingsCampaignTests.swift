import Foundation
import Settings
import TestSupport
import Testing

@testable import dualcam

@Suite("Campaign: settings that mean harm")
struct SettingsCampaignTests {
  private static let values = [
    "", "0", "1", "-1", "2", "4", "30", "85", "100", "101", "1e308", "1e-308", "nan", "inf", "-inf", "0x10",
    "1_000",
    "99999999999999999999", "-9223372036854775808", "9223372036854775807", "4294967296", ".5", "true",
    "false",
    "1x1", "16x16", "64x64", "640x480", "16384x16384", "0x0", "-1x-1", "1x", "x", "640x480x3", "1920x1080",
    "10s", "1e300s", "-5m", "5m", "250ms", "0s", "s", "2GB", "1e300TB", "-1B", "9PB", "1kB",
    "0,0,1,1", ".4,.4,.2,.2", "0,0,1e300,1", ",,,", "nan,nan,nan,nan", "level,subject", "level,,",
    "silhouette",
    "synth:coast", "synth:walker?w=64&h=64", "synth:coast?w=1&h=1", "synth:coast?fps=1e300", "synth:nothing",
    "synth:coast?w=99999999999", "synth:coast?roll=nan", "synth:", "file:", "file:/dev/null", "v4l2:",
    "/dev/null",
    "/dev/video99", "-", "--", "v4l2:/dev/video99?format=mjpeg", "thirds", "phi", "none", "portrait",
    "nobody",
    "/nowhere/x.svg", "dark", "light", "auto", "native", "splice", "pixel", "pip", "single", "stacked",
    "brightness=5", "brightness=99999999999999999999", "=", "a=b=c", "\u{0}", "\u{1B}[2J", "\u{202E}", "é",
    "１",
    "'", "\"", "\\", "#", "[", "]", "\n", "'''", String(repeating: "9", count: 400),
    String(repeating: "x", count: 5000),
  ]

  /// A file of settings or a command line: parsed as at a start, and with what it means, as for a job.
  @Test("whatever flags and files say, it is refused in a few words or means a job")
  func settings() throws {
    let count = Campaign.count(40)
    var random = Seeded(Campaign.seed)
    let scratch = try TestFolder()
    let path = scratch.file("x.toml")
    var jobs = 0
    for index in 0..<count {
      let command = ConfigurationSchema.commands.randomElement(using: &random) ?? "record"
      let known = ConfigurationSchema.settings(of: command)
      var arguments: [String] = [command]
      var file = Bool.random(using: &random) ? "[\(command)]\n" : ""
      var names: Set<String> = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let setting = known.randomElement(using: &random), names.insert(setting.name).inserted else {
          continue
        }
        let value = Self.values.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) {
          arguments.append(setting.kind == .flag ? setting.spelling : setting.spelling + "=" + value)
        } else {
          let quoted = value.contains("'") || value.contains("\n") ? "\"\"\"\(value)\"\"\"" : "'\(value)'"
          let bare = Int.random(in: 0..<4, using: &random) == 0 ? value : quoted
          file += setting.name + " = " + (setting.kind == .flag ? "true" : bare) + "\n"
        }
      }
      if ["record", "annotate"].contains(command) { arguments.append("--output=" + scratch.file("out")) }
      if file.count > 12 {
        try Data(file.utf8).write(to: URL(filePath: path))
        arguments.append("--config=" + path)
      }
      do {
        let launch = try Invocation(arguments)
        let parsed = try launch.parse()
        if let live = parsed as? any LiveCommand { _ = try live.jobSettings() }
        jobs += 1
        if launch.path != nil { _ = try launch.reloaded() }
      } catch {
        #expect("\(error)".utf8.count < 20_000 && !Dualcam.message(for: error).isEmpty, "\(arguments)")
      }
      Campaign.tell("settings", index + 1, of: count)
    }
    #expect(jobs * 40 >= count, "hardly any setting is one")
    #expect(!scratch.exists("out"), "parsing made a folder")
  }
}
