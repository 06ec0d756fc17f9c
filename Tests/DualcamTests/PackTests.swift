import Foundation
import Glibc
import HostResources
import TestSupport
import Testing

@Suite("A packed recording")
struct PackTests {
  private let scratch: TestFolder

  init() throws { scratch = try TestFolder() }

  private func record(_ command: String = "annotate", _ more: String = "") throws {
    try scratch.run(
      "\(command) --primary synth:coast?w=160&h=96 --secondary synth:coast?w=96&h=64 -o rec --frames 6 --keep-source \(more)"
    )
  }

  /// Each file's bytes, and when it was written.
  private func files() throws -> [String: [AnyHashable]] {
    var found: [String: [AnyHashable]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.file("rec")) {
      let about = try FileManager.default.attributesOfItem(atPath: scratch.file("rec/" + name))
      guard about[.type] as? FileAttributeType == .typeRegular, !name.hasSuffix(".lock") else { continue }
      found[name] = [try scratch.bytes("rec/" + name), try #require(about[.modificationDate] as? Date)]
    }
    return found
  }

  @Test("comes back byte for byte, and reads the same meanwhile", arguments: [false, true])
  func roundTrip(isSegmented: Bool) throws {
    if isSegmented { try record("record", "--segment 100kB") } else { try record() }
    let before = try files()
    let readings = [
      "verify rec", "export rec -o -", "analyze file:rec?camera=primary --json", "library rec list --json",
    ]
    func read() throws -> [String] {
      try readings.map { String(decoding: try scratch.run($0).output, as: UTF8.self) }
    }
    let whole = try read()
    let report = try Executable.json(scratch.run("pack rec --json").text)
    #expect(report["pictures"] as? Int == 18)
    #expect(report["left"] as? Int == 0)
    let packed = try files()
    #expect(!packed.keys.contains { $0.hasSuffix(".jpg") })
    #expect(packed.keys.count { $0.hasSuffix(".jxl") } == 18)
    let meanwhile = try read()
    for (index, name) in readings.enumerated() where !name.hasPrefix("verify") && !name.hasPrefix("library") {
      #expect(meanwhile[index] == whole[index], "\(name)")
    }
    #expect(meanwhile[0].contains("rec: good. 6 frames"))
    let again = "annotate --primary file:rec/sources/*.primary.jpg --no-chrome --no-hud"
    if !isSegmented { try scratch.run("\(again) -o packed") }
    #expect(try scratch.run("unpack rec").text.contains("18 pictures unpacked"))
    #expect(try files() == before)
    if isSegmented { return }
    try scratch.run("\(again) -o unpacked")
    #expect(try scratch.bytes("packed/000003.jpg") == scratch.bytes("unpacked/000003.jpg"))
  }

  @Test("goes on, frees and deletes as any other")
  func goesOn() throws {
    try record()
    try scratch.run("pack rec")
    try scratch.run("library rec keep 1")
    try scratch.run("library rec delete 2")
    try record()
    let names = try scratch.names("rec").filter { $0.hasPrefix("0") }
    #expect(
      names == [0, 1, 3, 4, 5].map { "00000\($0).jxl" }
        + (6...11).map { FileName(String(format: "%06d.jpg", $0)).text })
    #expect(try scratch.run("verify rec").text.contains("good. 11 frames"))
    try scratch.run("pack rec")
    #expect(try scratch.run("verify rec").text.contains("good. 11 frames"))
  }

  @Test("what a killed run left is completed, and what is damaged is named")
  func killed() throws {
    try record()
    let before = try files()
    // Killed before the JPEG was removed, and in the middle of a file.
    try scratch.run("pack rec")
    try scratch.put(before["000001.jpg"]?[0] as? [UInt8] ?? [], "rec/000001.jpg")
    try scratch.put([0], "rec/.000002.jxl.tmp")
    try scratch.put([0], "rec/sources/.000002.primary.jxl.tmp")
    #expect(
      try scratch.run("verify rec", status: 65).text.contains(".000002.jxl.tmp: an unfinished file remains"))
    try scratch.run("pack rec")
    #expect(try !scratch.exists("rec/000001.jpg") && scratch.run("verify rec").text.contains("good"))
    // Cut short.
    let packed = try scratch.bytes("rec/000004.jxl")
    try scratch.put(Array(packed.dropLast(packed.count / 2)), "rec/000004.jxl")
    #expect(try scratch.run("verify rec", status: 65).text.contains("000004.jxl: it is damaged"))
    try scratch.run("unpack rec", status: 65, says: "000004.jxl")
    #expect(try scratch.names("rec").filter { $0.hasSuffix(".jxl") } == ["000004.jxl"])
    try scratch.put(packed, "rec/000004.jxl")
    try scratch.run("unpack rec")
    #expect(try files().mapValues { $0[0] } == before.mapValues { $0[0] })
  }

  /// Owner, group and permissions of a file.
  private func access(_ name: String) throws -> [Int] {
    let about = try FileManager.default.attributesOfItem(atPath: scratch.file(name))
    return [.ownerAccountID, .groupOwnerAccountID, .posixPermissions].map { about[$0] as? Int ?? -1 }
  }

  @Test("private pictures stay private, and whose they are; of a link or a pipe the others are no worse")
  func access() throws {
    try record()
    let isRoot = geteuid() == 0
    for (name, mode) in [("000001", 0o600), ("sources/000002.primary", 0o640), ("000003", 0o444)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: scratch.file("rec/\(name).jpg"))
    }
    if isRoot { #expect(unsafe chown(scratch.file("rec/000003.jpg"), 65534, 65533) == 0) }
    let names = ["000000", "000001", "000003", "sources/000002.primary"]
    let before = try names.map { try access("rec/\($0).jpg") }
    try scratch.put(scratch.bytes("rec/000004.jpg"), "elsewhere.jpg")
    try scratch.remove("rec/000004.jpg")
    try scratch.link("rec/000004.jpg", to: scratch.file("elsewhere.jpg"))
    try scratch.remove("rec/000005.jpg")
    #expect(unsafe mkfifo(scratch.file("rec/000005.jpg"), 0o600) == 0)
    try scratch.run(
      "pack rec", status: 65, says: "000004.jpg: it is a link", "000005.jpg: it isn't a regular file")
    #expect(try names.map { try access("rec/\($0).jxl") } == before)
    #expect(try scratch.bytes("elsewhere.jpg").prefix(2) == [0xFF, 0xD8])
    try scratch.run("unpack rec")
    #expect(try names.map { try access("rec/\($0).jpg") } == before)
  }

  @Test("a picture that can't be packed stays as it is; a folder that is no recording is refused")
  func unfit() throws {
    try record()
    let damaged = Array(try scratch.bytes("rec/000003.jpg").dropLast(900))
    try scratch.put(damaged, "rec/000003.jpg")
    #expect(try scratch.run("pack rec").text.contains("17 pictures packed"))
    #expect(try scratch.bytes("rec/000003.jpg") == damaged)
    try scratch.make("other")
    try scratch.run("pack other", status: 65)
    try scratch.run("unpack missing", status: 74)
  }
}
