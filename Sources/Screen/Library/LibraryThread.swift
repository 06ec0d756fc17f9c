import HostResources

/// Answers the screen's library requests on a separate thread, so that no picture waits for a file.
package final class LibraryThread {
  private let desk: LibraryDesk
  private let thread: WorkerThread

  /// How long the last request may take at the end of the job, as a disk may hang.
  private static let patience = Duration.seconds(5)

  /// - Throws: `ResourceShortage` if the machine has no thread to spare.
  package init(_ desk: LibraryDesk, _ librarian: Librarian) throws(ResourceShortage) {
    self.desk = desk
    thread = try WorkerThread(name: "dualcam-library") {
      // Pictures come first: reading for the library may wait.
      WorkerThread.yieldAlways()
      while let request = desk.next() {
        desk.answers.add(
          librarian.answer(request) { early in
            desk.answers.add(early)
            return !desk.hasRequests
          })
      }
    }
  }

  /// Ends the thread.
  ///
  /// - Returns: whether it has ended; if not, a disk hangs.
  package func close() -> Bool {
    desk.close()
    return thread.join(within: Self.patience)
  }
}
