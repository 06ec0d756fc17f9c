import Foundation
import TestSupport
import Testing

/// The built executable, run as a process of its own.
struct Executable {
  struct Missing: Error {}

  struct Outcome: CustomStringConvertible {
    var status: Int32
    var wasSignalled: Bool
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    var description: String { "exit \(status): \(errors.suffix(400)) \(text.suffix(400))" }

    /// Checks that it ended by itself with a status, and said some words on standard error.
    func expect(
      _ status: Int32, says: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(self.status == status && !wasSignalled, "\(self)", sourceLocation: sourceLocation)
      for words in says { #expect(errors.contains(words), "\(self)", sourceLocation: sourceLocation) }
    }
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

  /// With a default settings file that sets nothing, in place of the user's.
  private static let environment: [String: String] = {
    let folder = repository.appendingPathComponent(".build/settings")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data().write(to: folder.appendingPathComponent("dualcam.toml"))
    return ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
  }()

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
      process.environment = Executable.environment
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

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Ends it by a signal, which it must take well.
    @discardableResult
    func end(_ signal: Int32 = SIGINT, sourceLocation: SourceLocation = #_sourceLocation) -> Outcome {
      send(signal)
      let outcome = wait()
      outcome.expect(0, sourceLocation: sourceLocation)
      return outcome
    }

    func wait() -> Outcome {
      process.waitUntilExit()
      group.wait()
      return Outcome(
        status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
        output: unsafe outputData, errors: String(decoding: unsafe errorData, as: UTF8.self))
    }
  }

  /// Starts a script of the shell, whose `$0` is the executable, and `$@` a line's words.
  static func start(shell script: String, _ line: String = "", folder: String) throws -> Running {
    try Running("/bin/sh", ["-c", script, try path()] + words(line), folder: folder)
  }

  /// What is parted by blanks.
  static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  static func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}

extension TestFolder {
  /// Starts a command in the folder.
  ///
  /// - Parameters:
  ///   - line: what is written after its name, parted by blanks.
  ///   - more: further arguments, which may have blanks.
  func start(_ line: String, _ more: [String] = [], of name: String = "dualcam") throws
    -> Executable.Running
  {
    try Executable.Running(
      try Executable.path(of: name), Executable.words(line) + more, folder: path)
  }

  /// Runs a command in the folder, which must end with a status and say some words on standard error.
  @discardableResult
  func run(
    _ line: String, _ more: [String] = [], of name: String = "dualcam", status: Int32 = 0, says: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Executable.Outcome {
    let outcome = try start(line, more, of: name).wait()
    outcome.expect(status, says: says, sourceLocation: sourceLocation)
    return outcome
  }

  /// Runs a script of the shell in the folder; its `$0` is the executable.
  func shell(_ script: String) throws -> Executable.Outcome {
    try Executable.start(shell: script, folder: path).wait()
  }
}
