import CaptureKit
import Foundation
import HostResources

/// Facts about the running build.
enum ThisProgram {
  /// - Throws: ``BatchError/file(_:)`` if the program's file can't be read.
  static func tool(_ version: String) throws(BatchError) -> PlanHeader.Tool {
    PlanHeader.Tool(version: version, sha256: try digest(ofFile: "/proc/self/exe", isLink: true))
  }

  /// - Throws: ``BatchError/file(_:)``.
  static func digest(ofFile path: String, isLink: Bool = false) throws(BatchError) -> String {
    do throws(FileError) {
      let place = isLink ? URL(filePath: path).resolvingSymlinksInPath() : URL(filePath: path)
      let folder = try FolderHandle(place.deletingLastPathComponent().path)
      return try FileSums.digest(place.lastPathComponent, in: folder).0
    } catch { throw .file(error) }
  }

  /// A source as a job reads it in a folder.
  static func source(_ text: String, in folder: String) throws(CaptureError) -> SourceSpecification {
    let specification = try SourceSpecification(parsing: text)
    guard case .files(var settings) = specification, !settings.path.hasPrefix("/") else {
      return specification
    }
    settings.path = folder + "/" + settings.path
    return .files(settings)
  }
}
