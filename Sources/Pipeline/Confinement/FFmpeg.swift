import Films
import Foundation
import Glibc
import HostResources
import Recordings

/// ffmpeg, where it is installed, and what it can encode with here.
package struct FFmpeg {
  /// How to get it.
  package static let install = "sudo apt install ffmpeg"

  private let path: String
  // Older than 5.1.
  private let isOld: Bool
  /// The encoders that work, the best first; not empty.
  package let encoders: [VideoEncoder]

  // An encoder that hasn't encoded eight small pictures by then hangs.
  private static let patience = Duration.seconds(20)

  /// Finds it, and tries its encoders.
  ///
  /// - Parameters:
  ///   - search: folders, parted by colons, as in `PATH`.
  ///   - without: what can be done without it, for the error.
  /// - Throws: ``PipelineError/noProgram(reason:)``.
  package init(search: String, without: String) throws(PipelineError) {
    guard let path = ProgramSearch.file(of: "ffmpeg", in: search) else {
      throw .noProgram(
        reason: "a film of H.264 needs ffmpeg, which isn't installed: \(Self.install). \(without)")
    }
    self.path = path
    var candidates: [VideoEncoder]
    do {
      let about = try ConfinedProgram(path).run(["ffmpeg", "-version"], within: Self.patience)
      isOld = Self.isOld(about.output)
      let list = try ConfinedProgram(path).run(
        ["ffmpeg", "-hide_banner", "-encoders"], within: Self.patience)
      candidates = VideoEncoder.candidates(list.output)
      let rival = candidates.count - 1
      for index in candidates.indices.reversed() where index < rival || candidates[index] != .x264 {
        let encoder = candidates[index]
        let trial = try ConfinedProgram(path, devices: encoder.devices)
        if !trial.run(encoder.trial, within: Self.patience).isDone { candidates.remove(at: index) }
      }
    } catch { throw .file(error) }
    guard !candidates.isEmpty else {
      throw .noProgram(
        reason:
          "\(path) has no encoder of H.264 that works here; install Debian's: \(Self.install). \(without)"
      )
    }
    encoders = candidates
  }

  /// Numbered versions before 5.1, which don't know `-fps_mode`.
  static func isOld(_ about: String) -> Bool {
    guard let text = about.split(separator: " ").dropFirst(2).first else { return false }
    let numbers = text.trimmingPrefix("n").split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard text.trimmingPrefix("n").first?.isNumber ?? false, let major = numbers.first, major < 1000 else {
      return false
    }
    return major < 5 || major == 5 && numbers.count > 1 && numbers[1] < 1
  }

  /// Has it wait for what it shall encode into a new file: once for each encoder, so that another can take over.
  ///
  /// Call it before the process confines itself.
  package func waiting(toWrite output: String) throws(PipelineError) -> [FilmEncoder] {
    var all: [FilmEncoder] = []
    do {
      let file = try FilmFile(filledByOthers: output)
      for encoder in encoders {
        let program = try ConfinedProgram(path, file: file.descriptor, devices: encoder.devices)
        all.append(FilmEncoder(file, program, encoder, isOld: isOld))
      }
    } catch { throw .file(error) }
    return all
  }
}
