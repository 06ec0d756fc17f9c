import ArgumentParser
import CaptureKit
import Foundation
import HUDGeometry

/// What a shell offers after an option. It asks dualcam itself, so that currently connected devices are listed.
extension CompletionKind {
  /// Cameras, scenes, files and folders.
  static let sources = CompletionKind.custom { _, _, prefix in
    (cameras + SceneKind.allCases.map { "synth:\($0.rawValue)" } + files(prefix)).map(literal)
  }

  static let templates = words(SilhouetteTemplate.builtIn.map(\.name) + ["none"], orFiles: ["svg", "jpg"])

  static let groups = CompletionKind.shellCommand("getent group | cut -d: -f1")

  static func words(_ words: [String], orFiles extensions: [String]) -> CompletionKind {
    .custom { _, _, prefix in words + files(prefix, extensions) }
  }

  /// In zsh a colon ends a word and begins its description.
  static func literal(_ word: String) -> String {
    CompletionShell.requesting == .zsh ? word.replacingOccurrences(of: ":", with: "\\:") : word
  }

  private static var cameras: [String] {
    ["/dev/v4l/by-id", "/dev/v4l/by-path", "/dev"].flatMap(nodes)
  }

  /// By name only: opening them would disturb whoever is using them.
  static func nodes(in folder: String) -> [String] {
    names(in: folder).filter { folder != "/dev" || $0.hasPrefix("video") }.map { "\(folder)/\($0)" }
  }

  /// The contents of the folder of a partly typed path; all files if there are no extensions.
  static func files(_ prefix: String, _ extensions: [String] = []) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    return names(in: folder.isEmpty ? "." : folder).compactMap { name in
      let path = folder + name
      if (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil { return path + "/" }
      return extensions.isEmpty || extensions.contains((name as NSString).pathExtension) ? path : nil
    }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }
      .sorted()
  }
}
