import Foundation
import Glibc

/// Finds programs by name, as a shell does.
package enum ProgramSearch {
  /// The folders that are searched, parted by colons: `PATH`.
  package static var folders: String {
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
  }

  /// The file of a program, without links; `nil` if there is none that may be executed.
  ///
  /// - Parameter folders: parted by colons; relative ones don't count.
  package static func file(of name: String, in folders: String = folders) -> String? {
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      let file = "\(folder)/\(name)"
      // SAFETY: the strings live through the calls; realpath's result is freed.
      guard unsafe access(file, X_OK) == 0, let real = unsafe realpath(file, nil) else { continue }
      defer { unsafe free(real) }
      var status = stat()
      guard unsafe stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      return unsafe String(cString: real)
    }
    return nil
  }
}
