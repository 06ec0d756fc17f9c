import Settings
import Testing

@testable import dualcam

@Suite("What shells offer")
struct CompletionTests {
  private let offer = CompletionOffer(Dualcam.self) { folder in
    folder == "." ? [("lab", true), ("a.json", false), ("b.jpg", false)] : [("x.json", false)]
  }

  @Test(
    "the word being typed decides: a command, an option, its value, a place",
    arguments: [
      (["rec"], ["record"]), (["help", "ver"], ["verify"]), (["record", "--reso"], ["--resolution"]),
      (["record", "--grid", "ph"], ["phi"]), (["record", "--grid=ph"], ["--grid=phi"]),
      (["record", "--no-hud", "--appearance", "l"], ["light"]),
      (["run", "--offsets", ""], ["lab/", "a.json"]), (["run", "--offsets", "lab/"], ["lab/x.json"]),
      (["verify", "l"], ["lab/"]), (["library", "-y", "lab", "sh"], ["sheet"]), (["nonsense", "x"], []),
    ] as [([String], [String])])
  func words(typed: [String], offered: [String]) {
    #expect(offer.words(typed).map(\.word) == offered)
  }

  @Test("each shell's script asks for that", arguments: CompletionScript.allCases)
  func scripts(script: CompletionScript) {
    let text = script.text(for: "dualcam")
    #expect(text.contains(CompletionScript.request) && text.hasSuffix("\n"))
    #expect(!script.text(for: "other").contains("dualcam"))
  }
}
