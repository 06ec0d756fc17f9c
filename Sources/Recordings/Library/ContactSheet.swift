import Compositor
import Foundation
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// A contact sheet: a recording's frames tiled in one picture, each with its number, its time in the recording and its marks.
/// Kept frames have a green border and a ticked corner.
package struct ContactSheet {
  /// The sheet's size in pixels.
  package let size: PixelSize
  /// The indices of the frames shown, row by row.
  package let frames: [Int]
  private let folder: FolderHandle
  private let entries: [RecordingIndex.Entry]
  private let cells: [PixelRect]
  private let kept: Set<Int>
  /// Time stamp of the recording's first picture, in nanoseconds.
  private let start: Int64?

  private static let gap = 16
  private static let quality = 88

  /// Chooses evenly spaced frames and lays them out.
  ///
  /// - Parameters:
  ///   - path: the recording's folder.
  ///   - count: the most frames to show, 1 to 400.
  ///   - width: the sheet's width in pixels.
  /// - Throws: `FileError.unfit(path:reason:)` when there is no frame to show, `FileError.misused(reason:)` when the sheet
  ///   is too narrow, and any error from reading the recording.
  package init(folder path: String, count: Int = 12, width: Int = 1920) throws(FileError) {
    let folder = try FolderHandle(path)
    try RecordingFolder.check(folder)
    let (index, pictures) = try RecordingIndex.withPictures(folder)
    let present = index.entries.filter { $0.isPresent && pictures.contains($0, folder) }
    guard !present.isEmpty else { throw .unfit(path: path, reason: "there are no frames to show") }
    let shown = min(max(1, count), present.count, 400)
    // Always include the first and the last frame.
    let entries = (0..<shown).map { present[shown == 1 ? 0 : $0 * (present.count - 1) / (shown - 1)] }
    let canvas = (try? SessionFile.read(folder))??.layout.canvas
    let aspect = canvas.map { Double(max(1, $0.width)) / Double(max(1, $0.height)) } ?? 16.0 / 9
    let (size, cells) = try Self.layOut(shown, aspect: min(max(aspect, 0.1), 10), width: width)
    self.folder = folder
    self.entries = entries
    self.size = size
    self.cells = cells
    frames = entries.map(\.index)
    start = index.entries.lazy.compactMap(\.nanoseconds).first
    kept = try FrameList.kept.read(folder)
  }

  /// The grid whose shape comes closest to 16:10 with the fewest empty cells.
  private static func layOut(
    _ count: Int, aspect: Double, width: Int
  ) throws(FileError) -> (PixelSize, [PixelRect]) {
    var best: (cost: Double, size: PixelSize, cells: [PixelRect])?
    for columns in 1...count {
      let rows = (count + columns - 1) / columns
      // Even: in 4:2:0 one chroma sample covers two columns and two rows.
      let cellWidth = (width - gap * (columns + 1)) / columns / 2 * 2
      let cellHeight = max(2, Int(Double(cellWidth) / aspect) / 2 * 2)
      let pitch = cellHeight + captionHeight(cellWidth) + gap
      guard cellWidth >= 32, let size = PixelSize(width: width, height: rows * pitch + gap)
      else { continue }
      let shape = Double(size.width) / Double(size.height)
      let cost = abs(log(shape / 1.6)) + 0.5 * Double(rows * columns - count) / Double(count)
      if let best, best.cost <= cost { continue }
      let cells = (0..<count).map { index in
        PixelRect(
          x: gap + index % columns * (cellWidth + gap), y: gap + index / columns * pitch,
          width: cellWidth, height: cellHeight)
      }
      best = (cost, size, cells)
    }
    guard let best else {
      throw .misused(reason: "a contact sheet \(width) pixels wide has no room for a frame")
    }
    return (best.size, best.cells)
  }

  /// Draws the sheet as a JPEG.
  ///
  /// - Parameter missing: called with a sentence for each frame that can't be read; its cell stays dark.
  /// - Throws: `JPEGError` or `GlassError` when memory or a library fails.
  package func render(missing: (String) -> Void = { _ in }) throws -> [UInt8] {
    let sheet = PlanarPicture(size: size, subsampling: .yuv420)
    PlaneFill.fill(sheet.luma, sheet.bounds, with: 20)
    var reader = try PictureReader()
    for (entry, cell) in zip(entries, cells) {
      PlaneFill.fill(sheet.luma, cell, with: 36)
      do { Self.draw(try reader.read(try folder.read(entry.file)).0, into: sheet, at: cell) } catch {
        missing("\(entry.file) isn't shown: \(error)")
      }
    }
    try markKept(sheet)
    try caption(sheet)
    var encoder = JPEGEncoder()
    return try encoder.encode(sheet, quality: Self.quality)
  }

  /// Draws the sheet into a file, which appears only once complete and replaces any file of that name.
  ///
  /// - Parameters:
  ///   - path: the file to write.
  ///   - missing: as in ``render(missing:)``.
  /// - Throws: what ``render(missing:)`` throws; `FileError.cannotCreate(path:reason:)`,
  ///   `FileError.io(path:reason:)`.
  package func write(to path: String, missing: (String) -> Void = { _ in }) throws {
    try WholeFile.write(render(missing: missing), to: path)
  }

  // MARK: - Drawing

  private static func draw(_ picture: PlanarPicture, into sheet: PlanarPicture, at cell: PixelRect) {
    var luma = PlaneScaler(
      from: (picture.size.width, picture.size.height), to: (cell.width, cell.height))
    luma.scale(picture.luma, into: sheet.luma, at: cell)
    guard picture.cb.width > 0 else { return }
    let chromaCell = cell.inChroma(.yuv420)
    var chroma = PlaneScaler(
      from: (picture.cb.width, picture.cb.height), to: (chromaCell.width, chromaCell.height))
    chroma.scale(picture.cb, into: sheet.cb, at: chromaCell)
    chroma.scale(picture.cr, into: sheet.cr, at: chromaCell)
  }

  /// Em size of captions, in pixels; `nil` where they can't be read.
  private static func letters(_ cellWidth: Int) -> Double? {
    cellWidth < 140 ? nil : min(max((Double(cellWidth) / 24).rounded(), 11), 18)
  }

  private static func captionHeight(_ cellWidth: Int) -> Int {
    letters(cellWidth).map { Int($0 * 1.6) / 2 * 2 } ?? 0
  }

  private func caption(_ sheet: PlanarPicture) throws {
    guard let width = cells.first?.width, let letters = Self.letters(width) else { return }
    let ink = try TextInk(pixels: letters, edgeWidth: 0)
    var painter = InkPainter(canvas: size, subsampling: .yuv420)
    var spans = CoverageSpans()
    var lines = try ManifestLines(folder)
    for (entry, cell) in zip(entries, cells) {
      let baseline = cell.maxY + Int(letters * 1.25)
      let place = PixelRect(
        x: cell.x, y: cell.maxY, width: cell.width, height: Self.captionHeight(width))
      func write(_ text: String, opacity: Double, room: Int, isRight: Bool) {
        ink.set(text, maximum: Double(max(room, 0)))
        let x = isRight ? cell.maxX - ink.width : cell.x
        ink.cover(.figures, x: x, baseline: baseline, clip: place, into: &spans)
        painter.paint(spans, color: .white, opacity: opacity, into: sheet)
      }
      write(title(entry), opacity: 0.9, room: cell.width, isRight: false)
      let used = ink.width + Int(letters)
      let marks = entry.isMarked ? lines.line(entry.index, at: entry.offset)?.marks ?? [] : []
      let notes = (entry.isPhoto ? ["photo"] : []) + marks
      if notes.isEmpty { continue }
      write(notes.joined(separator: ", "), opacity: 0.7, room: cell.width - used, isRight: true)
    }
  }

  /// Number, and time since the recording's first picture.
  private func title(_ entry: RecordingIndex.Entry) -> String {
    guard let start, let time = entry.nanoseconds, time >= start else { return "\(entry.index)" }
    let tenths = (time - start) / 100_000_000
    let (minutes, seconds) = (tenths / 600, String(format: "%02d.%d", tenths / 10 % 60, tenths % 10))
    let clock =
      minutes < 60
      ? "\(minutes):\(seconds)" : "\(minutes / 60):\(String(format: "%02d", minutes % 60)):\(seconds)"
    return "\(entry.index)  \(clock)"
  }

  private func markKept(_ sheet: PlanarPicture) throws(GlassError) {
    let marked = zip(entries, cells).filter { kept.contains($0.0.index) }.map(\.1)
    guard !marked.isEmpty else { return }
    let rasterizer = try OutlineRasterizer()
    var painter = InkPainter(canvas: size, subsampling: .yuv420)
    var spans = CoverageSpans()
    for cell in marked {
      let (right, top) = (Double(cell.maxX), Double(cell.y))
      let side = min(64, Double(cell.height) / 2)
      let frame = Rect(x: Double(cell.x), y: top, width: Double(cell.width), height: Double(cell.height))
      rasterizer.stroke(
        .rect(frame), width: 4, join: .miter, transform: .identity, clip: sheet.bounds, into: &spans)
      painter.paint(spans, color: .green, opacity: 1, into: sheet)
      var corner = Path()
      corner.move(to: Point(right - side, top))
      corner.line(to: Point(right, top))
      corner.line(to: Point(right, top + side))
      corner.close()
      rasterizer.fill(corner, transform: .identity, clip: cell, into: &spans)
      painter.paint(spans, color: .green, opacity: 1, into: sheet)
      var tick = Path()
      tick.move(to: Point(right - 0.46 * side, top + 0.26 * side))
      tick.line(to: Point(right - 0.32 * side, top + 0.40 * side))
      tick.line(to: Point(right - 0.12 * side, top + 0.14 * side))
      rasterizer.stroke(
        tick, width: max(2, 0.07 * side), transform: .identity, clip: cell, into: &spans)
      painter.paint(spans, color: .black, opacity: 1, into: sheet)
    }
  }
}
