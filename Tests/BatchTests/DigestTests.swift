import HostResources
import Testing

@testable import Batch

struct DigestTests {
  /// FIPS 180-4's own examples.
  @Test func knownDigests() {
    #expect(
      SHA256.of(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(SHA256.of([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
