import Compositor
import Glibc
import HostResources
import JPEGCodec
import PixelTypes

/// Verifies that what was kept with a picture is all there, and that outside ink and chrome its spliced viewfinders match the
/// cameras' own frames, coefficient by coefficient. Use one per thread.
struct SourceVerifier: ~Copyable {
  private typealias Viewfinder = SessionDescription.Layout.Viewfinder

  private let folder: FolderHandle
  private let names: KeptNames
  /// Walked scans, reused for each picture.
  private var canvas = WalkedScan()
  private var camera = WalkedScan()
  /// Gives back the frames that are inside the picture.
  private var restorer = SourceRestorer()
  private var line = PictureLine(index: 0, file: "")
  private var number = 0
  private var findings = VerificationFindings()

  init(_ folder: FolderHandle, _ names: KeptNames) {
    self.folder = folder
    self.names = names
  }

  /// - Parameters:
  ///   - jpeg: the picture; `nil` unless it is whole.
  ///   - findings: receives what is wrong, and what was checked.
  mutating func check(
    _ line: PictureLine, _ number: Int, _ jpeg: [UInt8]?, in run: SessionDescription,
    _ all: inout VerificationFindings
  ) {
    (self.line, self.number, findings) = (line, number, VerificationFindings())
    // Viewfinders that extend beyond the canvas are reported elsewhere.
    if let size = run.layout.canvas.pixels, run.layout.viewfinders.allSatisfy({ $0.lies(in: size) }) {
      check(jpeg, size, run)
    }
    all += findings
  }

  private mutating func check(_ jpeg: [UInt8]?, _ size: PixelSize, _ run: SessionDescription) {
    let views = run.layout.viewfinders
    let inside = readInside(jpeg)
    let touched = touched(size, views, inside, run)
    var isWalked = false
    if let jpeg, line.composer == "splice" {
      do throws(JPEGError) { isWalked = try canvas.read(jpeg.span, of: size)?.isWhole ?? false } catch {
        findings.report(line.file, number, "can't be compared: \(error)")
      }
    }
    var files = folder.exists(FileName(SourceFileWriter.inkPath(line.index))) ? 1 : 0
    for (position, view) in views.enumerated() {
      guard let camera = line.cameras.first(where: { $0.id == view.camera }) else { continue }
      let source = run.sources.first { $0.id == view.camera }
      let name = SourceFileWriter.path(line.index, camera: view.camera)
      // A name that leads out of the folder could cause other files to be read.
      let isThere =
        SourceFileWriter.camera(of: "0.\(view.camera).jpg") != nil && folder.exists(FileName(name))
      files += isThere ? 1 : 0
      if camera.kept == SourceKeeping.inside.rawValue {
        if isThere {
          findings.report(name, number, "is there, but its line says that it is inside the picture")
        }
        guard let frame = frame(of: view, camera, inside), let touched, isWalked else { continue }
        skipTurns(source)
        compare(
          frame, line.file, view, under: views.dropFirst(position + 1).map(\.rect), touched,
          isFirst: position == 0)
        continue
      }
      if inside.contains(where: { $0.camera == view.camera }) {
        findings.report(
          line.file, number, "has a frame of the \(view.camera) inside that its line doesn't tell")
      }
      guard let why = whyNotCompared(camera, source, isThere: isThere) else {
        if !isThere { findings.report(name, number, "is missing") }
        guard isThere, let frame = read(name, camera), let touched, isWalked else { continue }
        skipTurns(source)
        compare(
          frame, name, view, under: views.dropFirst(position + 1).map(\.rect), touched, isFirst: position == 0
        )
        continue
      }
      findings.skip("viewfinders: \(why)")
      guard isThere, let frame = read(name, camera) else { continue }
      if camera.sequence == nil {
        findings.report(name, number, "is there, but its line has no frame of the camera")
      }
      let isTurned = source?.rotate != nil || source?.flip != nil || source?.crop != nil
      if camera.flags?.contains("damaged") == true, !isTurned { checkDamage(frame, name, view, camera) }
    }
    for source in inside where !views.contains(where: { $0.camera == source.camera }) {
      findings.report(line.file, number, "has a frame inside of no camera in it")
    }
    if let touched, isWalked {
      checkOwners(views, touched, areInside: run.settings.keepSource == .inside && files == 0)
    }
    if names.count(line.index) > files { findStrangers(views) }
    if findings.frames > 0 { findings.pictures = 1 }
  }

  private mutating func skipTurns(_ source: SessionDescription.Source?) {
    guard source?.rotate != nil || source?.flip != nil || source?.crop != nil else { return }
    findings.skip("turns, flips and crops: frames were kept after them")
  }

