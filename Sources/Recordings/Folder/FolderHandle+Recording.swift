import Foundation
import Glibc
import HostResources

extension FolderHandle {
  /// Throws unless a call on a file of this folder returned 0.
  func check(_ code: Int32, _ name: @autoclosure () -> String) throws(FileError) {
    if code != 0 { throw Self.error(code, path: "\(path)/\(name())", isCreating: false) }
  }

  /// The value in a file of JSON; `nil` when there is no such file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed.
  func decode<Value: Decodable>(
    _ type: Value.Type, from name: String, limit: Int
  ) throws(FileError) -> Value? {
    guard exists(FileName(name)) else { return nil }
    guard status(FileName(name)) != nil else {
      throw .unfit(path: "\(path)/\(name)", reason: Self.whyUnreadable(EINVAL))
    }
    let bytes = try read(name, limit: limit)
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
      throw .unfit(path: "\(path)/\(name)", reason: JSONText.explain(error))
    }
  }
}
