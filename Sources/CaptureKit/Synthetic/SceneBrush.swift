import CSampleOrder
import PixelTypes

/// Paints any frame of a scene into a slot, coded or packed.
///
/// A frame depends only on the settings and its index. The brush allocates its memory on creation, none per frame. Use it
/// from one thread at a time; a second one needs a ``twin()``.
final class SceneBrush {
  let settings: SceneSettings
  /// The frames' format: full range, BT.601, in every pixel format.
  let format: StreamFormat
  /// Bytes that a slot needs to hold any frame.
  let largestFrame: Int
  let scene: any Scene

  private let noise: SensorNoise
  private let picture: PlanarPicture
  private let encoder: FrameEncoder?
  // 4:2:0 chroma, made from two rows of 4:2:2; `nil` for frames that keep theirs.
  private let halved: PlanarPicture?

  /// Paints the still layers: takes up to a second for a large picture.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the scene can't be made at this size.
  convenience init(_ settings: SceneSettings) throws(CaptureError) {
    self.init(
      settings, scene: try settings.makeScene(),
      noise: SensorNoise(deviation: settings.noise, seed: settings.seed, width: settings.size.width))
  }

  private init(_ settings: SceneSettings, scene: any Scene, noise: SensorNoise) {
    self.settings = settings
    self.scene = scene
    self.noise = noise
    let size = settings.size
    let bytesPerRow = settings.pixelFormat.minimumBytesPerRow(width: size.width)
    format = StreamFormat(
      pixelFormat: settings.pixelFormat, size: size, bytesPerRow: bytesPerRow,
      framesPerSecond: settings.framesPerSecond, encoding: .jpeg)
    // The highest qualities can need more bytes than the samples themselves.
    largestFrame =
      settings.pixelFormat.frameBytes(height: size.height, bytesPerRow: bytesPerRow)
      ?? size.area * (settings.quality > 95 ? 4 : 2) + 1 << 16
    picture = PlanarPicture(size: size, subsampling: .yuv422)
    let isCoded = settings.pixelFormat == .mjpeg
    encoder = isCoded ? FrameEncoder(quality: settings.quality) : nil
    halved =
      isCoded && settings.subsampling == .yuv420 ? PlanarPicture(size: size, subsampling: .yuv420) : nil
  }

  /// A brush for another thread that paints the same frames. Shares the still layers, which never change.
  func twin() -> SceneBrush {
    SceneBrush(settings, scene: scene.twin(), noise: noise)
  }

  /// Whether the scene has this frame.
  func has(frame: Int) -> Bool { settings.frameCount == 0 || frame < settings.frameCount }

  /// Rejects a slot without room for any frame.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)``.
  func check(_ slot: FrameSlot) throws(CaptureError) {
    guard slot.capacity >= largestFrame else {
      throw .badSource(text: "synth:\(settings)", reason: "its frames of \(largestFrame) bytes are too large")
    }
  }

  /// Paints frame `frame`, counted from 0, and stamps the slot with its number and media time.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the slot is smaller than ``largestFrame`` or the frame can't be
  ///   encoded.
  func paint(_ frame: Int, into slot: FrameSlot) throws(CaptureError) {
    try check(slot)
    scene.render(frame: frame, into: picture)
    noise.add(to: picture, frame: frame)
    if let encoder {
      if let halved {
        halve(picture.cb, into: halved.cb)
        halve(picture.cr, into: halved.cr)
      }
      guard encoder.encode(luma: picture.luma, chroma: halved ?? picture, into: slot) else {
        throw .badSource(text: "synth:\(settings)", reason: "a frame has no room in \(slot.capacity) bytes")
      }
    } else {
      pack(into: slot)
      slot.byteCount = largestFrame
    }
    slot.format = format
    stamp(slot, frame)
  }

  /// Sets a slot's frame number and media time, which begin at 0.
  func stamp(_ slot: FrameSlot, _ frame: Int) {
    slot.sequence = UInt32(truncatingIfNeeded: frame)
    slot.time = FrameTime(nanoseconds: settings.nanoseconds(atFrame: frame), clock: .media)
    slot.gap = 0
    slot.flags = []
  }

  private func halve(_ source: PixelPlane, into target: PixelPlane) {
    for y in 0..<target.height {
      let first = 2 * y * source.bytesPerRow
      let second = min(2 * y + 1, source.height - 1) * source.bytesPerRow
      // SAFETY: both rows lie within the plane, and both planes are of the same width.
      unsafe RowKernels.mean(
        target.base + y * target.bytesPerRow, source.base + first, source.base + second, count: target.width)
    }
  }

  /// Writes the picture as raw samples. The slot has room for the frame, as checked by `check(_:)`.
  private func pack(into slot: FrameSlot) {
    let (luma, cb, cr) = (picture.luma, picture.cb, picture.cr)
    let (width, height) = (luma.width, luma.height)
    let stride = format.bytesPerRow
    // SAFETY: the slot is this thread's while it is filled, and `frameBytes` of this format and height fit;
    // rows are the planes' own. Sizes are even, so NV12 has exactly half as many chroma rows.
    guard let out = unsafe slot.memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    for y in 0..<height {
      let from = unsafe luma.base + y * luma.bytesPerRow
      let to = unsafe out + y * stride
      if format.pixelFormat == .yuyv {
        unsafe csampleorder_pack_yuyv(
          from, cb.base + y * cb.bytesPerRow, cr.base + y * cr.bytesPerRow, width / 2, to)
      } else {
        unsafe to.update(from: from, count: width)
      }
    }
    guard format.pixelFormat == .nv12 else { return }
    for y in 0..<height / 2 {
      let first = 2 * y * cb.bytesPerRow
      let second = first + cb.bytesPerRow
      unsafe RowKernels.packNV12Chroma(
        out + (height + y) * stride, cb: cb.base + first, cbNext: cb.base + second, cr: cr.base + first,
        crNext: cr.base + second, count: width / 2)
    }
  }
}
