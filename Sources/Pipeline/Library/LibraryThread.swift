import HostResources

/// Answers the screen's requests to the library on a thread of its own, so that no picture waits for a file.
final class LibraryThread {
  private let desk: LibraryDesk
  private let thread: WorkerThread

  /// How long the last request may take at the end of the job: a disk may hang.
  private static let patience = Duration.seconds(5)

  /// - Throws: `ResourceShortage` if the machine provides no thread.
  init(_ desk: LibraryDesk, _ librarian: Librarian) throws(ResourceShortage) {
    self.desk = desk
    thread = try WorkerThread(name: "dualcam-library") {
      // Pictures come first: reading them may wait.
      WorkerThread.yieldAlways()
      while let request = desk.next() {
        desk.answer(
          librarian.answer(request) { early in
            desk.answer(early)
            return !desk.hasRequests
          })
      }
    }
  }

  /// Ends the thread.
  ///
  /// - Returns: whether it has ended; if not, a disk hangs.
  func close() -> Bool {
    desk.close()
    return thread.join(within: Self.patience)
  }
}
