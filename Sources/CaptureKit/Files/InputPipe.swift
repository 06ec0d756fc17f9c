import HostResources
import Synchronization

/// Standard input, read like a growing file: what was read stays until passed over.
final class InputPipe {
  private let descriptor: Int32
  /// The most bytes kept: far more than a picture has, yet endless garbage can't exhaust memory.
  static let most = 64 << 20
  private static let chunk = 65_536
  /// How long to wait for the first bytes: a program that opens a network camera takes seconds.
  private static let patience = 60.0
  /// How long each wait lasts before checking for a stop.
  private static let step: Int32 = 100

  /// Bytes from offset `start` on; the first `passed` of them are no longer needed.
  private var bytes: [UInt8] = []
  private var start = 0
  private var passed = 0
  /// Where the bytes begin that are still needed; they may not have arrived.
  private var needed = 0
  private var room = [UInt8](repeating: 0, count: chunk)
  private var hasBegun = false
  private(set) var isOver = false
  private let isStopped = Atomic<Bool>(false)

  /// - Parameter descriptor: of standard input, or its substitute; stays open.
  init(_ descriptor: Int32 = 0) { self.descriptor = descriptor }

  /// Offset of the first byte that hasn't arrived yet.
  var end: Int { start + bytes.count }

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
      throw .badFile(
        path: InputFile.standardInput, reason: "no picture ends within \(Self.most >> 20) MiB")
    }
    let began = MonotonicClock.now()
    while SystemCall.waitToRead(descriptor, milliseconds: Self.step) == 0 {
      if isStopped.load(ordering: .relaxed) {
        isOver = true
        return
      }
      if !hasBegun, Double(MonotonicClock.now() - began) > Self.patience * 1e9 {
        throw .badFile(path: InputFile.standardInput, reason: "nothing arrived for \(Int(Self.patience)) s")
      }
    }
    let count = SystemCall.read(descriptor, into: &room)
    if count < 0 { throw .system(call: "read", path: InputFile.standardInput, code: Int32(-count)) }
    hasBegun = true
    isOver = count == 0
    bytes.append(contentsOf: room[..<count])
    pass(needed)
  }
}
