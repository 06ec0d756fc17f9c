import PixelTypes

/// Draws the frames of a synthetic scene, and knows what they show.
///
/// Frame `n` depends only on the settings and `n`. The reader allocates its memory when it is made, none per frame.
public final class SyntheticReader: FrameReader {
  /// The settings it was made with.
  public let settings: SceneSettings
  /// The frames' format: full range, BT.601, in every pixel format.
  public let format: StreamFormat
  /// Bytes that a slot needs to hold any frame.
  public let largestFrame: Int
  /// The settings' number of frames; `nil` when endless.
  public var frameCount: Int? { settings.frameCount > 0 ? settings.frameCount : nil }

  private let scene: any Scene
  private let noise: SensorNoise
  private let picture: PlanarPicture
  private let encoder: SceneEncoder?
  private var nextFrame = 0

  /// Paints the still layers: takes up to a second for a large picture.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the scene can't be made at this size.
  public init(_ settings: SceneSettings) throws(CaptureError) {
    self.settings = settings
    let size = settings.size
    let bytesPerRow = settings.pixelFormat.minimumBytesPerRow(width: size.width)
    format = StreamFormat(
      pixelFormat: settings.pixelFormat, size: size, bytesPerRow: bytesPerRow,
      framesPerSecond: settings.framesPerSecond, encoding: .jpeg)
    // The highest qualities can need more bytes than the samples themselves.
    largestFrame =
      settings.pixelFormat.frameBytes(height: size.height, bytesPerRow: bytesPerRow)
      ?? size.area * (settings.quality > 95 ? 4 : 2) + 1 << 16
    scene = try settings.makeScene()
    noise = SensorNoise(deviation: settings.noise, seed: settings.seed, width: size.width)
    picture = PlanarPicture(size: size, subsampling: .yuv422)
    encoder =
      settings.pixelFormat == .mjpeg
      ? try SceneEncoder(size: size, subsampling: settings.subsampling, quality: settings.quality) : nil
  }

  /// The truth about frame `frame`, counted from 0, whether or not it was read yet.
  public func truth(frame: Int) -> SceneTruth { scene.truth(frame: frame) }

  /// The subject of frame `frame` as an exact mask: how much of each cell of a grid over the picture it covers.
  ///
  /// - Parameters:
  ///   - frame: index of the frame, from 0.
  ///   - width: columns of the grid, 1 or more; at most the picture's own width.
  ///   - height: rows of the grid, 1 or more.
  /// - Returns: `width × height` values of 0 … 255, row by row; shadows don't count. `nil` for a scene without a
  ///   subject.
  public func truthMask(frame: Int, width: Int, height: Int) -> [UInt8]? {
    scene.subjectMask(frame: frame, width: max(1, width), height: max(1, height))
  }

  /// Draws the next frame into a slot.
  ///
  /// - Returns: `false` after the last frame; the slot is then unchanged.
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the slot is smaller than ``largestFrame`` or the frame can't be
  ///   encoded.
  public func read(into slot: FrameSlot) throws(CaptureError) -> Bool {
    guard settings.frameCount == 0 || nextFrame < settings.frameCount else { return false }
    guard slot.capacity >= largestFrame else {
      throw .badSource(text: "synth:\(settings)", reason: "its frames of \(largestFrame) bytes are too large")
    }
    scene.render(frame: nextFrame, into: picture)
    noise.add(to: picture, frame: nextFrame)
    if let encoder {
      slot.byteCount = try encoder.encode(picture, into: slot, source: settings)
    } else {
      pack(into: slot)
      slot.byteCount = largestFrame
    }
    slot.format = format
    slot.sequence = UInt32(truncatingIfNeeded: nextFrame)
    slot.time = FrameTime(nanoseconds: settings.nanoseconds(atFrame: nextFrame), clock: .media)
    slot.gap = 0
    slot.flags = []
    nextFrame += 1
    return true
  }

  /// Writes the picture as raw samples. The slot has room for the frame, as `read(into:)` checked.
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
        unsafe RowKernels.packYUYV(
          to, luma: from, cb: cb.base + y * cb.bytesPerRow, cr: cr.base + y * cr.bytesPerRow, pairs: width / 2
        )
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
