import CChecksum
import Foundation
import NIOCore

/// Writes a ZIP of files as they are, piece by piece (PKWARE's APPNOTE 6.3.10): it keeps what its directory will say of each, and
/// nothing of what is in them. From 65,535 files or 4 GiB on with Zip64's numbers.
struct ZipArchive {
  /// The bytes written.
  private(set) var count: UInt64
  private var directory = ByteBuffer()
  private var files = 0

  private static let times: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// - Parameter count: the bytes that stand before it.
  init(after count: UInt64 = 0) { self.count = count }

  /// What stands before a file's bytes.
  ///
  /// - Parameters:
  ///   - name: its path in the archive.
  ///   - bytes: the file.
  ///   - seconds: when it was written, since 1970.
  mutating func begin(_ name: String, _ bytes: [UInt8], seconds: Double) -> ByteBuffer {
    let (start, isFar) = (count, count >= UInt64(UInt32.max))
    var facts = ByteBuffer()
    // Names are UTF-8; it is stored.
    facts.write(UInt16(1 << 11), UInt16(0))
    facts.write(Self.time(seconds))
    // SAFETY: the buffer is valid for its count.
    facts.write(unsafe bytes.withUnsafeBufferPointer { unsafe cchecksum_crc32(0, $0.baseAddress, $0.count) })
    facts.write(UInt32(bytes.count), UInt32(bytes.count))
    facts.write(UInt16(name.utf8.count))
    // The same time, to the second and in UTC.
    var extra = ByteBuffer()
    extra.write(UInt16(0x5455), UInt16(5))
    extra.write(UInt8(1))
    extra.write(UInt32(clamping: Int32(clamping: Int(seconds))))

    var head = ByteBuffer()
    head.write(UInt32(0x0403_4B50))
    head.write(UInt16(20))
    head.writeImmutableBuffer(facts)
    head.write(UInt16(extra.readableBytes))
    head.writeString(name)
    head.writeImmutableBuffer(extra)
    count += UInt64(head.readableBytes + bytes.count)

    if isFar {
      extra.write(UInt16(1), UInt16(8))
      extra.write(start)
    }
    files += 1
    directory.write(UInt32(0x0201_4B50))
    // Made on Unix, whose modes follow.
    directory.write(UInt16(3 << 8 | 45), UInt16(isFar ? 45 : 20))
    directory.writeImmutableBuffer(facts)
    directory.write(UInt16(extra.readableBytes), UInt16(0), UInt16(0), UInt16(0))
    directory.write(UInt32(0o100644) << 16, UInt32(clamping: start))
    directory.writeString(name)
    directory.writeImmutableBuffer(extra)
    return head
  }

  /// What stands behind the last file.
  consuming func end() -> ByteBuffer {
    let (start, bytes) = (count, directory.readableBytes)
    var tail = directory
    if files >= Int(UInt16.max) || start >= UInt64(UInt32.max) || bytes >= Int(UInt32.max) {
      tail.write(UInt32(0x0606_4B50))
      tail.write(UInt64(44))
      tail.write(UInt16(3 << 8 | 45), UInt16(45))
      tail.write(UInt32(0), UInt32(0))
      tail.write(UInt64(files), UInt64(files), UInt64(bytes), start)
      tail.write(UInt32(0x0706_4B50), UInt32(0))
      tail.write(start + UInt64(bytes))
      tail.write(UInt32(1))
    }
    tail.write(UInt32(0x0605_4B50))
    tail.write(UInt16(0), UInt16(0), UInt16(clamping: files), UInt16(clamping: files))
    tail.write(UInt32(clamping: bytes), UInt32(clamping: start))
    tail.write(UInt16(0))
    return tail
  }

  /// As MS-DOS has it: two-second steps from 1980 on, without a time zone; here UTC.
  private static func time(_ seconds: Double) -> UInt32 {
    let parts = times.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: seconds))
    guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
      let minute = parts.minute, let second = parts.second, (1980...2107).contains(year)
    else { return 1 << 21 | 1 << 16 }
    let date: Int = (year - 1980) << 25 | month << 21 | day << 16
    let time: Int = hour << 11 | minute << 5 | second / 2
    return UInt32(date | time)
  }
}

extension ByteBuffer {
  fileprivate mutating func write<Number: FixedWidthInteger>(_ numbers: Number...) {
    for number in numbers { writeInteger(number, endianness: .little) }
  }
}
