import Dispatch
import HostResources
import Synchronization

/// Shows that a worker is alive, from a thread of its own: opening a folder of a hundred thousand pictures on a server, or flushing a disk, takes
/// longer than others are patient.
final class Heartbeat: Sendable {
  private struct State {
    var signs: [String] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)
  private let thread = Mutex<WorkerThread?>(nil)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - path: the board's folder.
  ///   - seconds: between two signs.
  /// - Throws: ``BatchError/again(reason:)`` if the machine allows no further thread.
  init(_ path: String, every seconds: Double) throws(BatchError) {
    do throws(ResourceShortage) {
      let thread = try WorkerThread(name: "dualcam-beat") { [self] in
        let folder = SharedFolder(path, own: "beat")
        while !state.withLock({ $0.isOver }) {
          if bell.wait(timeout: .now() + seconds) == .success { continue }
          // A server that is away for a moment is no reason to give up work.
          for (index, sign) in state.withLock({ $0.signs }).enumerated() {
            // Others take away the name of a worker that stood still; a claim is theirs then.
            if (try? folder.touch(sign)) == false, index == 0 { try? folder.replace(sign, []) }
          }
        }
      }
      self.thread.withLock { $0 = thread }
    } catch { throw .again(reason: "\(error)") }
  }

  /// Names the files to touch: the worker's own first, which is made again if it is gone.
  func show(_ signs: [String]) { state.withLock { $0.signs = signs } }

  /// Ends the thread; on a disk that hangs it may be left behind.
  func end() {
    state.withLock { $0.isOver = true }
    bell.signal()
    thread.withLock { $0 }?.join(within: .seconds(5))
  }
}
