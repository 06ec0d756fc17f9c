import HostResources
import Pipeline
import Settings
import Terminal

struct Key: Command {
  static let configuration = CommandDescription(
    "key",
    abstract: "Make a pair of keys that sign recordings.",
    discussion: """
      NAME.key is secret: only recorders need it. NAME.pub is for whoever checks
      what they recorded. Both are Ed25519 keys in PEM, as OpenSSL's. An existing
      file is never overwritten.

      EXAMPLES
        dualcam key camera
        dualcam record -o out/first --sign camera.key
        dualcam verify out/first --key camera.pub
      """)

  @Argument("name", help: Help("What the two files are called, without their endings.", valueName: "name"))
  var name: String

  @Flag("json", help: "The paths and the public key as JSON.")
  var json = false

  /// What was made.
  private struct Made: Encodable {
    var secret: String
    var `public`: String
    var key: String
  }

  func validate() throws {
    if name.isEmpty || name.hasSuffix("/") { throw ValidationError("the keys need a name, such as camera") }
  }

  func run() throws {
    let key = SigningKey()
    let made = Made(secret: "\(name).key", public: "\(name).pub", key: key.publicKey.text)
    var paths = PathRules()
    paths.write(made.secret)
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    // The secret first: a public key alone would be of no use.
    try WholeFile.create(made.secret, KeyFile.text(key), isPrivate: true)
    try WholeFile.create(made.public, KeyFile.text(key.publicKey), isPrivate: false)
    if json {
      try Console.result(Console.json(made, pretty: true))
    } else {
      try Console.result("\(made.secret): secret, for recorders: --sign \(made.secret)")
      try Console.result("\(made.public): public, for verify: --key \(made.public)")
    }
  }
}
