// Packed and semi-planar frames to full-range planes.

import CSampleOrder
import CaptureKit
import PixelTypes

/// Unpacks raw camera frames into full-range BT.601 planes, checking that all bytes are present.
package struct RawUnpacker {
  private let isFullRange: Bool
  private let isBT709: Bool

  package init(encoding: ColorEncoding) {
    isBT709 = encoding.matrix == .bt709
    isFullRange = encoding.range == .full
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
        unsafe csampleorder_unpack_yuyv(row, pairs, l, b, c)
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
        unsafe csampleorder_split(row, chroma.width, b, c)
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
    let luma = unsafe PlaneRegion(picture.luma, rect)
    for y in unsafe 0..<min(rows, luma.height) { unsafe csampleorder_expand_luma(luma.row(y), luma.width) }
    let (cb, cr) = unsafe (PlaneRegion(picture.cb, chroma), PlaneRegion(picture.cr, chroma))
    for y in unsafe 0..<min(chromaRows, cb.height) {
      unsafe csampleorder_expand_chroma(cb.row(y), cb.width)
      unsafe csampleorder_expand_chroma(cr.row(y), cr.width)
    }
  }
}
