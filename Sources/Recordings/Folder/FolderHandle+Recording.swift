import Foundation
import Glibc
import HostResources

extension FolderHandle {
  /// Throws unless a call on a file of this folder returned 0.
  func check(_ code: Int32, _ name: @autoclosure () -> String) throws(FileError) {
    if code != 0 { throw Self.error(code, path: "\(path)/\(name())", isCreating: false) }
  }

  /// A file's bytes; `nil` when nothing has the name.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it isn't a regular file.
  func readIfThere(_ name: String, limit: Int) throws(FileError) -> [UInt8]? {
    guard exists(FileName(name)) else { return nil }
    guard status(FileName(name)) != nil else {
      throw .unfit(path: "\(path)/\(name)", reason: Self.whyUnreadable(EINVAL))
    }
    return try read(name, limit: limit)
  }

  /// The value in a file of JSON; `nil` when there is no such file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed.
  func decode<Value: Decodable>(
    _ type: Value.Type, from name: String, limit: Int
  ) throws(FileError) -> Value? {
    guard let bytes = try readIfThere(name, limit: limit) else { return nil }
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
      throw .unfit(path: "\(path)/\(name)", reason: JSONText.explain(error))
    }
  }
}
