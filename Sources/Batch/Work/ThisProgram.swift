import CProcess
import CaptureKit
import Foundation
import HostResources

/// Facts about the running build.
enum ThisProgram {
  /// - Throws: ``BatchError/file(_:)`` if the program has no build id and its file can't be read.
  static func tool(_ version: String) throws(BatchError) -> PlanHeader.Tool {
    var bytes = [UInt8](repeating: 0, count: 64)
    // SAFETY: writes at most `count` bytes.
    let count = unsafe cprocess_build_id(&bytes, bytes.count)
    // Hashing fifty megabytes takes as long as starting a small shard.
    let build =
      count > 0 ? SHA256.hexadecimal(bytes.prefix(count)) : try digest(ofFile: "/proc/self/exe", isLink: true)
    return PlanHeader.Tool(version: version, build: build)
  }

  /// - Throws: ``BatchError/file(_:)``.
  static func digest(ofFile path: String, isLink: Bool = false) throws(BatchError) -> String {
    try BatchError.wrapping {
      let place = isLink ? URL(filePath: path).resolvingSymlinksInPath() : URL(filePath: path)
      let folder = try FolderHandle(place.deletingLastPathComponent().path)
      return try FileSums.digest(place.lastPathComponent, in: folder).0
    }
  }

  /// A source as read by a job in a folder.
  static func source(_ text: String, in folder: String) throws(CaptureError) -> SourceSpecification {
    let specification = try SourceSpecification(parsing: text)
    guard case .files(var settings) = specification, !settings.path.hasPrefix("/") else {
      return specification
    }
    settings.path = folder + "/" + settings.path
    return .files(settings)
  }
}