  /// The frames inside the picture.
  private mutating func readInside(_ jpeg: [UInt8]?) -> [EmbeddedSource] {
    guard let jpeg else { return [] }
    do throws(JPEGError) { return try restorer.read(jpeg.span) } catch {
      findings.report(line.file, number, error.damage)
      return []
    }
  }

  /// A camera's frame from inside the picture, if it is the one that the line tells of.
  private mutating func frame(
    of view: Viewfinder, _ camera: CameraLine, _ inside: [EmbeddedSource]
  ) -> [UInt8]? {
    guard let source = inside.first(where: { $0.camera == view.camera }) else {
      findings.report(line.file, number, "has no frame of the \(view.camera) inside, but its line says so")
      return nil
    }
    guard camera.sequence != nil, camera.obstacle == nil, camera.flags?.contains("damaged") != true,
      line.composer == "splice", source.rect == view.rect, source.byteCount == camera.bytes
    else {
      findings.report(line.file, number, "has a frame of the \(view.camera) inside that isn't its line's")
      return nil
    }
    var frame: [UInt8] = []
    do throws(JPEGError) { try restorer.restore(source, into: &frame) } catch {
      findings.report(line.file, number, error.damage)
      return nil
    }
    return frame
  }

  /// The blocks under ink or chrome: by the ink map, or by what the frames inside tell. `nil` if that is missing.
  private mutating func touched(
    _ size: PixelSize, _ views: [Viewfinder], _ inside: [EmbeddedSource], _ run: SessionDescription
  ) -> BlockMask? {
    let isMapped =
      folder.exists(FileName(SourceFileWriter.inkPath(line.index)))
      || views.contains { view in
        CameraNames.objection(to: view.camera) == nil
          && folder.exists(FileName(SourceFileWriter.path(line.index, camera: view.camera)))
      }
    if isMapped || run.settings.keepSource != .inside { return inkMap(size) }
    var mask = BlockMask(canvas: size)
    for view in views {
      // A later viewfinder covers what earlier ones have there.
      mask.clear(inside: view.rect)
      if let source = inside.first(where: { $0.camera == view.camera }) { restorer.mark(source, in: &mask) }
    }
    return mask
  }

  /// Why a viewfinder has nothing to compare; `nil` if it has.
  private mutating func whyNotCompared(
    _ camera: CameraLine, _ source: SessionDescription.Source?, isThere: Bool
  ) -> String? {
    guard camera.sequence != nil else { return "the camera was lost" }
    let isSpliced = line.composer == "splice"
    let obstacle = camera.obstacle ?? (isSpliced ? nil : line.composerReason ?? "as the rest")
    // A camera that came late agreed to nothing at first.
    let isJPEG = camera.format ?? source?.negotiated?.format ?? (isThere ? "mjpeg" : nil) == "mjpeg"
    let isDamaged = camera.flags?.contains("damaged") == true
    if !isJPEG, isThere || obstacle == nil {
      findings.report(
        line.file, number, "has JPEG data of the \(camera.id), but its line says another format")
    }
    if !isThere, !isJPEG { return "the frame was raw" }
    if isDamaged { return "the frame was damaged" }
    guard let obstacle else { return nil }
    if !isThere {
      findings.report(SourceFileWriter.path(line.index, camera: camera.id), number, "is missing")
    }
    return "drawn from pixels, \(obstacle)"
  }

  /// The map of blocks under ink or chrome; `nil` if there is none to read.
  private mutating func inkMap(_ size: PixelSize) -> BlockMask? {
    let name = SourceFileWriter.inkPath(line.index)
    guard folder.exists(FileName(name)) else {
      findings.report(name, number, "is missing")
      return nil
    }
    guard let bitmap = try? folder.read(name), let mask = BlockMask(canvas: size, bitmap: bitmap) else {
      findings.report(name, number, "is not an ink map for a canvas of \(size)")
      return nil
    }
    if let said = line.inkBlocks {
      let blocks = mask.touchedCount
      if blocks != said { findings.report(name, number, "has \(blocks) blocks, but its line says \(said)") }
    } else {
      findings.skip("ink maps whose line doesn't count their blocks")
    }
    return mask
  }

