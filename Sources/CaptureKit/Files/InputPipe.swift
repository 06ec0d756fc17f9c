import Glibc
import HostResources
import Synchronization

/// How long a source that waits for bytes may take to open, and who hears that it waits.
package struct OpeningWait {
  /// Gives up when set.
  let stop: StopFlag
  /// Gives up after this many seconds without a picture.
  let seconds: Double
  /// Called every second with what has arrived so far.
  let tell: (String) -> Void
  let began = MonotonicClock.now()

  package init(stop: StopFlag, seconds: Double?, tell: @escaping (String) -> Void) {
    (self.stop, self.seconds, self.tell) = (stop, seconds ?? Self.usual, tell)
  }

  /// A program that opens a network camera takes seconds.
  package static let usual = 60.0
}

/// Standard input or another pipe, read like a growing file: what was read stays until passed over.
final class InputPipe {
  let name: String
  private let descriptor: Int32
  private let isOwner: Bool
  /// The most bytes kept: far more than a picture has, yet endless garbage can't exhaust memory.
  static let most = 64 << 20
  private static let chunk = 65_536
  /// How long each wait lasts before checking for a stop.
  private static let step: Int32 = 100

  /// Bytes from offset `start` on; the first `passed` of them are no longer needed.
  private var bytes: [UInt8] = []
  private var start = 0
  private var passed = 0
  /// Where the bytes begin that are still needed; they may not have arrived.
  private var needed = 0
  private var room = [UInt8](repeating: 0, count: chunk)
  private(set) var isOver = false
  private let isStopped = Atomic<Bool>(false)
  /// Until the first picture is found; afterwards the pipe may pause for as long as it likes.
  private var opening: OpeningWait?
  private var toldAt: Int64 = 0

  /// - Parameter descriptor: of standard input, or its substitute; stays open.
  init(
    _ descriptor: Int32 = 0, name: String = InputFile.standardInput, opening: OpeningWait? = nil,
    isOwner: Bool = false
  ) {
    (self.descriptor, self.name, self.isOwner) = (descriptor, name, isOwner)
    self.opening = opening
  }

  /// Opens what the settings name: an open descriptor, or a named pipe, which needs no writer yet.
  convenience init(_ settings: FileSourceSettings, opening: OpeningWait?) throws(CaptureError) {
    let open = settings.descriptor
    let number =
      open
      ?? SystemCall.result { unsafe Glibc.open(settings.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard number >= 0 else { throw InputFile.failure(toOpen: settings.path, -number) }
    self.init(
      number, name: settings.isStandardInput ? InputFile.standardInput : settings.path, opening: opening,
      isOwner: open == nil)
  }

  deinit { if isOwner { close(descriptor) } }

  /// Offset of the first byte that hasn't arrived yet.
  var end: Int { start + bytes.count }

  /// Says that a picture was found: later waits end only by ``stop()``.
  func hasOpened() { opening = nil }

  /// Releases everything before an offset.
  func pass(_ offset: Int) {
    needed = max(needed, offset)
    passed = max(passed, min(needed - start, bytes.count))
    // What is left is smaller than what was passed, so moving it is cheap.
    if passed > Self.chunk, passed > bytes.count / 2 {
      bytes.removeFirst(passed)
      (start, passed) = (start + passed, 0)
    }
  }

  /// Waits for the byte at an offset, then copies it and the available bytes after it; returns their number, 0 at the end.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)``, ``CaptureError/system(call:path:code:)``.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
    while offset >= end, !isOver { try fetch() }
    let from = offset - start
    guard from >= 0, from < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - from)
    // SAFETY: `count` bytes from `from` on are there, and the buffer has room for them.
    unsafe bytes.withUnsafeBytes {
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[from..<from + count]))
    }
    return count
  }

  /// Ends the current wait and all later ones as if no more bytes came. Safe to call from any thread.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  private func fetch() throws(CaptureError) {
    guard bytes.count - passed < Self.most else {
      throw .badFile(path: name, reason: "no picture ends within \(Self.most >> 20) MiB")
    }
    repeat {
      try checkOpening()
      if isStopped.load(ordering: .relaxed) || opening?.stop.isStopped ?? false {
        isOver = true
        return
      }
    } while SystemCall.waitToRead(descriptor, milliseconds: Self.step) == 0
    let count = SystemCall.read(descriptor, into: &room)
    // Another reader of the same pipe was faster.
    if count == -Int(EAGAIN) { return }
    if count < 0 { throw .system(call: "read", path: name, code: Int32(-count)) }
    isOver = count == 0
    bytes.append(contentsOf: room[..<count])
    pass(needed)
  }

  /// Tells of a wait for the first picture, and ends one that lasts too long.
  private func checkOpening() throws(CaptureError) {
    guard let opening else { return }
    let now = MonotonicClock.now()
    let seconds = Double(now - opening.began) / 1e9
    if seconds > opening.seconds { throw .badFile(path: name, reason: arrived(opening.seconds.shortest)) }
    // Bytes without a picture are odd at once, silence is usual at first.
    guard seconds >= (end > 0 ? 0.9 : 2), now - toldAt >= 1_000_000_000 else { return }
    toldAt = now
    opening.tell("\(name): \(arrived("\(Int(seconds.rounded()))"))")
  }

  private func arrived(_ seconds: String) -> String {
    if end == 0 { return "nothing arrived for \(seconds) s" }
    let first = bytes.prefix(8).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }
    return "\(end.counted("byte")) arrived in \(seconds) s without a whole JPEG among them; the first are "
      + first.joined(separator: " ")
  }
}
