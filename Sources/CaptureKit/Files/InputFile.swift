// The only place where file sources call the kernel: open(2), fstat(2), pread(2), readdir(3), glob(3).

import Glibc
import HostResources

/// The kind of thing at a path.
enum FileStatus {
  case file, folder, pipe, other

  /// Follows links; `nil` when nothing is there.
  init?(_ path: String) {
    var status = stat()
    // SAFETY: the kernel fills `status`, which outlives the call.
    guard unsafe path.withName({ unsafe stat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .pipe
    default: self = .other
    }
  }

  static func exists(_ path: String) -> Bool { FileStatus(path) != nil }
}

/// A regular file opened for reading, or a pipe. Every read names its offset; there is no file position.
final class InputFile {
  /// The name of standard input in messages.
  static let standardInput = "standard input"

  let path: String
  private let fixedSize: Int
  private let descriptor: Int32
  /// A pebibyte, in bytes.
  private static let largest = 1 << 50
  private let pipe: InputPipe?
  /// The JPEG of a packed picture, or what was made of a file.
  private let unpacked: [UInt8]?
  var isPipe: Bool { pipe != nil }

  /// Size in bytes when opened; a file truncated later reads short. A pipe's size is unknown and unlimited until it
  /// ends.
  var size: Int { pipe.map { $0.isOver ? $0.end : .max } ?? fixedSize }

  /// Makes a pipe a file; bytes that were passed over can't be reread.
  init(_ pipe: InputPipe) {
    (path, fixedSize, descriptor, unpacked) = (pipe.name, 0, -1, nil)
    self.pipe = pipe
  }

  /// Makes what a file holds a file of its own.
  init(path: String, bytes: [UInt8]) {
    (self.path, fixedSize, descriptor, pipe, unpacked) = (path, bytes.count, -1, nil, bytes)
  }

