// The part of TOML 1.0.0 (https://toml.io/en/v1.0.0) that settings are made of: keys with strings, numbers, booleans
// and arrays of these, at the top or in a table. Every such file is TOML; what of TOML has no meaning here (nested
// tables, dates) is refused by name.

/// What a configuration file says, with the line of each thing.
public struct TOMLDocument: Sendable, Equatable {
  /// A value; arrays hold no arrays.
  public enum Value: Sendable, Equatable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    case array([Value])
  }

  public struct Table: Sendable, Equatable {
    public var name: String
    /// From 1.
    public var line: Int
  }

  public struct Entry: Sendable, Equatable {
    /// `nil` at the top of the file.
    public var table: String?
    public var key: String
    /// Of the key, from 1.
    public var line: Int
    public var value: Value
  }

  /// Why a text is no such file.
  struct Problem: Error, Equatable {
    /// From 1.
    var line: Int
    var reason: String
  }

  public internal(set) var tables: [Table] = []
  /// In the order of the file.
  public internal(set) var entries: [Entry] = []

  /// - Parameters:
  ///   - bytes: of the whole file. Work and memory are linear in their number, recursion is none.
  ///   - path: for messages.
  /// - Throws: ``ConfigurationError``.
  public init(parsing bytes: [UInt8], path: String) throws(ConfigurationError) {
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
  /// As it would stand on a command line; `nil` for an array.
  public var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .array: nil
    }
  }
}
