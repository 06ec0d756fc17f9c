import HostResources
import Pipeline
import PixelTypes
import Recordings
import Settings
import Terminal

struct Verify: Command {
  static let configuration = CommandDescription(
    "verify",
    abstract: "Check a recording: every file decodes, manifest and files agree.",
    discussion: """
      If anything is wrong, says what and exits with 65.

      EXAMPLES
        dualcam verify out/demo
        dualcam verify out/demo --json | jq .problems
        dualcam verify out/signed --key recorder.pub
      """)

  @Argument("dir", help: Help("Folder of a recording.", valueName: "dir"), completion: .directory)
  var folder: String

  @Option(
    "key",
    help: Help("The recorder's public key: everything must be signed by it.", valueName: "file.pub"),
    completion: .words([], orFiles: ["pub", "pem"]))
  var key: String?

  @Flag("json", help: "The report as JSON.")
  var json = false

  func run() throws {
    var paths = PathRules()
    paths.read(folder)
    let publicKey = try key.map { try KeyFile.readPublic($0) }
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    let bar = ProgressLine("checking")
    let report = try RecordingVerifier(folder, key: publicKey).run { done, total in
      bar.update(done, of: total)
    }
    Console.endStatus()
    if json {
      try Console.result(Console.json(report, pretty: true))
    } else {
      if report.isGood {
        try Console.result(
          "\(folder): good. \(report.frames.counted("frame")), \(Format.bytes(report.bytes))")
      }
      try Console.result("  intact: \(report.claims.intact)")
      try Console.result("  the cameras': \(report.claims.cameras)")
      try Console.result("  signed: \(report.claims.signed)")
      for line in report.checked { try Console.result("  checked: \(line)") }
      for (what, count) in report.notChecked.sorted(by: { $0.key < $1.key }) {
        try Console.result("  not checked: \(count) \(what)")
      }
      for line in report.neverChecked { try Console.result("  never checked: \(line)") }
      for problem in report.problems { try Console.result("  wrong: \(problem)") }
    }
    if !report.isGood {
      Console.error("\(folder): \(report.problems.count.counted("problem"))")
      throw ExitCode(65)
    }
  }
}
