import Foundation
import TestSupport
import Testing

@Suite("What makes films for a view")
struct FilmWorkerTests {
  private struct Answer: Decodable {
    var number: Int
    var path, problem: String?
  }

  @Test(
    "believes no order: films are of recordings in its folder, and go with whom they are for",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "it takes ffmpeg"))
  func orders() throws {
    let scratch = try TestFolder()
    try scratch.run("annotate --primary synth:walker?w=160&h=96&fps=10&frames=3 -o all/lab")
    try scratch.run("annotate --primary synth:walker?w=160&h=96&fps=10&frames=3 -o other")
    try FileManager.default.createDirectory(
      atPath: scratch.file("all/none"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: scratch.file("films"), withIntermediateDirectories: true)
    let worker = Process()
    worker.executableURL = URL(fileURLWithPath: try Executable.path())
    worker.arguments = ["--make-films", scratch.file("all"), scratch.file("films")]
    try worker.run()
    // Its socket has a name before anybody listens.
    var view: SocketClient?
    try wait(for: "its socket") {
      view = try? SocketClient(scratch.file("films/socket"))
      return view != nil
    }
    func ask(_ number: Int, _ folder: String) throws -> Answer {
      // The film with number 8 isn't wanted any more, once there is another.
      let order = "{\"number\":\(number),\"recording\":\"\(scratch.file(folder))\",\"drop\":[8]}"
      let line = try #require(view?.ask(order))
      return try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    }
    for (number, folder) in ["other", "all/../other", "alles", "all/lab/../../other", ""].enumerated() {
      let answer = try ask(number, folder)
      #expect(
        answer.number == number && answer.path == nil && answer.problem == "it isn't one of these recordings")
    }
    let none = try ask(7, "all/none")
    #expect(none.path == nil && none.problem?.contains("all/none") == true, "\(none)")
    for number in [8, 9] {
      let film = try #require(try ask(number, "all/lab").path)
      #expect(film == scratch.file("films/\(number).mp4"))
      #expect(try scratch.bytes("films/\(number).mp4")[4..<8].elementsEqual("ftyp".utf8))
    }
    #expect(try scratch.names("films") == ["9.mp4"])
    view = nil
    worker.waitUntilExit()
    #expect(!scratch.exists("films") && scratch.exists("all/lab/000000.jpg"))
  }
}