  /// - Throws: ``CaptureError/notFound(path:hint:)``, ``CaptureError/permission(path:hint:)``,
  ///   ``CaptureError/badFile(path:reason:)`` when it isn't a regular file,
  ///   ``CaptureError/system(call:path:code:)``.
  init(path: String) throws(CaptureError) {
    self.path = path
    // Non-blocking, so that a named pipe is refused instead of waited for.
    let opened =
      PackedPicture.isPacked(path)
      ? -1 : unsafe path.withName { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    let code = errno
    if opened < 0, let packed = FileNames.packed(path) {
      do throws(FileError) {
        let bytes = try BoundedFile.read(packed, limit: PackedPicture.largest)
        unpacked = try PackedPicture.unpack(bytes, path: packed)
      } catch { throw .badFile(path: packed, reason: error.reason) }
      (fixedSize, descriptor, pipe) = (unpacked?.count ?? 0, -1, nil)
      return
    }
    guard opened >= 0 else { throw Self.failure(toOpen: path, code) }
    var status = stat()
    // SAFETY: the kernel fills `status`, which outlives the call.
    guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .badFile(path: path, reason: "it isn't a regular file")
    }
    // A sparse file can have 2^63 bytes, which would overflow sums.
    guard status.st_size <= Self.largest else {
      close(opened)
      throw .badFile(
        path: path, reason: "it has \(status.st_size) bytes; it can have at most \(Self.largest)")
    }
    fixedSize = Int(status.st_size)
    (descriptor, pipe, unpacked) = (opened, nil, nil)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The error for open(2)'s errno.
  static func failure(toOpen path: String, _ code: Int32) -> CaptureError {
    switch code {
    case ENOENT, ENOTDIR: .notFound(path: path, hint: "there is no such file")
    case EACCES, EPERM: .permission(path: path, hint: "this user can't read the file")
    default: .system(call: "open", path: path, code: code)
    }
  }

  /// Releases a pipe's bytes before an offset.
  func pass(_ offset: Int) { pipe?.pass(offset) }

  /// Makes a pipe end. Safe to call from any thread.
  func stop() { pipe?.stop() }

  /// Reads at `offset` until `buffer` is full or the file ends; from standard input, what has arrived, but at least a byte.
  ///
  /// - Returns: the number of bytes read.
  /// - Throws: ``CaptureError/system(call:path:code:)``.
  @unsafe
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
    if let pipe { return try unsafe pipe.read(at: offset, into: buffer) }
    if let unpacked {
      let part = unpacked.dropFirst(offset).prefix(buffer.count)
      unsafe buffer.copyBytes(from: part)
      return part.count
    }
    var done = 0
    while done < buffer.count {
      // SAFETY: the rest of the buffer is written, and no more.
      let start = unsafe buffer.baseAddress.map { unsafe $0 + done }
      let count = SystemCall.result {
        unsafe pread(descriptor, start, buffer.count - done, offset + done)
      }
      if count < 0 { throw .system(call: "pread", path: path, code: Int32(-count)) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads up to `count` bytes at `offset` into the start of `bytes`; returns the number of bytes read.
  func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
    let wanted = min(count, bytes.count)
    var outcome: Result<Int, CaptureError> = .success(0)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      do throws(CaptureError) {
        outcome = .success(try unsafe read(at: offset, into: part))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Reads up to `count` bytes at `offset` into a slot, as far as they fit, and sets its `byteCount`.
  func read(at offset: Int, count: Int, into slot: FrameSlot) throws(CaptureError) {
    // SAFETY: the slot is the caller's while it fills it; the part is within its memory.
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: slot.memory[..<min(count, slot.capacity)])
    slot.byteCount = try unsafe read(at: offset, into: part)
  }
}

/// File names, as needed by readers of sequences.
package enum FileNames {
  /// A folder's pictures, in natural order (`2.jpg` before `10.jpg`), without hidden files: those that can't be read, too.
  ///
  /// - Throws: as ``paths(inFolder:)``.
  static func pictures(inFolder path: String) throws(CaptureError) -> [String] {
    try paths(inFolder: path).filter(holdsPicture).sorted(by: naturally)
  }

  /// All that a folder holds, except hidden files, in no order.
  ///
  /// - Throws: ``CaptureError/permission(path:hint:)`` or ``CaptureError/system(call:path:code:)`` when the folder can't be
  ///   read.
  static func paths(inFolder path: String) throws(CaptureError) -> [String] {
    guard let folder = unsafe path.withName({ unsafe opendir($0) }) else {
      let code = errno
      if code == EACCES { throw .permission(path: path, hint: "this user can't read the folder") }
      throw .system(call: "opendir", path: path, code: code)
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // SAFETY: d_name is a terminated string within the entry, valid until the next readdir.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe NameText.text($0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    return names.map { prefix + $0 }
  }

  /// The pictures that a path names: its own, a folder's, or a pattern's matches; none for anything else.
  ///
  /// - Throws: as ``pictures(inFolder:)``.
  static func pictures(at path: String) throws(CaptureError) -> [String] {
    switch FileStatus(path) {
    case .file: holdsPicture(path) ? [path] : []
    case .folder: try pictures(inFolder: path)
    case .pipe, .other: []
    case nil: isPattern(path) ? matching(pattern: path).filter(holdsPicture) : []
    }
  }

  /// Whether a file is a picture, by its name or else by its first bytes; also one that can't be read.
  package static func holdsPicture(_ path: String) -> Bool {
    if isPicture(path) || Conversion.namesPicture(path) { return FileStatus(path) != .folder }
    guard !Conversion.namesFilm(path), FileStatus(path) == .file, let file = try? InputFile(path: path),
      let kind = try? PictureKind(file)
    else { return false }
    return kind != .noPicture
  }

  /// The files that a shell pattern (`*`, `?`, `[…]`) matches, in natural order.
  static func matching(pattern: String) -> [String] {
    if let packed = PackedPicture.packedName(pattern) {
      return (matchingOne(pattern) + matchingOne(packed)).sorted(by: naturally)
    }
    return matchingOne(pattern).sorted(by: naturally)
  }

  private static func matchingOne(_ pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    // SAFETY: glob fills `found`; its strings live until globfree.
    guard unsafe pattern.withName({ unsafe glob($0, GLOB_NOSORT, nil, &found) }) == 0,
      let paths = unsafe found.gl_pathv
    else {
      return []
    }
    var names: [String] = []
    for index in 0..<Int(unsafe found.gl_pathc) {
      if let path = unsafe paths[index] { names.append(unsafe NameText.text(path)) }
    }
    return names
  }

  /// The packed picture that a path names, itself or by its JPEG's name.
  static func packed(_ path: String) -> String? {
    if PackedPicture.isPacked(path) { return path }
    guard let packed = PackedPicture.packedName(path), !FileStatus.exists(path) else { return nil }
    return FileStatus.exists(packed) ? packed : nil
  }

  static func isPattern(_ path: String) -> Bool { path.contains { "*?[".contains($0) } }

  private static let endings = [".jpg", ".jpeg", ".jpe", ".jfif", ".jif", ".png"]

  /// Whether a name is that of a JPEG, packed or not, or of a PNG.
  package static func isPicture(_ name: String) -> Bool {
    endings.contains(where: name.lowercased().hasSuffix) || PackedPicture.isPacked(name)
  }

  /// Compares digits as numbers and everything else by byte. A total order: equal numbers with different leading zeros
  /// fall back to the bytes.
  static func naturally(_ a: String, _ b: String) -> Bool {
    let x = Array(a.utf8)
    let y = Array(b.utf8)
    var i = 0
    var j = 0
    while i < x.count, j < y.count {
      if isDigit(x[i]), isDigit(y[j]) {
        let first = number(x, &i)
        let second = number(y, &j)
        if first.count != second.count { return first.count < second.count }
        if first != second { return first.lexicographicallyPrecedes(second) }
      } else {
        if x[i] != y[j] { return x[i] < y[j] }
        i += 1
        j += 1
      }
    }
    if x.count - i != y.count - j { return x.count - i < y.count - j }
    return x.lexicographicallyPrecedes(y)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// The digits starting at `index`, without leading zeros; moves `index` past them.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    while index < bytes.count, bytes[index] == 48 { index += 1 }
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }
}
