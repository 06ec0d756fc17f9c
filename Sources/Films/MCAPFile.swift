// The MCAP file format, version 0: mcap.dev/spec. Records are an opcode, a length and their fields, little-endian.

import CChecksum
import HostResources

/// A message in an ``MCAPFile``.
package struct MCAPMessage: Sendable {
  /// The result of ``MCAPFile/addChannel(topic:schema:encoding:metadata:)``.
  package var channel: UInt16
  /// Nanoseconds, on a clock shared by the whole file.
  package var time: UInt64
  /// In the channel's encoding.
  package var data: [UInt8]

  /// Makes a message.
  package init(channel: UInt16, time: UInt64, data: [UInt8]) {
    self.channel = channel
    self.time = time
    self.data = data
  }
}

/// Writes an MCAP file: messages in chunks with checksums, indexes and statistics at the end.
///
/// Each call of ``add(_:)`` writes a complete chunk: all earlier chunks of a truncated file can be recovered. Not thread-safe.
package final class MCAPFile {
  fileprivate enum Opcode: UInt8 {
    case header = 1, footer, schema, channel, message, chunk, messageIndex, chunkIndex, attachment,
      attachmentIndex,
      statistics, metadata, metadataIndex, summaryOffset, dataEnd
  }

  private static let magic: [UInt8] = [0x89] + Array("MCAP0\r\n".utf8)

  private let file: FilmFile
  private var schemas = ByteWriter()
  private var channels = ByteWriter()
  private var chunkIndexes = ByteWriter()
  private var attachmentIndexes = ByteWriter()
  private var metadataIndexes = ByteWriter()
  private var schemaCount: UInt16 = 0
  private var chunkCount: UInt32 = 0
  private var attachmentCount: UInt32 = 0
  private var metadataCount: UInt32 = 0
  // The number of messages in each channel.
  private var counts: [UInt64] = []
  private var span: ClosedRange<UInt64>?

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - path: no file may exist there.
  ///   - profile: what the messages follow, such as `ros2`; empty for nothing.
  ///   - library: the writing program and its version.
  ///   - isHidden: whether it gets its name only when finished.
  /// - Throws: `FileError.cannotCreate(path:reason:)`, also when a file exists there; `FileError.noRoom(path:reason:)`.
  package init(_ path: String, profile: String = "", library: String, isHidden: Bool = true) throws(FileError)
  {
    file = try FilmFile(path, isHidden: isHidden)
    var out = ByteWriter()
    out.bytes = Self.magic
    out.record(.header) { fields in
      fields.put(text: profile)
      fields.put(text: library)
    }
    try file.append(out.bytes.span)
  }

  /// Bytes written so far.
  package var byteCount: Int { file.size }

  /// Whether its index, which is in memory until it is finished, takes more than some 15 MB: a job begins another file.
  package var isFull: Bool { chunkIndexes.bytes.count > Self.mostIndex }

  private static let mostIndex = 15_000_000

  /// Flushes what was written so far to the disk.
  package func synchronize() throws(FileError) { try file.synchronize() }

  /// Adds a schema and returns its number.
  ///
  /// - Parameters:
  ///   - name: such as `foxglove.CompressedImage`.
  ///   - encoding: `protobuf`, `jsonschema` or `ros2msg`.
  ///   - data: a `FileDescriptorSet`, the JSON schema's or the definition's text.
  package func addSchema(name: String, encoding: String, data: [UInt8]) throws(FileError) -> UInt16 {
    schemaCount += 1
    schemas.bytes += try append(.schema) { fields in
      fields.put(schemaCount)
      fields.put(text: name)
      fields.put(text: encoding)
      fields.put(UInt32(data.count))
      fields.bytes += data
    }
    return schemaCount
  }

  /// Adds a channel and returns its number.
  package func addChannel(
    topic: String, schema: UInt16, encoding: String, metadata: [String: String] = [:]
  ) throws(FileError) -> UInt16 {
    guard let number = UInt16(exactly: counts.count) else {
      throw .fileTooLarge(path: file.path, reason: "an MCAP can have at most 65,536 channels; write a .mkv")
    }
    counts.append(0)
    channels.bytes += try append(.channel) { fields in
      fields.put(number)
      fields.put(schema)
      fields.put(text: topic)
      fields.put(text: encoding)
      fields.put(map: metadata)
    }
    return number
  }

  /// Adds messages as one chunk: all of them or none.
  package func add(_ messages: [MCAPMessage]) throws(FileError) {
    try file.checkName()
    guard let first = messages.map(\.time).min(), let last = messages.map(\.time).max() else { return }
    var records = ByteWriter()
    // By channel: each message's time and offset in the chunk.
    var indexes: [UInt16: [(time: UInt64, offset: UInt64)]] = [:]
    for message in messages {
      let offset = UInt64(records.bytes.count)
      let sequence = counts[Int(message.channel)] + UInt64(indexes[message.channel]?.count ?? 0)
      indexes[message.channel, default: []].append((message.time, offset))
      records.record(.message) { fields in
        fields.put(message.channel)
        fields.put(UInt32(truncatingIfNeeded: sequence))
        fields.put(message.time)
        fields.put(message.time)
        fields.bytes += message.data
      }
    }
    let start = UInt64(file.size)
    var out = ByteWriter()
    out.record(.chunk) { fields in
      fields.put(first)
      fields.put(last)
      fields.put(UInt64(records.bytes.count))
      fields.put(Self.checksum(records.bytes))
      fields.put(text: "")
      fields.put(UInt64(records.bytes.count))
      fields.bytes += records.bytes
    }
    let length = UInt64(out.bytes.count)
    var offsets: [(UInt16, UInt64)] = []
    for (channel, entries) in indexes.sorted(by: { $0.key < $1.key }) {
      offsets.append((channel, start + UInt64(out.bytes.count)))
      out.record(.messageIndex) { fields in
        fields.put(channel)
        fields.put(UInt32(16 * entries.count))
        for entry in entries {
          fields.put(entry.time)
          fields.put(entry.offset)
        }
      }
    }
    try file.append(out.bytes.span)
    let indexLength = UInt64(out.bytes.count) - length
    chunkIndexes.record(.chunkIndex) { fields in
      fields.put(first)
      fields.put(last)
      fields.put(start)
      fields.put(length)
      fields.put(UInt32(10 * offsets.count))
      for (channel, offset) in offsets {
        fields.put(channel)
        fields.put(offset)
      }
      fields.put(indexLength)
      fields.put(text: "")
      fields.put(UInt64(records.bytes.count))
      fields.put(UInt64(records.bytes.count))
    }
    for (channel, entries) in indexes { counts[Int(channel)] += UInt64(entries.count) }
    span = min(span?.lowerBound ?? first, first)...max(span?.upperBound ?? last, last)
    chunkCount += 1
  }

  /// Adds an attachment.
  package func attach(name: String, mediaType: String, time: UInt64, data: [UInt8]) throws(FileError) {
    let start = UInt64(file.size)
    let count = try append(.attachment) { fields in
      let begin = fields.bytes.count
      fields.put(time)
      fields.put(time)
      fields.put(text: name)
      fields.put(text: mediaType)
      fields.put(UInt64(data.count))
      fields.bytes += data
      fields.put(Self.checksum(Array(fields.bytes[begin...])))
    }.count
    attachmentIndexes.record(.attachmentIndex) { fields in
      fields.put(start)
      fields.put(UInt64(count))
      fields.put(time)
      fields.put(time)
      fields.put(UInt64(data.count))
      fields.put(text: name)
      fields.put(text: mediaType)
    }
    attachmentCount += 1
  }

  /// Adds metadata about the whole file.
  package func describe(_ name: String, _ facts: [String: String]) throws(FileError) {
    let start = UInt64(file.size)
    let count = try append(.metadata) { fields in
      fields.put(text: name)
      fields.put(map: facts)
    }.count
    metadataIndexes.record(.metadataIndex) { fields in
      fields.put(start)
      fields.put(UInt64(count))
      fields.put(text: name)
    }
    metadataCount += 1
  }

  /// Writes indexes and statistics, and gives the file its name. Nothing may be added afterwards.
  package func finish() throws(FileError) {
    try file.checkName()
    var out = ByteWriter()
    out.record(.dataEnd) { $0.put(0 as UInt32) }
    let start = file.size + out.bytes.count
    var summary = ByteWriter()
    var offsets = ByteWriter()
    func put(_ group: Opcode, _ records: ByteWriter) {
      guard !records.bytes.isEmpty else { return }
      let begin = start + summary.bytes.count
      summary.bytes += records.bytes
      offsets.record(.summaryOffset) { fields in
        fields.put(group.rawValue)
        fields.put(UInt64(begin))
        fields.put(UInt64(records.bytes.count))
      }
    }
    put(.schema, schemas)
    put(.channel, channels)
    var statistics = ByteWriter()
    statistics.record(.statistics) { fields in
      fields.put(counts.reduce(0, +))
      fields.put(schemaCount)
      fields.put(UInt32(counts.count))
      fields.put(attachmentCount)
      fields.put(metadataCount)
      fields.put(chunkCount)
      fields.put(span?.lowerBound ?? 0)
      fields.put(span?.upperBound ?? 0)
      fields.put(UInt32(10 * counts.count))
      for (channel, count) in counts.enumerated() {
        fields.put(UInt16(channel))
        fields.put(count)
      }
    }
    put(.statistics, statistics)
    put(.chunkIndex, chunkIndexes)
    put(.attachmentIndex, attachmentIndexes)
    put(.metadataIndex, metadataIndexes)
    let offsetStart = start + summary.bytes.count
    summary.bytes += offsets.bytes
    // The checksum covers everything from the summary's start to the footer's second field.
    summary.put(Opcode.footer.rawValue)
    summary.put(20 as UInt64)
    summary.put(UInt64(start))
    summary.put(UInt64(offsetStart))
    summary.put(Self.checksum(summary.bytes))
    out.bytes += summary.bytes + Self.magic
    try file.append(out.bytes.span)
    try file.finish()
  }

  /// Appends a record to the file, and returns its bytes.
  private func append(_ opcode: Opcode, _ body: (inout ByteWriter) -> Void) throws(FileError) -> [UInt8] {
    var out = ByteWriter()
    out.record(opcode, body)
    try file.append(out.bytes.span)
    return out.bytes
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    // SAFETY: the buffer is valid for its count.
    unsafe bytes.withUnsafeBufferPointer { unsafe cchecksum_crc32(0, $0.baseAddress, $0.count) }
  }
}

extension ByteWriter {
  /// Writes a record: its opcode, the length of its fields, and the fields.
  fileprivate mutating func record(_ opcode: MCAPFile.Opcode, _ body: (inout ByteWriter) -> Void) {
    put(opcode.rawValue)
    let place = bytes.count
    put(0 as UInt64)
    body(&self)
    put(UInt64(bytes.count - place - 8), at: place)
  }

  fileprivate mutating func put(text: String) {
    put(UInt32(text.utf8.count))
    bytes += text.utf8
  }

  fileprivate mutating func put(map: [String: String]) {
    let place = bytes.count
    put(0 as UInt32)
    for (key, value) in map.sorted(by: { $0.key < $1.key }) {
      put(text: key)
      put(text: value)
    }
    put(UInt32(bytes.count - place - 4), at: place)
  }
}
