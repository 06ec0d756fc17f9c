import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import Synchronization

/// Verifies that, outside ink and chrome, a recording's spliced viewfinders match the cameras' own frames, coefficient by
/// coefficient, if these frames were kept.
package struct SourceVerifier {
  package struct Result {
    package var problems: [RecordingProblem] = []
    /// One sentence, if there was anything to compare.
    package var checked: [String] = []
  }

  private struct Sums {
    var done = 0
    var pictures = 0
    var frames = 0
    var same = 0
    var exempt = 0
    var requantized = 0
    var problems: [RecordingProblem] = []

    mutating func report(_ file: String, _ line: Int, _ what: String) {
      problems.append(RecordingProblem(file: file, line: line, what: what))
    }

    mutating func add(_ proof: SpliceProof, of camera: String, _ file: String, _ line: Int) {
      frames += 1
      same += proof.same
      exempt += proof.exempt
      requantized += proof.isRequantized ? 1 : 0
      guard proof.different > 0 else { return }
      report(
        file, line,
        "\(proof.different) blocks of the \(camera) differ from the camera's; "
          + "the first is in MCU \(proof.firstColumn),\(proof.firstRow)")
    }
  }

  private let path: String

  package init(_ folder: String) { path = folder }

  /// Whether cameras' frames were kept.
  package var hasSources: Bool { (try? FolderHandle("\(path)/\(RecordingFolder.sources)")) != nil }

  /// - Parameters:
  ///   - runs: the recording's.
  ///   - present: its frames whose pictures should exist.
  ///   - progress: called with the number of these done, on any thread, one call at a time.
  package func run(
    _ runs: [SessionDescription], _ present: [RecordingIndex.Entry],
    _ progress: @Sendable (_ done: Int) -> Void = { _ in }
  ) throws(FileError) -> Result {
    guard hasSources else { return Result() }
    let faults = try SourceFiles(recording: path, runs: runs).problems(present)
    let faulty = Set(faults.compactMap(\.file))
    let shared = Mutex(Sums())
    WorkerThread.share(present.count, name: "dualcam-verify") { next in
      guard let folder = try? FolderHandle(path), var lines = try? ManifestLines(folder) else { return }
      var scans = Scans()
      while let position = next() {
        let entry = present[position]
        var found = Sums()
        if let line = lines.line(entry.index, at: entry.offset), line.composer == "splice" {
          let run = runs.last { $0.firstIndex <= line.index }
          found = Self.check(line, entry.line, run, folder, without: faulty, &scans)
        }
        shared.withLock { sums in
          sums.done += 1
          progress(sums.done)
          sums.pictures += found.frames > 0 ? 1 : 0
          sums.frames += found.frames
          sums.same += found.same
          sums.exempt += found.exempt
          sums.requantized += found.requantized
          sums.problems += found.problems
        }
      }
    }
    let sums = shared.withLock { $0 }
    guard sums.frames > 0 || !sums.problems.isEmpty else { return Result(problems: faults) }
    var text =
      "\(sums.frames.counted("camera frame")) in \(sums.pictures.counted("spliced picture")): "
      + "\(sums.same.counted("block has", "blocks have")) the cameras' coefficients, "
      + "\(sums.exempt.counted("lies", "lie")) under ink or chrome"
    if sums.requantized > 0 {
      text +=
        "; \(sums.requantized.counted("frame has", "frames have")) other tables than the canvas and the "
        + "nearest coefficients"
    }
    return Result(
      problems: faults + sums.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }, checked: [text])
  }

  /// Walked scans, reused for each picture.
  private struct Scans: ~Copyable {
    var canvas = WalkedScan()
    var camera = WalkedScan()
  }

  private static func check(
    _ line: ManifestLine, _ number: Int, _ run: SessionDescription?, _ folder: FolderHandle,
    without faulty: Set<String>, _ scans: inout Scans
  ) -> Sums {
    var sums = Sums()
    guard let layout = run?.layout, let size = layout.canvas.pixels else { return sums }
    // A viewfinder that extends beyond the canvas is reported elsewhere.
    guard layout.viewfinders.allSatisfy({ $0.lies(in: size) }) else { return sums }
    guard let touched = inkMap(of: line, canvas: size, folder) else { return sums }
    guard let jpeg = try? folder.read(line.file) else { return sums }
    do throws(JPEGError) {
      guard let report = try scans.canvas.read(jpeg.span, of: size), report.isWhole else { return sums }
    } catch {
      sums.report(line.file, number, "can't be compared: \(error)")
      return sums
    }
    for (position, viewfinder) in layout.viewfinders.enumerated() {
      guard let frame = ownFrame(of: viewfinder, line, folder, without: faulty) else { continue }
      let rect = viewfinder.rect
      guard let size = PixelSize(width: rect.width, height: rect.height) else { continue }
      do {
        guard try scans.camera.read(frame.bytes.span, of: size) != nil else {
          sums.report(frame.name, number, "differs in size from its viewfinder")
          continue
        }
        let proof = try SpliceProof(
          canvas: scans.canvas, camera: scans.camera, rect: rect,
          under: layout.viewfinders.dropFirst(position + 1).map(\.rect), touched: touched)
        sums.add(proof, of: viewfinder.camera, line.file, number)
      } catch { sums.report(frame.name, number, "can't be compared: \(error)") }
    }
    return sums
  }

  /// The map of blocks under ink or chrome; `nil` if there is none.
  private static func inkMap(of line: ManifestLine, canvas: PixelSize, _ folder: FolderHandle) -> BlockMask? {
    // Older recordings may lack a picture or its ink map.
    guard folder.status(FileName(SourceFileWriter.inkPath(line.index))) != nil else { return nil }
    // An invalid map is reported elsewhere.
    guard let bitmap = try? folder.read(SourceFileWriter.inkPath(line.index)) else { return nil }
    return BlockMask(canvas: canvas, bitmap: bitmap)
  }

  /// The camera's own frame for a viewfinder, if it was kept and spliced completely.
  private static func ownFrame(
    of viewfinder: SessionDescription.Layout.Viewfinder, _ line: ManifestLine, _ folder: FolderHandle,
    without faulty: Set<String>
  ) -> (name: String, bytes: [UInt8])? {
    // A damaged frame is shown only in part, with others filling in; a camera with an obstacle was drawn from pixels.
    guard let camera = line.cameras.first(where: { $0.id == viewfinder.camera }),
      camera.obstacle == nil, camera.flags?.contains("damaged") != true
    else { return nil }
    // A name that leads out of the folder could cause other files to be read.
    guard camera.id.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { return nil }
    let name = SourceFileWriter.path(line.index, camera: camera.id)
    // Empty, truncated and unreadable files are reported elsewhere.
    guard !faulty.contains(name), folder.status(FileName(name)) != nil, let bytes = try? folder.read(name)
    else { return nil }
    return (name, bytes)
  }
}
