import HostResources

extension NoRoom {
  /// Adds what a recording can do about it.
  package static func advised(_ error: FileError) -> FileError {
    switch error {
    case .noRoom(let path, let reason):
      .noRoom(
        path: path,
        reason: reason
          + ", record elsewhere with -o, or free the oldest pictures with --budget or --when-full free")
    case .fileTooLarge(let path, let reason):
      .fileTooLarge(path: path, reason: reason + ", or record in parts with --segment")
    default: error
    }
  }
}
