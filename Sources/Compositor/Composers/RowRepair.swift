import CaptureKit
import JPEGCodec
import PixelTypes

/// Finds the readable rows of a damaged JPEG and replaces the rest with another frame's.
///
/// Uses the splicer's walk, so both composers keep the same rows. Costs nothing until a frame is damaged.
package struct RowRepair: ~Copyable {
  private var scan = WalkedScan()
  private var isKept: [Bool] = []
  private var decoder: JPEGDecoder
  /// The stand-in, decoded.
  private var picture: PlanarPicture?

  package init() throws(JPEGError) { decoder = try JPEGDecoder() }

  /// Walks a frame and counts its readable rows.
  ///
  /// - Parameter size: as the decoder read it from the headers.
  /// - Throws: ``JPEGError`` if the headers can't be followed.
  package mutating func judge(_ slot: FrameSlot, size: PixelSize) throws(JPEGError) -> KeptRows {
    let report = try slot.withBytes { bytes throws(JPEGError) in try scan.read(bytes, of: size) }
    guard report != nil else { throw .malformed(reason: "its headers contradict each other") }
    let kept = scan.goodRows(into: &isKept)
    return KeptRows(kept: kept, total: isKept.count)
  }

  /// Replaces the rows that ``judge(_:size:)`` found lost.
  ///
  /// - Parameters:
  ///   - target: holds the decoded damaged frame, at `rect`.
  ///   - isHalved: whether it was decoded at half its size.
  ///   - standIn: a whole frame. If it is missing or of another size or subsampling, the rows become dark.
  package mutating func replaceLostRows(
    in target: PlanarPicture, at rect: PixelRect, isHalved: Bool, from standIn: FrameSlot?
  ) {
    var source: PlanarPicture?
    if let standIn { source = decode(standIn, (rect.width, rect.height), target.subsampling, isHalved) }
    let step = isHalved ? scan.layout.mcuHeight / 2 : scan.layout.mcuHeight
    for row in isKept.indices where !isKept[row] {
      let top = row * step
      let height = min(step, rect.height - top)
      guard height > 0 else { continue }
      let lost = PixelRect(x: rect.x, y: rect.y + top, width: rect.width, height: height)
      guard let source else {
        ViewfinderPainter.drawEmpty(lost, into: target)
        continue
      }
      PlaneFill.copy(
        source, PixelRect(x: 0, y: top, width: rect.width, height: height), to: target, lost)
    }
  }

  private mutating func decode(
    _ slot: FrameSlot, _ sides: (Int, Int), _ subsampling: ChromaSubsampling, _ isHalved: Bool
  ) -> PlanarPicture? {
    guard let size = PixelSize(width: sides.0, height: sides.1) else { return nil }
    let picture = PlanarPicture.reusing(picture, size: size, subsampling: subsampling)
    self.picture = picture
    do {
      _ = try slot.withBytes { bytes throws(JPEGError) in
        let header = try decoder.readHeader(bytes)
        // With another layout, the stand-in would be cut into the wrong rows.
        guard header.size == scan.layout.size, header.subsampling == scan.layout.subsampling else {
          throw .mismatch(picture: "of another size or sampling", planes: "the damaged frame's")
        }
        return try decoder.decode(bytes, into: picture, isHalved: isHalved)
      }
    } catch { return nil }
    return picture
  }
}