  /// A camera's own frame, if it is whole.
  private mutating func read(_ name: String, _ camera: CameraLine) -> [UInt8]? {
    func bytes() throws -> [UInt8] {
      guard let size = folder.status(FileName(name))?.bytes else {
        throw VerificationFault(FolderHandle.whyUnreadable(EINVAL))
      }
      if size == 0 { throw VerificationFault("is empty") }
      let bytes = try folder.read(name)
      let (sent, flags) = (camera.bytes ?? 0, camera.flags ?? [])
      // Everything the camera sent must be there; tables and an end marker may have been added.
      if bytes.count < sent { throw VerificationFault("is cut short: \(bytes.count) of \(sent) bytes") }
      let added = bytes.suffix(2).elementsEqual([0xFF, 0xD9]) ? 2 : 0
      let tables = flags.contains("missing-huffman-tables") ? StandardHuffmanTables.segment.count : 0
      if bytes.count - sent != 0, ![added, tables, tables + added].contains(bytes.count - sent) {
        throw VerificationFault("has \(bytes.count) bytes, but its line says \(sent)")
      }
      // A damaged frame is kept as received.
      if flags.contains("damaged") { return bytes }
      if !Self.isWhole(bytes) { throw VerificationFault("is not a complete JPEG") }
      return bytes
    }
    do { return try bytes() } catch {
      findings.report(name, number, "\(error)")
      return nil
    }
  }

  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    // Cameras may pad their buffers with zeros after the end.
    let end = bytes.lastIndex { $0 != 0 } ?? 0
    return end > 2 && bytes.starts(with: [0xFF, 0xD8]) && bytes[(end - 1)...end] == [0xFF, 0xD9]
  }

  /// A frame that is said to be damaged, and therefore isn't compared, must be; without an end marker of its own it is, even if all of
  /// its MCUs came.
  private mutating func checkDamage(
    _ frame: [UInt8], _ name: String, _ view: Viewfinder, _ own: CameraLine
  ) {
    let hasEnd = ![2, 2 + StandardHuffmanTables.segment.count].contains(frame.count - (own.bytes ?? 0))
    guard hasEnd, Self.isWhole(frame), let size = PixelSize(width: view.width, height: view.height),
      let report = try? camera.read(frame.span, of: size)
    else { return }
    if report.isWhole, camera.endMarker(in: frame.span) == JPEGMarker.endOfImage {
      findings.report(name, number, "is whole, but its line says that it was damaged")
    }
  }

  private mutating func compare(
    _ frame: [UInt8], _ name: String, _ view: Viewfinder, under later: [PixelRect], _ touched: BlockMask,
    isFirst: Bool
  ) {
    let rect = view.rect
    guard let size = PixelSize(width: rect.width, height: rect.height) else { return }
    do {
      guard let report = try camera.read(frame.span, of: size) else {
        return findings.report(name, number, "differs in size from its viewfinder")
      }
      if !report.isWhole { findings.report(name, number, "is damaged, but its line doesn't say so") }
      let proof = try SpliceProof(canvas: canvas, camera: camera, rect: rect, under: later, touched: touched)
      findings.frames += 1
      findings.same += proof.same
      findings.exempt += proof.exempt
      findings.requantized += proof.isRequantized ? 1 : 0
      if isFirst, proof.isRequantized {
        findings.report(line.file, number, "has other quantization than the \(view.camera), whose it takes")
      }
      guard proof.different > 0 else { return }
      findings.report(
        line.file, number,
        "\(proof.different) blocks of the \(view.camera) differ from the camera's; "
          + "the first is in MCU \(proof.firstColumn),\(proof.firstRow)")
    } catch { findings.report(name, number, "can't be compared: \(error)") }
  }

  /// Ink can't excuse more than was drawn: as many MCUs lie under it as the line counts.
  private mutating func checkOwners(_ views: [Viewfinder], _ touched: BlockMask, areInside: Bool) {
    let carried = views.map { view in line.cameras.first { $0.id == view.camera }?.obstacle == nil }
    let found = SpliceOwners(
      layout: canvas.layout, viewfinders: views.map(\.rect), carried: carried, touched: touched)
    findings.inkMaps += 1
    let said = line.mcus ?? [:]
    let sum = (said["copied"] ?? 0) &+ (said["recoded"] ?? 0) &+ (said["redrawn"] ?? 0)
    guard found.carried != sum || found.redrawn != said["redrawn"] else { return }
    findings.report(
      areInside ? line.file : SourceFileWriter.inkPath(line.index), number,
      "touches \(found.redrawn) of \(found.carried) MCUs of the cameras' frames, but the line says otherwise")
  }

  /// Files of cameras that the picture doesn't have.
  private mutating func findStrangers(_ views: [Viewfinder]) {
    guard let sources = try? FolderHandle(RecordingFolder.sources, in: folder), let all = try? sources.names()
    else {
      return
    }
    for name in all where SourceFileWriter.index(of: name) == line.index {
      if let camera = SourceFileWriter.camera(of: name), !views.contains(where: { $0.camera == camera }) {
        findings.report("\(RecordingFolder.sources)/\(name)", number, "is of no camera in its picture")
      }
    }
  }
}
