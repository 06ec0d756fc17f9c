import TestSupport
import Testing

@testable import HostResources

struct SealingKeyTests {
  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
  }

  @Test("RFC 9180's example (A.2.1) is sealed to its bytes, and opened")
  func example() throws {
    let own = try #require(
      OpeningKey(secret: Self.bytes("f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600")))
    let owner = try #require(
      OpeningKey(secret: Self.bytes("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb")))
    let info = Array("Ode on a Grecian Urn".utf8)
    let message = Array("Beauty is truth, truth beauty".utf8)
    #expect(
      owner.sealingKey.bytes
        == Self.bytes("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a"))
    var sealer = Sealer(owner.sealingKey, info: info, own: own)
    #expect(
      sealer.encapsulated
        == Self.bytes("1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"))
    let boxes = [
      "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28",
      "6b53c051e4199c518de79594e1c4ab18b96f081549d45ce015be002090bb119e85285337cc95ba5f59992dc98c",
    ]
    for (number, box) in boxes.enumerated() {
      let known = Array("Count-\(number)".utf8)
      let sealed = sealer.seal(message, known: known)
      #expect(sealed == Self.bytes(box), "message \(number)")
      #expect(
        owner.open(
          sealed[...], known: known, number: UInt64(number), encapsulated: sealer.encapsulated, info: info)
          == message)
    }
  }

  @Test("nothing opens that was changed, sealed to another key, or of another number")
  func refusals() throws {
    let owner = OpeningKey()
    var sealer = Sealer(owner.sealingKey, info: [1])
    let box = sealer.seal([7, 8, 9], known: [5])
    func open(
      _ key: OpeningKey, _ box: [UInt8], _ known: [UInt8], _ number: UInt64, _ info: [UInt8],
      _ encapsulated: [UInt8]
    ) -> [UInt8]? {
      key.open(box[...], known: known, number: number, encapsulated: encapsulated, info: info)
    }
    #expect(open(owner, box, [5], 0, [1], sealer.encapsulated) == [7, 8, 9])
    for place in box.indices {
      var changed = box
      changed[place] ^= 1
      #expect(open(owner, changed, [5], 0, [1], sealer.encapsulated) == nil)
    }
    #expect(open(OpeningKey(), box, [5], 0, [1], sealer.encapsulated) == nil)
    #expect(open(owner, box, [4], 0, [1], sealer.encapsulated) == nil)
    #expect(open(owner, box, [5], 1, [1], sealer.encapsulated) == nil)
    #expect(open(owner, box, [5], 0, [2], sealer.encapsulated) == nil)
    #expect(open(owner, Array(box.dropLast()), [5], 0, [1], sealer.encapsulated) == nil)
    #expect(open(owner, [], [5], 0, [1], sealer.encapsulated) == nil)
    #expect(open(owner, box, [5], 0, [1], [UInt8](repeating: 0, count: 32)) == nil)
    #expect(open(owner, box, [5], 0, [1], [1]) == nil)
    // A point of small order, to which nothing can be sealed (RFC 7748, 6.1).
    #expect(SealingKey([UInt8](repeating: 0, count: 32)) == nil)
    #expect(SealingKey([1]) == nil)
  }

  @Test("keys are OpenSSL's files, and none is taken for another")
  func files() throws {
    let folder = try TestFolder()
    let key = OpeningKey(secret: [UInt8](1...32))
    let secret = try #require(key)
    let (a, b) = (folder.file("a.key"), folder.file("a.pub"))
    try WholeFile.create(a, KeyFile.text(secret), isPrivate: true)
    try WholeFile.create(b, KeyFile.text(secret.sealingKey), isPrivate: false)
    #expect(try KeyFile.readOpening(a).sealingKey == secret.sealingKey)
    #expect(try KeyFile.readSealing(b) == secret.sealingKey)
    // Made by openssl pkey from the same secret.
    #expect(
      KeyFile.text(secret.sealingKey).contains("MCowBQYDK2VuAyEAB6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9/AsrhtHHw=")
    )
    #expect(throws: FileError.self) { try KeyFile.readSealing(a) }
    #expect(throws: FileError.self) { try KeyFile.readOpening(b) }
    #expect(throws: FileError.self) { try KeyFile.readPublic(b) }
    #expect(throws: FileError.self) { try KeyFile.readSecret(a) }
  }
}
