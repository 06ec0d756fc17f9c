import TestSupport
import Testing

@testable import HostResources

@Suite("Names of files as text")
struct NameTextTests {
  @Test(
    "each name comes back byte for byte, and text is what it says",
    arguments: [
      ("Grün.jpg", Array("Grün.jpg".utf8)),
      ("Gr\u{EFFC}n.jpg", [0x47, 0x72, 0xFC, 0x6E, 0x2E, 0x6A, 0x70, 0x67]),
      ("\u{EFFF}\u{EFD8}", [0xFF, 0xD8]), ("写真\u{EFE5}", Array("写真".utf8) + [0xE5]), ("", []),
      // The bytes of U+EFFC itself, cut and whole.
      ("\u{EFEE}\u{EFBF}", [0xEE, 0xBF]), ("\u{EFEE}\u{EFBF}\u{EFBC}", [0xEE, 0xBF, 0xBC]),
      ("\u{EE00}", [0xEE, 0xB8, 0x80]),
    ] as [(String, [UInt8])])
  func known(text: String, bytes: [UInt8]) {
    #expect(NameText.text(bytes) == text)
    #expect(NameText.bytes(text) == bytes)
  }

  @Test("any bytes come back, and no two names have one text")
  func any() {
    var random = Seeded(5)
    var seen: [String: [UInt8]] = [:]
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Bool.random(using: &random)
          ? [0xEE, 0xBF, 0xBE, 0x80, 0xBC].randomElement(using: &random) ?? 1
          : UInt8.random(in: 1...255, using: &random)
      }
      let text = NameText.text(bytes)
      #expect(NameText.bytes(text) == bytes && seen[text] ?? bytes == bytes)
      seen[text] = bytes
    }
  }
}
