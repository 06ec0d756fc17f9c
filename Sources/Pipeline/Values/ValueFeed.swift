import Glibc
import HostResources
import Synchronization
import Values

/// Reads a source of values on a thread of its own, and puts what it says on the board by its arrival.
final class ValueFeed: Sendable {
  private let source: ValueSource
  private let format: ValueLine.Format
  private let board: ValueBoard
  private let input: LineInput
  /// What to tell people.
  private let tell: @Sendable (String) -> Void
  private let isStopping = Atomic<Bool>(false)
  private let counts = Mutex<[ValueLine.Problem: Int]>([:])
  private let thread: Mutex<WorkerThread?> = Mutex(nil)

  /// How long a wait may last before it looks for a stop, and how often it tries to open a lost device, in milliseconds.
  private static let step: Int32 = 50
  private static let retry = 20
  /// The most lines of a step: a program that never pauses must not take the processor from the cameras.
  private static let mostLines = 100

  /// Opens the source; ``start()`` reads it.
  ///
  /// - Throws: ``FileError``.
  init(
    _ source: ValueSource, onto board: ValueBoard, tell: @escaping @Sendable (String) -> Void
  ) throws(FileError) {
    guard let format = ValueLine.Format(rawValue: source.format.rawValue) else {
      throw .misused(reason: "\(source) is replayed, beside files")
    }
    (self.source, self.format, self.board, self.tell) = (source, format, board, tell)
    input = try LineInput(source.path, speed: source.speed, longest: ValueLine.longest)
  }

  /// Starts the thread.
  ///
  /// - Throws: `ResourceShortage` when the machine allows no more threads.
  func start() throws(ResourceShortage) {
    let thread = try WorkerThread(name: "dualcam-values") { [self] in run() }
    self.thread.withLock { $0 = thread }
  }

  /// Ends the thread, and waits for it.
  func close() {
    isStopping.store(true, ordering: .relaxed)
    thread.withLock { $0 }?.join()
  }

  /// What was wrong with the source's lines; `nil` for nothing.
  var remark: String? {
    let counts = counts.withLock { $0 }
    let all = ValueLine.Problem.allCases.compactMap { problem in
      counts[problem].map { "\($0.counted("line")) \(problem.rawValue)" }
    }
    return all.isEmpty ? nil : "\(source): \(all.joined(separator: ", "))"
  }

  private func run() {
    var (lost, lines, since) = (false, 0, MonotonicClock.now())
    var stream = NMEAStream()
    while !isStopping.load(ordering: .relaxed) {
      let state = input.read(milliseconds: Self.step) { line in
        let now = MonotonicClock.now()
        if now - since > Int64(Self.step) * 1_000_000 { (lines, since) = (0, now) }
        lines += 1
        if lines <= Self.mostLines { take(line, at: now, &stream) }
      }
      switch state {
      case .open: break
      case .over: return
      case .lost(let reason):
        if !lost { tell("\(source) is gone (\(reason)); its values get old, and it is looked for") }
        lost = true
        for _ in 0..<Self.retry where !isStopping.load(ordering: .relaxed) {
          usleep(UInt32(Self.step) * 1000)
        }
        if input.reopen() {
          lost = false
          // It may be another device.
          stream = NMEAStream()
          tell("\(source) is back")
        }
      }
    }
  }

  private func take(_ line: [UInt8], at now: Int64, _ stream: inout NMEAStream) {
    do throws(ValueLine.Problem) {
      let values = try ValueLine.read(line, format, &stream)
      if !board.put(values, at: now) { throw .tooMany }
    } catch {
      let isFirst = counts.withLock { counts in
        counts[error, default: 0] += 1
        return counts[error] == 1
      }
      guard isFirst else { return }
      let hint =
        input.isSerial && (error == .checksum || error == .unreadable && format == .nmea)
        ? "; if there are many, its speed may be another one than \(source.speed)" : ""
      tell("\(source): there are lines \(error.rawValue)\(hint)")
    }
  }
}
