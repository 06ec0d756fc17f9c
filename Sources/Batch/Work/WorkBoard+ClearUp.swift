import Foundation
import HostResources

extension WorkBoard {
  /// Clears up after workers that died: what they left unfinished, and their names. What can't be removed stays.
  ///
  /// - Parameter rooms: the folder of all workers' folders.
  func clearUp(_ rooms: String) {
    // Rooms first: whoever signs up after this has none among them.
    guard let unfinished = try? FolderHandle(rooms).names(), let now = try? now(),
      let present = try? workers(at: now)
    else { return }
    let living = Set(present.filter { $0.age <= patience }.map(\.name))
    for name in unfinished where !living.contains(name) {
      try? FileManager.default.removeItem(atPath: "\(rooms)/\(name)")
    }
    for (name, _) in present where !living.contains(name) { forget(name) }
  }
}
