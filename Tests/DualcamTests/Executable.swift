import Foundation
import TestSupport
import Testing

/// The built executable, run as a process of its own.
struct Executable {
  struct Missing: Error {}

  struct Outcome: CustomTestStringConvertible {
    var status: Int32
    var wasSignalled: Bool
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    var testDescription: String { "exit \(status): \(errors.suffix(400))" }
  }

  /// The repository, from this file.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Beside the bundle that runs the tests.
  static func path(of name: String = "dualcam") throws -> String {
    for argument in CommandLine.arguments {
      guard let range = argument.range(of: "/dualcamPackageTests.xctest") else { continue }
      let path = argument[..<range.lowerBound] + "/" + name
      if FileManager.default.isExecutableFile(atPath: String(path)) { return String(path) }
    }
    let beside = Bundle.main.bundleURL.appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: beside) else { throw Missing() }
    return beside
  }

  /// A process that runs, with its output gathered.
  final class Running: @unchecked Sendable {
    // SAFETY: each reader's thread writes its own data, which is read after its end.
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let group = DispatchGroup()
    private nonisolated(unsafe) var outputData = Data()
    private nonisolated(unsafe) var errorData = Data()

    init(_ executable: String, _ arguments: [String], folder: String?) throws {
      process.executableURL = URL(fileURLWithPath: executable)
      process.arguments = arguments
      if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      DispatchQueue.global().async(group: group) { [self] in
        unsafe outputData = output.fileHandleForReading.readDataToEndOfFile()
      }
      DispatchQueue.global().async(group: group) { [self] in
        unsafe errorData = errors.fileHandleForReading.readDataToEndOfFile()
      }
    }

    /// Waits until it has done something, or has ended.
    func wait(for what: String, until condition: () -> Bool) throws {
      try TestSupport.wait(for: what) { !process.isRunning || condition() }
    }

    func wait() -> Outcome {
      process.waitUntilExit()
      group.wait()
      return Outcome(
        status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
        output: unsafe outputData, errors: String(decoding: unsafe errorData, as: UTF8.self))
    }
  }

  static func start(_ arguments: [String], folder: String? = nil) throws -> Running {
    try Running(try path(), arguments, folder: folder)
  }

  @discardableResult
  static func run(_ arguments: [String], folder: String? = nil) throws -> Outcome {
    try start(arguments, folder: folder).wait()
  }

  /// Runs a script of the shell, whose `$0` is the executable.
  static func shell(
    _ script: String, _ arguments: [String] = [], folder: String? = nil
  ) throws -> Outcome {
    try Running("/bin/sh", ["-c", script, try path()] + arguments, folder: folder).wait()
  }

  static func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
