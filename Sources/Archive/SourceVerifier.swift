import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import Recording
import Synchronization

/// Proves that outside ink and chrome a recording's spliced viewfinders are the cameras' own frames, coefficient by
/// coefficient, if these frames were kept.
package struct SourceVerifier {
  package struct Result {
    package var problems: [RecordingProblem] = []
    /// One sentence, if there was anything to compare.
    package var checked: [String] = []
  }

  private struct Sums {
    var pictures = 0
    var frames = 0
    var same = 0
    var exempt = 0
    var requantized = 0
    var problems: [RecordingProblem] = []
  }

  private let path: String

  package init(_ folder: String) { path = folder }

  package func run(
    _ runs: [SessionDescription], _ present: [RecordingIndex.Entry]
  ) throws(FileError) -> Result {
    guard let sources = try? FolderHandle("\(path)/\(RecordingFolder.sources)") else { return Result() }
    let there = Set(present.lazy.map(\.index))
    var lines: [(number: Int, line: ManifestLine)] = []
    try ManifestReader.forEachLine(inFolder: path) { number, result in
      // Unreadable lines are reported elsewhere.
      if case .success(let line) = result, there.contains(line.index) { lines.append((number, line)) }
    }
    let faults = try SourceFiles(folder: sources, runs: runs).problems(lines)
    let faulty = Set(faults.compactMap(\.file))
    lines.removeAll { $0.line.composer != "splice" }
    guard !lines.isEmpty else { return Result(problems: faults) }
    let shared = Mutex(Sums())
    let next = Atomic(0)
    let all = lines
    let workers = max(1, min(ProcessInfo.processInfo.activeProcessorCount, all.count, 8))
    WorkerThread.crew(of: workers, name: "dualcam-verify") {
      guard let folder = try? FolderHandle(path) else { return }
      var scans = Scans()
      while true {
        // Relaxed: only the number is shared; results go through the mutex.
        let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard position < all.count else { return }
        let (number, line) = all[position]
        let run = runs.last { $0.firstIndex <= line.index }
        let found = Self.check(line, number, run, folder, without: faulty, &scans)
        shared.withLock { sums in
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
      "\(sums.frames.counted("frame")) of cameras in \(sums.pictures.counted("spliced picture")): "
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
    func problem(_ file: String, _ what: String) {
      sums.problems.append(RecordingProblem(file: file, line: number, what: what))
    }
    guard let layout = run?.layout,
      let size = PixelSize(width: layout.canvas.width, height: layout.canvas.height)
    else { return sums }
    // A viewfinder that leaves the canvas is reported elsewhere.
    guard layout.viewfinders.allSatisfy({ $0.lies(in: size) }) else { return sums }
    // Older recordings may lack a picture or its ink map.
    guard folder.status(FileName(SourceFileWriter.inkPath(line.index))) != nil else { return sums }
    // An invalid map is reported elsewhere.
    guard let bitmap = try? folder.read(SourceFileWriter.inkPath(line.index)),
      let touched = BlockMask(canvas: size, bitmap: bitmap)
    else { return sums }
    guard let jpeg = try? folder.read(line.file) else { return sums }
    do throws(JPEGError) {
      guard let report = try scans.canvas.read(jpeg.span, of: size), report.isWhole else { return sums }
    } catch {
      problem(line.file, "can't be compared: \(error)")
      return sums
    }
    for (position, viewfinder) in layout.viewfinders.enumerated() {
      // A damaged frame is only shown in part, with others filling in; a camera with an obstacle was drawn from pixels.
      guard let camera = line.cameras.first(where: { $0.id == viewfinder.camera }),
        camera.obstacle == nil, camera.flags?.contains("damaged") != true
      else { continue }
      // A name that leads out of the folder could cause other files to be read.
      guard camera.id.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { continue }
      let name = SourceFileWriter.path(line.index, camera: camera.id)
      // Empty, truncated and unreadable files are reported elsewhere.
      guard !faulty.contains(name), folder.status(FileName(name)) != nil, let own = try? folder.read(name)
      else { continue }
      let rect = viewfinder.rect
      guard let frame = PixelSize(width: rect.width, height: rect.height) else { continue }
      do {
        guard try scans.camera.read(own.span, of: frame) != nil else {
          problem(name, "differs in size from its viewfinder")
          continue
        }
        let proof = try SpliceProof(
          canvas: scans.canvas, camera: scans.camera, rect: rect,
          under: layout.viewfinders.dropFirst(position + 1).map(\.rect), touched: touched)
        sums.frames += 1
        sums.same += proof.same
        sums.exempt += proof.exempt
        sums.requantized += proof.isRequantized ? 1 : 0
        if proof.different > 0 {
          problem(
            line.file,
            "\(proof.different) blocks of the \(camera.id) differ from the camera's; "
              + "the first is in MCU \(proof.firstColumn),\(proof.firstRow)")
        }
      } catch { problem(name, "can't be compared: \(error)") }
    }
    return sums
  }
}
