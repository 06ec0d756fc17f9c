// The part of TOML 1.0.0 (https://toml.io/en/v1.0.0) that settings need: keys with strings,
// numbers, booleans and arrays of these, at the top, in a table or in a list of tables. Every such file is valid TOML;
// the parts of TOML without a meaning here (nested tables, dates) are rejected by name.

import HostResources

/// The contents of a settings file, with the line of each item.
package struct TOMLDocument: Sendable, Equatable {
  /// A value; arrays hold no arrays.
  package enum Value: Sendable, Equatable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    case array([Value])
  }

  /// A table's header.
  package struct Table: Sendable, Equatable {
    /// The name between the brackets, unquoted.
    package var name: String
    /// Its place in a list of tables, from 0; `nil` for a table of its own.
    package var element: Int?
    /// Line of the header, from 1.
    package var line: Int
  }

  /// A key and its value.
  package struct Entry: Sendable, Equatable {
    /// Name of the enclosing table; `nil` at the top of the file.
    package var table: String?
    /// That table's place in a list of tables.
    package var element: Int?
    /// The key, unquoted.
    package var key: String
    /// Line of the key, from 1.
    package var line: Int
    /// The value; an array may continue on further lines.
    package var value: Value
  }

  /// Why a text isn't a valid file.
  struct Problem: Error, Equatable {
    /// From 1.
    var line: Int
    var reason: String
  }

  /// In file order; no name occurs twice, but for lists of tables.
  package internal(set) var tables: [Table] = []
  /// In file order; no key occurs twice in a table.
  package internal(set) var entries: [Entry] = []

  /// Parses a whole file.
  ///
  /// - Parameters:
  ///   - bytes: the file. Time and memory are linear in its length, and recursion goes only one array deep.
  ///   - path: for messages.
  /// - Throws: ``ConfigurationError`` for the first problem.
  package init(parsing bytes: [UInt8], path: String) throws(ConfigurationError) {
    var reader = TOMLReader(bytes)
    do throws(Problem) {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw Problem(line: Self.firstBadLine(bytes), reason: "this isn't UTF-8 text")
      }
      try reader.read(into: &self)
    } catch {
      throw ConfigurationError(path: path, line: error.line, reason: error.reason)
    }
  }

  /// The largest file that is read, in bytes: 1 MiB.
  package static let largestFile = 1 << 20

  /// Reads and parses a settings file.
  ///
  /// - Parameter path: path of a regular file; links, pipes and devices are rejected.
  /// - Throws: ``ConfigurationError`` if the file can't be read, is too large, or isn't valid.
  package init(reading path: String) throws(ConfigurationError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(path, limit: Self.largestFile, followsLinks: false)
    } catch {
      throw ConfigurationError(path: path, line: nil, reason: error.reason)
    }
    try self.init(parsing: bytes, path: path)
  }

  private init() {}

  private static func firstBadLine(_ bytes: [UInt8]) -> Int {
    var line = 1
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil { break }
      line += 1
    }
    return line
  }
}

extension TOMLDocument.Value {
  /// The value as it would be on a command line; `nil` for an array.
  package var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .array: nil
    }
  }
}
