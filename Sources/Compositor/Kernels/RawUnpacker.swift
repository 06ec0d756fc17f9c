// Packed and semi-planar frames to full-range planes. Limited range (ITU-R BT.601-7, 2.5.3): luma 16...235,
// chroma 16...240; expanded by tables so that every value is rounded once.

import CaptureKit
import PixelTypes

/// Unpacks raw camera frames into full-range BT.601 planes, checking that all bytes are present.
package struct RawUnpacker {
  private let luma: [UInt8]
  private let chroma: [UInt8]
  private let isFullRange: Bool
  private let isBT709: Bool

  package init(encoding: ColorEncoding) {
    isBT709 = encoding.matrix == .bt709
    isFullRange = encoding.range == .full
    luma = (0..<256).map { UInt8(min(255, max(0, ((Double($0) - 16) * 255 / 219).rounded()))) }
    chroma = (0..<256).map { UInt8(min(255, max(0, (128 + (Double($0) - 128) * 255 / 224).rounded()))) }
  }

  /// The chroma subsampling of a raw format's planes; `nil` for compressed formats.
  package static func subsampling(of format: PixelFormat) -> ChromaSubsampling? {
    switch format {
    case .yuyv: .yuv422
    case .nv12: .yuv420
    case .grey: .grey
    case .mjpeg: nil
    }
  }

  /// Unpacks as many whole rows as there are bytes for.
  ///
  /// - Returns: whether every row was present; missing rows keep the planes' previous contents.
  package func unpack(_ slot: FrameSlot, into picture: PlanarPicture, at rect: PixelRect) -> Bool {
    let format = slot.format
    precondition(rect.width == format.size.width && rect.height == format.size.height)
    let isWhole = slot.withBytes { bytes in
      switch format.pixelFormat {
      case .yuyv: unpackYUYV(bytes, bytesPerRow: format.bytesPerRow, into: picture, at: rect)
      case .nv12: unpackNV12(bytes, bytesPerRow: format.bytesPerRow, into: picture, at: rect)
      case .grey: unpackGrey(bytes, bytesPerRow: format.bytesPerRow, into: picture, at: rect)
      case .mjpeg: false
      }
    }
    if isBT709, format.pixelFormat != .grey { MatrixConverter.toBT601(picture, rect) }
    return isWhole
  }

  private func unpackYUYV(
    _ bytes: Span<UInt8>, bytesPerRow: Int, into picture: PlanarPicture, at rect: PixelRect
  ) -> Bool {
    precondition(picture.subsampling == .yuv422)
    let needed = PixelFormat.yuyv.minimumBytesPerRow(width: rect.width)
    let rows = min(rect.height, bytes.count < needed ? 0 : (bytes.count - needed) / bytesPerRow + 1)
    let y = unsafe PlaneRegion(picture.luma, rect)
    let chroma = rect.inChroma(picture.subsampling)
    let cb = unsafe PlaneRegion(picture.cb, chroma)
    let cr = unsafe PlaneRegion(picture.cr, chroma)
    let pairs = rect.width / 2
    // SAFETY: row r ends at r × bytesPerRow + needed ≤ bytes.count; planes have `width` and `(width + 1) / 2`.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for r in 0..<rows {
        let row = unsafe base + r * bytesPerRow
        let (l, b, c) = unsafe (y.row(r), cb.row(r), cr.row(r))
        for x in 0..<pairs {
          unsafe l[2 * x] = row[4 * x]
          unsafe l[2 * x + 1] = row[4 * x + 2]
          unsafe b[x] = row[4 * x + 1]
          unsafe c[x] = row[4 * x + 3]
        }
        if rect.width % 2 == 1 {
          unsafe l[2 * pairs] = row[4 * pairs]
          unsafe b[pairs] = row[4 * pairs + 1]
          unsafe c[pairs] = row[4 * pairs + 3]
        }
      }
    }
    expand(picture, rect, chroma, rows: rows, chromaRows: rows)
    return rows == rect.height
  }

  private func unpackNV12(
    _ bytes: Span<UInt8>, bytesPerRow: Int, into picture: PlanarPicture, at rect: PixelRect
  ) -> Bool {
    precondition(picture.subsampling == .yuv420)
    let chroma = rect.inChroma(picture.subsampling)
    let rows = min(rect.height, bytes.count < rect.width ? 0 : (bytes.count - rect.width) / bytesPerRow + 1)
    let start = rect.height * bytesPerRow
    let left = bytes.count - start
    let chromaRows = min(
      chroma.height, left < 2 * chroma.width ? 0 : (left - 2 * chroma.width) / bytesPerRow + 1)
    let y = unsafe PlaneRegion(picture.luma, rect)
    let cb = unsafe PlaneRegion(picture.cb, chroma)
    let cr = unsafe PlaneRegion(picture.cr, chroma)
    // SAFETY: rows and chromaRows were computed from bytes.count.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for r in 0..<rows { unsafe y.row(r).update(from: base + r * bytesPerRow, count: rect.width) }
      for r in 0..<chromaRows {
        let row = unsafe base + start + r * bytesPerRow
        let (b, c) = unsafe (cb.row(r), cr.row(r))
        for x in 0..<chroma.width {
          unsafe b[x] = row[2 * x]
          unsafe c[x] = row[2 * x + 1]
        }
      }
    }
    expand(picture, rect, chroma, rows: rows, chromaRows: chromaRows)
    return rows == rect.height && chromaRows == chroma.height
  }

  private func unpackGrey(
    _ bytes: Span<UInt8>, bytesPerRow: Int, into picture: PlanarPicture, at rect: PixelRect
  ) -> Bool {
    let rows = min(rect.height, bytes.count < rect.width ? 0 : (bytes.count - rect.width) / bytesPerRow + 1)
    let y = unsafe PlaneRegion(picture.luma, rect)
    // SAFETY: rows was computed from bytes.count.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for r in 0..<rows { unsafe y.row(r).update(from: base + r * bytesPerRow, count: rect.width) }
    }
    PlaneFill.removeColor(picture, rect)
    expand(picture, rect, .empty, rows: rows, chromaRows: 0)
    return rows == rect.height
  }

  private func expand(
    _ picture: PlanarPicture, _ rect: PixelRect, _ chroma: PixelRect, rows: Int, chromaRows: Int
  ) {
    if isFullRange { return }
    Self.map(picture.luma, rect, rows: rows, through: luma)
    Self.map(picture.cb, chroma, rows: chromaRows, through: self.chroma)
    Self.map(picture.cr, chroma, rows: chromaRows, through: self.chroma)
  }

  private static func map(_ plane: PixelPlane, _ rect: PixelRect, rows: Int, through table: [UInt8]) {
    let region = unsafe PlaneRegion(plane, rect)
    // SAFETY: the table has 256 entries, one for each byte; rows and columns lie inside the region.
    unsafe table.withUnsafeBufferPointer { table in
      for y in unsafe 0..<min(rows, region.height) {
        let row = unsafe region.row(y)
        for x in unsafe 0..<region.width { unsafe row[x] = table[Int(row[x])] }
      }
    }
  }
}
