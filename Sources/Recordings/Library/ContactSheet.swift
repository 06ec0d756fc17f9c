import Compositor
import Foundation
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// A contact sheet: a recording's frames tiled in one picture. Kept frames have a green border and a ticked corner.
package struct ContactSheet {
  /// The sheet's size in pixels.
  package let size: PixelSize
  /// The indices of the frames shown, row by row.
  package let frames: [Int]
  private let folder: FolderHandle
  private let entries: [RecordingIndex.Entry]
  private let cells: [PixelRect]
  private let kept: Set<Int>

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
      guard cellWidth >= 32,
        let size = PixelSize(width: width, height: rows * (cellHeight + gap) + gap)
      else { continue }
      let shape = Double(size.width) / Double(size.height)
      let cost = abs(log(shape / 1.6)) + 0.5 * Double(rows * columns - count) / Double(count)
      if let best, best.cost <= cost { continue }
      let cells = (0..<count).map { index in
        PixelRect(
          x: gap + index % columns * (cellWidth + gap), y: gap + index / columns * (cellHeight + gap),
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
    var encoder = try JPEGEncoder()
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
