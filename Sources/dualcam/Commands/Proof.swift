import HostResources
import Pipeline
import Recordings
import Settings
import Terminal

struct Proof: Command {
  static let configuration = CommandDescription(
    "proof",
    abstract: "Ask for a time stamp: proof that a signed recording existed by then.",
    discussion: """
      Writes proof.tsq, a request for a time-stamp authority (RFC 3161), beside
      signed.jsonl. It has a digest and nothing else of the recording. dualcam
      sends nothing; send it yourself, and put the reply beside it as proof.tsr:
      verify then says when.

      EXAMPLES
        dualcam proof out/signed
        curl -H 'Content-Type: application/timestamp-query' \\
          --data-binary @out/signed/proof.tsq \\
          -o out/signed/proof.tsr https://freetsa.org/tsr
        dualcam verify out/signed --key recorder.pub
      """)

  @Argument("dir", help: Help("Folder of a signed recording.", valueName: "dir"), completion: .directory)
  var folder: String

  @Flag("json", help: "The request's path and the digest as JSON.")
  var json = false

  private struct Made: Encodable {
    var request: String
    var reply: String
    var sha256: String
  }

  func run() throws {
    var paths = PathRules()
    paths.own(folder)
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    let made = try TimeStampRequest.write(in: folder)
    let files = Made(
      request: "\(made.folder)/\(TimeStamp.request)", reply: "\(made.folder)/\(TimeStamp.reply)",
      sha256: made.digest)
    if json {
      try Console.result(Console.json(files, pretty: true))
    } else {
      try Console.result(
        "\(files.request): send it to a time-stamp authority, and put its reply in \(files.reply)")
    }
  }
}
