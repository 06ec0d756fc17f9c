import CJPEGXL
import Foundation
import Glibc

/// JPEGs stored as JPEG XL, from which each comes back byte for byte (ISO/IEC 18181-2).
///
/// `000042.jpg` is packed as `000042.jxl`. Whoever opens it by its first name gets the JPEG: from ``FolderHandle``, and from
/// sources that are files.
package enum PackedPicture {
  /// A file in each folder of a recording that has packed pictures.
  package static let mark = "packed.json"
  /// Bytes that a JPEG may have.
  package static let largest = 256 << 20
  private static let (jpeg, packed) = (Array(".jpg".utf8), Array(".jxl".utf8))

  // MARK: - Names

  /// Whether a file's name is that of a packed picture.
  package static func isPacked(_ name: String) -> Bool {
    name.utf8.suffix(packed.count).elementsEqual(packed)
  }

  /// Passes the packed picture's name, for a JPEG's; returns `nil` for any other. Allocates nothing.
  @unsafe
  static func withPackedName<Result>(_ name: FileName, _ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    let length = name.bytes.count
    // Ends with ".jpg" and the NUL.
    guard length > 5, name.bytes[length - 5] == 0x2E, name.bytes[length - 4] == 0x6A,
      name.bytes[length - 3] == 0x70,
      name.bytes[length - 2] == 0x67
    else { return nil }
    // SAFETY: the buffer has room for the name with its NUL, and is filled with it.
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: length) { buffer in
      for place in 0..<length { unsafe buffer[place] = CChar(bitPattern: name.bytes[place]) }
      unsafe (buffer[length - 3], buffer[length - 2]) = (0x78, 0x6C)
      return unsafe body(buffer.baseAddress!)
    }
  }

  /// The packed picture's name, for a JPEG's; otherwise `nil`.
  package static func packedName(_ name: String) -> String? {
    unsafe withPackedName(FileName(name)) { unsafe String(cString: $0) }
  }

  /// The JPEG's name, for a packed picture's; any other as it is.
  package static func jpegName(_ name: String) -> String {
    isPacked(name) ? name.dropLast(packed.count) + String(decoding: jpeg, as: UTF8.self) : name
  }

  /// Changes a packed picture's name to the JPEG's.
  @unsafe
  static func toJPEGName(_ name: UnsafeMutableBufferPointer<UInt8>) {
    let start = name.count - packed.count
    guard start > 0, packed.indices.allSatisfy({ unsafe name[start + $0] == packed[$0] }) else { return }
    for place in jpeg.indices { unsafe name[start + place] = jpeg[place] }
  }

  // MARK: - Bytes

  /// Packs a JPEG; `nil` if that saves nothing, or if it isn't a whole JPEG.
  package static func pack(_ jpeg: [UInt8], path: String) throws(FileError) -> [UInt8]? {
    var code = Int32(CJPEGXL_OK)
    // SAFETY: the counts are those of the two buffers.
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: jpeg.count) { buffer, count in
      code = unsafe cjpegxl_pack(jpeg, jpeg.count, buffer.baseAddress, jpeg.count, &count)
      if code != CJPEGXL_OK { count = 0 }
    }
    switch Int(code) {
    case CJPEGXL_OK: return packed
    case CJPEGXL_UNFIT, CJPEGXL_TOO_LONG: return nil
    default: throw error(code, path)
    }
  }

  /// Restores a JPEG of at most `limit` bytes.
  package static func unpack(_ packed: [UInt8], limit: Int = largest, path: String) throws(FileError)
    -> [UInt8]
  {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let code = unsafe cjpegxl_unpack(packed, packed.count, limit, &bytes, &count)
    guard code == CJPEGXL_OK, let start = unsafe bytes else { throw error(code, path) }
    defer { unsafe free(start) }
    // SAFETY: the library wrote so many bytes there.
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  private static func error(_ code: Int32, _ path: String) -> FileError {
    switch Int(code) {
    case CJPEGXL_MISSING:
      .io(path: path, reason: "packing and unpacking need libjxl: apt install libjxl-tools")
    case CJPEGXL_NO_MEMORY: .io(path: path, reason: SystemCall.text(ENOMEM))
    case CJPEGXL_TOO_LONG: .unfit(path: path, reason: "it unpacks to more bytes than a picture may have")
    default: .unfit(path: path, reason: "it is damaged, or no JPEG packed as JPEG XL")
    }
  }
}
