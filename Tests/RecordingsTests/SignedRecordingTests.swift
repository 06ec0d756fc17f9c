import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Recordings

/// What was changed in a signed recording is found, or named as what isn't promised.
@Suite("Signed recordings")
struct SignedRecordingTests {
  private static let key = SigningKey()

  @Test("keys and signatures are RFC 8032's, and files those of OpenSSL")
  func vectors() throws {
    // RFC 8032, 7.1, test 3.
    func bytes(_ hexadecimal: String) -> [UInt8] {
      stride(from: 0, to: hexadecimal.count, by: 2).compactMap { place in
        let start = hexadecimal.index(hexadecimal.startIndex, offsetBy: place)
        return UInt8(hexadecimal[start..<hexadecimal.index(start, offsetBy: 2)], radix: 16)
      }
    }
    let key = try #require(
      SigningKey(secret: bytes("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")))
    #expect(
      key.publicKey.bytes == bytes("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"))
    let message = bytes("af82")
    var signature = [UInt8](repeating: 0, count: 64)
    key.sign(message.span, into: &signature)
    #expect(
      signature
        == bytes(
          "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"))
    #expect(key.publicKey.verifies(signature, of: message))
    #expect(!key.publicKey.verifies(signature, of: bytes("af83")))
    signature[3] ^= 1
    #expect(!key.publicKey.verifies(signature, of: message))
    let folder = try TestFolder()
    try folder.put(KeyFile.text(key), "k.key")
    try folder.put(KeyFile.text(key.publicKey), "k.pub")
    #expect(throws: FileError.self) { try KeyFile.readSecret(folder.file("k.key")) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("k.key"))
    #expect(try KeyFile.readSecret(folder.file("k.key")) == key)
    #expect(try KeyFile.readPublic(folder.file("k.pub")) == key.publicKey)
    for name in ["k.key", "k.pub"] {
      let isSecret = name == "k.key"
      #expect(throws: FileError.self) {
        if isSecret {
          _ = try KeyFile.readPublic(folder.file(name))
        } else {
          _ = try KeyFile.readSecret(folder.file(name))
        }
      }
    }
  }

  // MARK: - Tamperings

  /// Records six pictures with kept frames, one of them deleted.
  @discardableResult
  private func record(
    _ folder: TestFolder, _ name: String = "r", key: SigningKey? = key, count: Int = 6, isEnded: Bool = true
  ) throws -> RecordingWriter {
    let writer = try RecordingWriter(
      folder: folder.file(name), session: TestRecording.session(), recordsTimes: false,
      key: key)
    for _ in 0..<count { try write(writer) }
    if isEnded { try writer.finish(totals: SessionTotals(), endedAt: "2026-01-02T03:05:05Z") }
    return writer
  }

  private func write(_ writer: RecordingWriter) throws {
    let picture = try TestRecording.frame(writer.nextIndex)
    _ = try writer.write(picture)
  }

  private func problems(_ folder: TestFolder, _ name: String = "r", key: PublicKey? = key.publicKey) throws
    -> [String]
  {
    try RecordingVerifier(folder.file(name), key: key).run().problems.map { "\($0)" }
  }

  @Test("one that nobody changed is signed, from its first picture to its end")
  func good() throws {
    let folder = try TestFolder()
    try record(folder)
    let report = try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run()
    #expect(report.problems == [])
    #expect(report.signed.key == Self.key.publicKey.text && report.signed.isExpected && report.signed.isEnded)
    #expect(report.signed.pictures == 6 && report.signed.files == 6 && report.signed.unsigned == 0)
    #expect(!report.neverChecked.contains { $0.contains("nothing is signed") || $0.contains("cut off") })
    // Anybody can make a key.
    let open = try RecordingVerifier(folder.file("r")).run()
    #expect(
      open.problems == [] && !open.signed.isExpected && open.neverChecked.contains { $0.contains("--key") })
    #expect(try problems(folder, key: SigningKey().publicKey).contains { $0.contains("another key") })
    // It goes on, and is one chain.
    try record(folder)
    #expect(try problems(folder) == [])
    #expect(try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run().signed.pictures == 12)
  }

  fileprivate enum Tampering: String, CaseIterable {
    case pixel, other, exchanged, repeated, removed, removedQuietly, cutOff, line, moved, session, logLine,
      logMoved
    case logCut, logRemoved, anotherKey, added, ended

    func change(_ folder: TestFolder) throws {
      func lines(_ name: String, _ body: (inout [Substring]) -> Void) throws {
        var lines = try folder.text("r/\(name)").split(separator: "\n")
        body(&lines)
        try folder.put(lines.joined(separator: "\n") + "\n", "r/\(name)")
      }
      func removePicture(_ index: Int) throws {
        try folder.remove("r/00000\(index).jpg")
        try lines("frames.jsonl") { $0.removeAll { $0.hasPrefix("{\"index\":\(index),") } }
      }
      switch self {
      case .pixel:
        var bytes = try folder.bytes("r/000002.jpg")
        bytes[bytes.count - 20] ^= 4
        try folder.put(bytes, "r/000002.jpg")
      case .other: try folder.put(TestRecording.jpeg(shade: 33), "r/000002.jpg")
      case .exchanged:
        let (a, b) = (try folder.bytes("r/000001.jpg"), try folder.bytes("r/000002.jpg"))
        try folder.put(b, "r/000001.jpg")
        try folder.put(a, "r/000002.jpg")
      case .repeated: try folder.put(folder.bytes("r/000001.jpg"), "r/000002.jpg")
      case .removed: try folder.remove("r/000002.jpg")
      case .removedQuietly: try removePicture(2)
      case .cutOff: try removePicture(5)
      case .line:
        try lines("frames.jsonl") {
          $0[2] = Substring($0[2].replacingOccurrences(of: "-1.42", with: "-0.42"))
        }
      case .moved: try lines("frames.jsonl") { $0.swapAt(1, 2) }
      case .session:
        try folder.put(
          folder.text("r/session.json").replacingOccurrences(of: "video2", with: "video3"), "r/session.json")
      case .logLine:
        try lines("signed.jsonl") {
          $0[2] = Substring($0[2].replacingOccurrences(of: "\"index\":1", with: "\"index\":7"))
        }
      case .logMoved: try lines("signed.jsonl") { $0.swapAt(2, 3) }
      case .logCut:
        // With all that it speaks of.
        try removePicture(5)
        try lines("signed.jsonl") { $0.removeLast(2) }
      case .logRemoved: try folder.remove("r/signed.jsonl")
      case .anotherKey:
        // All of it made anew by somebody else.
        try folder.remove("r")
        try SignedRecordingTests().record(folder, key: SigningKey())
      case .added:
        try folder.put(TestRecording.jpeg(shade: 9), "r/000006.jpg")
        try lines("frames.jsonl") { lines in
          lines.append(
            Substring(
              lines[5].replacingOccurrences(of: "000005", with: "000006").replacingOccurrences(
                of: "\"index\":5", with: "\"index\":6")))
        }
      case .ended:
        try lines("frames.jsonl") {
          $0[5] = "{\"index\":5,\"file\":\"000005.jpg\",\"cameras\":[],\"hud\":[],\"recovered\":true}"
        }
      }
    }
  }

  @Test("whatever is changed is found", arguments: Tampering.allCases.map { Change(tampering: $0) })
  func tamperings(_ change: Change) throws {
    let folder = try TestFolder()
    try record(folder)
    try change.tampering.change(folder)
    let found = try problems(folder)
    #expect(found.contains { $0.contains("sign") }, "\(found)")
  }

  struct Change: CustomTestStringConvertible {
    fileprivate let tampering: Tampering
    var testDescription: String { tampering.rawValue }
  }

  @Test("any byte that is changed, lost or added anywhere in what is signed is found", arguments: 1...6)
  func bytes(seed: UInt64) throws {
    let folder = try TestFolder()
    try record(folder, count: 3)
    var random = Seeded(seed)
    for name in ["signed.jsonl", "frames.jsonl", "session.json", "000001.jpg"] {
      let whole = try folder.bytes("r/\(name)")
      for round in 0..<4 {
        var bytes = whole
        let place = Int(random.next() % UInt64(bytes.count))
        switch round {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        default: bytes[place] ^= 1 << UInt8(random.next() % 8)
        }
        try folder.put(bytes, "r/\(name)")
        #expect(try !problems(folder).isEmpty, "\(name), \(round) at \(place)")
      }
      try folder.put(whole, "r/\(name)")
    }
    #expect(try problems(folder) == [])
  }

  // MARK: - What may happen to a recorder

  @Test("one that was killed says that its end isn't signed, and goes on")
  func killed() throws {
    let folder = try TestFolder()
    try record(folder, isEnded: false)
    let report = try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run()
    #expect(report.problems == [] && !report.signed.isEnded)
    #expect(report.neverChecked.contains { $0.contains("cut off the end") })
    // Between a picture's name, its signature and its line.
    for whole in [false, true] {
      let name = whole ? "a" : "b"
      try record(folder, name, isEnded: false)
      var log = try folder.text("\(name)/signed.jsonl").split(separator: "\n")
      var lines = try folder.text("\(name)/frames.jsonl").split(separator: "\n")
      lines.removeLast()
      let last = log.removeLast()
      if whole { log.append(last) } else { log.append(last.prefix(100)) }
      try folder.put(lines.joined(separator: "\n") + "\n", "\(name)/frames.jsonl")
      try folder.put(log.joined(separator: "\n") + (whole ? "\n" : ""), "\(name)/signed.jsonl")
      try record(folder, name)
      let report = try RecordingVerifier(folder.file(name), key: Self.key.publicKey).run()
      #expect(report.problems == [], "\(name)")
      #expect(report.signed.isEnded && report.frames == 12)
      #expect(report.notChecked.keys.contains { $0.contains("in flight") }, "\(report.notChecked)")
    }
  }

  @Test("one that began without a key names what isn't signed")
  func late() throws {
    let folder = try TestFolder()
    try record(folder, key: nil)
    #expect(try problems(folder).contains { $0.contains("nothing here is signed") })
    try record(folder)
    let report = try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run()
    #expect(report.problems == [] && report.signed.pictures == 6 && report.signed.unsigned == 6)
    #expect(report.neverChecked.contains { $0.contains("6 pictures were changed") })
  }

  @Test("pictures that are deleted while it records, or freed, are gone by signature; others aren't")
  func deletions() throws {
    let folder = try TestFolder()
    var writer: RecordingWriter? = try record(folder, isEnded: false)
    let handle = try FolderHandle(folder.file("r"))
    try handle.lockLists()
    #expect(try DeletedFrames.delete([3], from: handle).frames == [3])
    handle.unlockLists()
    try writer?.finish(totals: SessionTotals(), endedAt: nil)
    writer = nil
    #expect(try problems(folder) == [])
    // Whoever deleted it, the recorder doesn't vouch for that.
    let report = try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run()
    #expect(
      report.signed.missing == 1 && report.neverChecked.contains { $0.contains("1 signed picture is gone") })
    // Nobody tells of this one, until the next run finds it missing.
    try handle.lockLists()
    _ = try DeletedFrames.delete([4], from: handle)
    #expect(try problems(folder).contains { $0.contains("000004.jpg") && $0.contains("nothing signed says") })
    handle.unlockLists()
    try record(folder, count: 1)
    #expect(try problems(folder) == [])
    #expect(try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run().signed.missing == 2)
    let freeing = try TestFolder()
    try record(freeing)
    let next = try RecordingWriter(
      folder: freeing.file("r"), session: TestRecording.session(), recordsTimes: false, key: Self.key)
    let budget = try PictureBudget(
      limit: nil, whenFull: .free, durability: .none, in: next.handle, segments: nil)
    budget.log = { next.log }
    #expect(try budget.makeRoomOnDisk(for: 1))
    try next.finish(totals: SessionTotals(), endedAt: nil)
    #expect(!freeing.exists("r/000000.jpg") && freeing.exists("r/000001.jpg"))
    #expect(try problems(freeing) == [])
    try freeing.remove("r/000001.jpg")
    #expect(try problems(freeing).contains { $0.contains("000001.jpg") })
  }

  /// Records segments of one signed chain; all but the last say that it goes on.
  private func recordSegments(_ count: Int, pictures: Int, in folder: TestFolder) throws {
    let segments = try SegmentFolder(folder.file("r"), durability: .none)
    var end: (segment: String, digest: String)?
    for number in 0..<count {
      let writer = try RecordingWriter(
        segments.make(number), session: TestRecording.session(), recordsTimes: false,
        durability: .none, key: Self.key, after: end)
      for _ in 0..<pictures { try write(writer) }
      try writer.finish(totals: SessionTotals(), endedAt: nil, continues: number < count - 1)
      end = (SegmentFolder.name(number), try #require(writer.log).end)
    }
  }

  @Test("segments are one chain: none is left out, and one that was freed is gone by signature")
  func segments() throws {
    let folder = try TestFolder()
    try recordSegments(3, pictures: 2, in: folder)
    #expect(try problems(folder) == [])
    // Pictures may be deleted later by who has the key.
    let library = RecordingLibrary(folder.file("r/000000"))
    #expect(try library.delete(FrameSelection(parsing: "1"), key: Self.key).frames == [1])
    #expect(try problems(folder) == [])
    #expect(try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run().signed.pictures == 5)
    for gone in ["000001", "000000"] {
      try FileManager.default.moveItem(atPath: folder.file("r/\(gone)"), toPath: folder.file("away"))
      #expect(try problems(folder).contains { $0.contains("signed.jsonl") && $0.contains("go") }, "\(gone)")
      try FileManager.default.moveItem(atPath: folder.file("away"), toPath: folder.file("r/\(gone)"))
    }
    // Another folder's name doesn't make it a whole recording.
    try FileManager.default.copyItem(atPath: folder.file("r/000002"), toPath: folder.file("part"))
    #expect(try RecordingVerifier(folder.file("part"), key: Self.key.publicKey).run().signed.isPart)
    // Freed pictures alone don't excuse a segment; its removal does.
    let last = try SignedLog(FolderHandle(folder.file("r/000002")), key: Self.key)
    for index in 0..<2 { try last.free(index, segment: "000000") }
    try FileManager.default.moveItem(atPath: folder.file("r/000000"), toPath: folder.file("away"))
    try folder.put("{\"before\":1,\"pictures\":2}\n", "r/freed.json")
    #expect(try problems(folder).contains { $0.contains("which is missing") })
    try last.remove("000000", FolderHandle(folder.file("away")))
    #expect(try problems(folder) == [])
    // What a segment says of others outlives it.
    for index in 0..<2 { try last.free(index, segment: "000001") }
    try last.remove("000001", FolderHandle(folder.file("r/000001")))
    try folder.remove("r/000001")
    try folder.put("{\"before\":2,\"pictures\":4}\n", "r/freed.json")
    #expect(try problems(folder) == [])
  }

  @Test("last segments that are cut off are missed: their ends weren't the recording's")
  func cutSegments() throws {
    let folder = try TestFolder()
    try recordSegments(3, pictures: 1, in: folder)
    #expect(try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run().signed.isEnded)
    try folder.remove("r/000002")
    let report = try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run()
    #expect(report.problems == [] && !report.signed.isEnded)
  }

  @Test("a signed recording goes on with its own key only, and isn't deleted from with another")
  func otherKeys() throws {
    let folder = try TestFolder()
    try record(folder)
    for key in [nil, SigningKey()] {
      #expect(throws: FileError.self) { try record(folder, key: key) }
    }
    let library = RecordingLibrary(folder.file("r"))
    #expect(throws: FileError.self) { try library.delete(FrameSelection(parsing: "1"), key: SigningKey()) }
    #expect(try library.delete(FrameSelection(parsing: "1"), key: Self.key).frames == [1])
    #expect(try problems(folder) == [])
    // A log that is somebody else's may say anything: of files elsewhere, and of numbers that can't be.
    let hostile = SigningKey()
    for (number, name) in ["/etc/passwd", "../r/000000.jpg", "sources/../000000.jpg"].enumerated() {
      let copy = "copy\(number)"
      try record(folder, copy, key: nil)
      let log = try SignedLog(FolderHandle(folder.file(copy)), key: hostile)
      try log.begin(session: [], first: 0, after: nil)
      try log.picture(0, line: [UInt8]().span) { $0.file(FileName(name), [1, 2].span) }
      let found = try problems(folder, copy, key: hostile.publicKey)
      #expect(found.contains { $0.contains("isn't one of its own") }, "\(found)")
    }
    try record(folder, "huge", key: nil)
    let log = try SignedLog(FolderHandle(folder.file("huge")), key: hostile)
    try log.begin(session: [], first: 0, after: nil)
    try log.picture(.max, line: [UInt8]().span) { _ in }
    #expect(try problems(folder, "huge", key: nil).contains { $0.contains("signed.jsonl") })
  }

  @Test("a request for a time stamp has the log's end, and a reply says when that existed")
  func stamps() throws {
    let folder = try TestFolder()
    try record(folder)
    let made = try TimeStampRequest.write(in: folder.file("r"))
    let request = try folder.bytes("r/proof.tsq")
    #expect(request.count == Int(request[1]) + 2 && SHA256.hexadecimal(request[24..<56]) == made.digest)
    // Of a reply, what dualcam reads.
    let imprint = Array(request[5..<56])
    func reply(_ imprint: [UInt8]) -> [UInt8] {
      [0x30, 0x82, 0x01, 0x00] + imprint + [0x02, 0x01, 0x07, 0x18, 0x0F] + Array("20261130170000Z".utf8) + [
        0, 0,
      ]
    }
    try folder.put(reply(imprint), "r/proof.tsr")
    let report = try RecordingVerifier(folder.file("r"), key: Self.key.publicKey).run()
    #expect(report.problems == [] && report.signed.stamps.first?.contains("20261130170000Z") == true)
    try folder.put(reply(imprint.dropLast() + [imprint[50] ^ 1]), "r/proof.tsr")
    #expect(try problems(folder).contains { $0.contains("of something else") })
    try folder.put(Array(reply(imprint).prefix(40)), "r/proof.tsr")
    #expect(try problems(folder).contains { $0.contains("no reply") })
  }
}
