import HostResources
import Pipeline
import Settings
import Terminal

struct Key: Command {
  static let configuration = CommandDescription(
    "key",
    abstract: "Make a pair of keys that sign recordings, or seal what masks hide.",
    discussion: """
      To sign, NAME.key is secret: only recorders need it. NAME.pub is for whoever
      checks what they recorded. To seal it is the other way round: recorders need
      NAME.pub only, and NAME.key is for whoever may see what is hidden. Keys are
      Ed25519 and, to seal, X25519 in PEM, as OpenSSL's. An existing file is never
      overwritten.

      EXAMPLES
        dualcam key camera
        dualcam record -o out/first --sign camera.key
        dualcam verify out/first --key camera.pub
        dualcam key vault --seal
        dualcam record --redact faces --keep-source --seal vault.pub -o out/hidden
        dualcam strip out/hidden --key vault.key -o out/seen
      """)

  @Argument("name", help: Help("What the two files are called, without their endings.", valueName: "name"))
  var name: String

  @Flag("seal", help: "Keys for record --seal and strip --key, not for --sign and verify --key.")
  var seal = false

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
    let (signs, opens) = (SigningKey(), OpeningKey())
    let made = Made(
      secret: "\(name).key", public: "\(name).pub",
      key: seal ? opens.sealingKey.text : signs.publicKey.text)
    var paths = PathRules()
    paths.write(made.secret)
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    // The secret first: a public key alone would be of no use.
    let secret = seal ? KeyFile.text(opens) : KeyFile.text(signs)
    let `public` = seal ? KeyFile.text(opens.sealingKey) : KeyFile.text(signs.publicKey)
    try WholeFile.create(made.secret, secret, isPrivate: true)
    try WholeFile.create(made.public, `public`, isPrivate: false)
    if json {
      try Console.result(Console.json(made, pretty: true))
    } else if seal {
      try Console.result("\(made.secret): secret, for whoever may see: strip --key \(made.secret)")
      try Console.result("\(made.public): public, for recorders: --seal \(made.public)")
    } else {
      try Console.result("\(made.secret): secret, for recorders: --sign \(made.secret)")
      try Console.result("\(made.public): public, for verify: --key \(made.public)")
    }
  }
}
