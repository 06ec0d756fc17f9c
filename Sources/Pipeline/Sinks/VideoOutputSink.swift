import CaptureKit
import Compositor
import HostResources
import JPEGCodec
import PixelTypes
import Recordings

/// A node that takes a virtual camera's frames; tests supply their own.
protocol VideoOutputNode: AnyObject {
  /// What readers get now; `nil` while there are none.
  var wanted: VideoOutputSpecification.Format? { get }
  /// Bytes from one row to the next of raw pictures.
  var bytesPerRow: Int { get }
  /// The largest frame that the node accepts, in bytes.
  var frameBytes: Int { get }
  func write(_ bytes: Span<UInt8>) -> VideoOutput.Outcome
}

extension VideoOutput: VideoOutputNode {}

/// Feeds a virtual camera, whether or not anyone reads it. Readers may come and go; if the node
/// itself goes away or fails, the run continues without it until it is back.
final class VideoOutputSink: SinkWriter {
  private let reopen: () throws(CaptureError) -> any VideoOutputNode
  private let notices: Inbox<SinkNotice>
  private let name: String
  private let size: PixelSize
  private var output: (any VideoOutputNode)?
  private var nextTry: Int64 = 0
  private var decoder: JPEGDecoder
  private var picture: PlanarPicture
  private var packed: [UInt8] = []

  /// Nanoseconds between attempts to reopen the node.
  static let retryPeriod: Int64 = 1_000_000_000

  /// - Parameters:
  ///   - specification: the node's path and format.
  ///   - size: the pictures' size, in pixels.
  ///   - subsampling: the pictures' subsampling.
  ///   - notices: where it reports that the node failed or is back.
  ///   - open: opens the node, at once and again after each failure.
  /// - Throws: ``PipelineError/capture(_:)`` when it can't be opened now, other than for lack of PipeWire's daemon,
  ///   ``PipelineError/usage(reason:)`` when the pictures don't suit its format.
  init(
    _ specification: VideoOutputSpecification, size: PixelSize, subsampling: ChromaSubsampling,
    notices: Inbox<SinkNotice>, open: @escaping () throws(CaptureError) -> any VideoOutputNode
  ) throws(PipelineError) {
    let isRaw = specification.format != .mjpeg
    if isRaw, size.width % 2 != 0 {
      throw .usage(
        reason: "\(specification) needs an even width, but the canvas is \(size): "
          + "use --canvas, or \(specification.naming(.mjpeg))")
    }
    self.notices = notices
    self.size = size
    name = specification.description
    reopen = open
    do { decoder = try JPEGDecoder() } catch { throw .picture(.codec(error)) }
    picture = PlanarPicture(
      size: isRaw ? size : PixelSize(clampingWidth: 1, height: 1), subsampling: isRaw ? subsampling : .grey)
    do { output = try open() } catch {
      guard specification.awaits(after: error) else { throw .capture(error) }
      notices.add(SinkNotice(text: "\(error); continuing without it and retrying every second"))
    }
  }

  convenience init(
    _ specification: VideoOutputSpecification, size: PixelSize, subsampling: ChromaSubsampling,
    framesPerSecond: Double, notices: Inbox<SinkNotice>
  ) throws(PipelineError) {
    try self.init(specification, size: size, subsampling: subsampling, notices: notices) {
      () throws(CaptureError) in
      try VideoOutput(specification, size: size, framesPerSecond: framesPerSecond)
    }
  }

  func write(_ issue: Issue) -> Int64? {
    write(issue.picture, now: MonotonicClock.now()) ? MonotonicClock.now() : nil
  }

  @discardableResult
  func write(_ picture: Picture, now: Int64) -> Bool {
    if output == nil { openAgain(now) }
    guard let output else { return false }
    let outcome: VideoOutput.Outcome =
      switch output.wanted {
      // Nobody is there to miss it.
      case nil: .written
      case .mjpeg: picture.withJPEG { jpeg in output.write(jpeg) }
      case .yuyv: writeRaw(picture, output)
      }
    switch outcome {
    case .written: return true
    case .busy, .tooLarge: return false
    case .failed(let code):
      self.output = nil
      nextTry = now + Self.retryPeriod
      notices.add(
        SinkNotice(
          text: "\(name) no longer accepts pictures: \(SystemCall.text(code)); "
            + "continuing without it and retrying every second"))
      return false
    }
  }

  private func openAgain(_ now: Int64) {
    guard now >= nextTry else { return }
    nextTry = now + Self.retryPeriod
    guard let opened = try? reopen() else { return }
    output = opened
    notices.add(SinkNotice(text: "\(name) accepts pictures again"))
  }

  private func writeRaw(_ jpeg: Picture, _ output: any VideoOutputNode) -> VideoOutput.Outcome {
    // dualcam's own JPEGs decode; if one didn't, this picture would be missing only here.
    do {
      _ = try jpeg.withJPEG { bytes throws(JPEGError) in try decoder.decode(bytes, into: picture) }
    } catch { return .busy }
    // Swapped, not copied: a span of a member would keep all of `self` borrowed.
    var bytes: [UInt8] = []
    swap(&bytes, &packed)
    if bytes.count != output.frameBytes { bytes = Array(repeating: 0, count: output.frameBytes) }
    var span = bytes.mutableSpan
    YUYVPacker.pack(picture, bytesPerRow: output.bytesPerRow, into: &span)
    let outcome = output.write(bytes.span)
    swap(&bytes, &packed)
    return outcome
  }
}

extension SinkDestination {
  /// A virtual camera.
  package static func camera(_ output: VideoOutputSpecification) -> SinkDestination {
    var camera = SinkDestination(
      output.path, "device", .live, place: 0, name: output.description,
      allow: { rules in
        if output.isPipeWire { return }
        rules.useCameras()
        rules.allow([.reads, .writes, .controls], output.path)
      }
    ) {
      try VideoOutputSink(
        output, size: $0.size, subsampling: $0.subsampling, framesPerSecond: $0.framesPerSecond,
        notices: $0.notices)
    }
    camera.keepsSize = true
    camera.isPipeWire = output.isPipeWire
    return camera
  }
}
