import CaptureKit
import Compositor
import Foundation
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("Pictures coded while the next are drawn")
struct CodedBesideTests {
  /// Which pictures count.
  enum Chosen: String, CaseIterable {
    case all, first, later, slower, spaced, triggered

    func choose(in settings: inout JobSettings) {
      switch self {
      case .all: break
      case .first: settings.frames = 4
      case .later: settings.skip = 3
      case .slower: settings.framesPerSecond = 12
      case .spaced: settings.every = .milliseconds(100)
      case .triggered: (settings.triggers, settings.after) = ([.snapped], .milliseconds(70))
      }
    }
  }

  /// How the recording is divided.
  enum Divided: String, CaseIterable {
    case no, bySize, byTime

    var segment: SegmentLength? {
      switch self {
      case .no: nil
      case .bySize: .bytes(30_000)
      case .byTime: .duration(.milliseconds(130))
      }
    }
  }

  @Test(
    "are the same, with their lines, segments and accounts, byte for byte, whatever is chosen of them",
    arguments: Share.of(
      Chosen.allCases.flatMap { chosen in Divided.allCases.map { (chosen, $0) } }, oneIn: 3),
    [ComposerChoice.auto, .pixel])
  func product(of way: (chosen: Chosen, divided: Divided), composer: ComposerChoice) throws {
    let folder = try TestFolder()
    for threads in [StageThreads.one, .two] {
      var settings = try JobSettings.test(
        .exact, ["synth:coast?w=160&h=96&sway=1&frames=24", "synth:walker?w=96&h=64&frames=20"],
        folder: folder.file(threads.rawValue))
      (settings.stage.threads, settings.stage.composer) = (threads, composer)
      (settings.stage.keptSources, settings.segment) = (.beside, way.divided.segment)
      way.chosen.choose(in: &settings)
      let summary = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
      #expect(summary.progress.written > 0)
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("1")).sorted()
    #expect(try names == FileManager.default.subpathsOfDirectory(atPath: folder.file("2")).sorted())
    #expect(names.count { $0.hasSuffix("frames.jsonl") } > 1 || way.divided == .no || way.chosen == .first)
    for name in names where name.contains(".") {
      #expect(try folder.bytes("1/\(name)") == folder.bytes("2/\(name)"), "\(name)")
    }
  }

  @Test(
    "a disk that fills up on the way loses no picture that was written, on one thread or two",
    arguments: [StageThreads.one, .two])
  func full(threads: StageThreads) throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(
      .exact, ["synth:walker?w=160&h=96&frames=40"], folder: folder.file("r"))
    (settings.stage.threads, settings.budgetBytes) = (threads, 60_000)
    let summary = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    let report = try RecordingVerifier(folder.file("r")).run { _, _ in }
    #expect(report.problems == [] && report.frames == summary.progress.written && report.frames > 1)
  }
}
