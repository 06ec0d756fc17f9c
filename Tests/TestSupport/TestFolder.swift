import Foundation

/// A folder for one test, removed with it.
public final class TestFolder {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("dualcam-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// Writes a file, in folders that are made for it.
  ///
  /// - Returns: the file's path.
  @discardableResult
  public func put(_ bytes: [UInt8], _ name: String) throws -> String {
    if let end = name.lastIndex(of: "/") { try make(String(name[..<end])) }
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  @discardableResult
  public func put(_ text: String, _ name: String) throws -> String { try put(Array(text.utf8), name) }

  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  public func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// Makes a folder, and those that it lies in.
  public func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
  }

  public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

  /// What is in it, or in a folder in it, in order.
  public func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }
}
