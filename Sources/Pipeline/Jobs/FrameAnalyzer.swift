import CaptureKit
import Compositor
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import Recordings

/// Decodes one source's frames and reads their guides.
final class FrameAnalyzer {
  let picture: PlanarPicture
  let settings: HUDSettings
  private var analyzer: HUDAnalyzer
  private var painter: ViewfinderPainter
  private var small: SmallPictures
  private(set) var guides = PictureFacts.Guides()
  private var focus: FocusMeter?
  private var exposure: ExposureMeter?

  var luma: PixelPlane { small.luma }
  var reading: HUDReading { analyzer.reading }

  /// - Parameters:
  ///   - name: the source's name.
  ///   - first: a frame that represents the source; all frames must have its size.
  ///   - camera: the frames' camera, for output lines.
  init(
    _ name: String, first: FrameSlot, stage: StageSettings, camera: String = CameraNames.usual[0]
  ) throws(PipelineError) {
    guides.camera = camera
    let look = (try? StreamProbe.look(at: first)) ?? (first.format.size, .yuv422)
    try StreamProbe.check(look.size, of: name)
    // 4:2:2 can hold any frame; a frame's own subsampling avoids resampling.
    let subsampling: ChromaSubsampling =
      look.subsampling == .grey || look.subsampling == .yuv440 ? .yuv422 : look.subsampling
    let rect = look.size.bounds
    do {
      // Frames are independent: none fills in another's lost rows.
      painter = try ViewfinderPainter(rect: rect, canvasSubsampling: subsampling, policy: .keep)
    } catch { throw .picture(.codec(error)) }
    picture = PlanarPicture(size: look.size, subsampling: subsampling)
    small = SmallPictures(
      rect: rect, subsampling: subsampling, withBackdrop: false, mostWide: stage.smallWidth)
    settings = HUDSettings(
      stage, guides: stage.guides(of: 0, isMain: true), fieldOfView: stage.own(of: 0).fieldOfView,
      width: rect.width, height: rect.height)
    analyzer = HUDAnalyzer(settings: settings, lumaWidth: small.luma.width, lumaHeight: small.luma.height)
    focus = stage.focusBox.map { FocusMeter(box: $0) }
    exposure = stage.exposureBox.map { ExposureMeter(box: $0) }
  }

  /// Decodes a frame, reads its guides, and appends the findings to `line` as members.
  ///
  /// - Returns: why nothing could be read; `nil` on success.
  func read(_ slot: FrameSlot, stage: StageSettings, to line: inout JSONBytes) -> String? {
    let outcome = painter.draw(slot, into: picture)
    if case .unusable(let problem) = outcome {
      line.member("error", problem.description)
      return problem.description
    }
    small.update(from: picture)
    if settings.arePhotos, stage.own(of: 0).fieldOfView == nil {
      analyzer.take(fieldOfViewDegrees: slot.fieldOfView)
    }
    analyzer.update(luma: luma, color: small.color, nanoseconds: slot.time.nanoseconds)
    focus?.update(luma, nanoseconds: slot.time.nanoseconds)
    exposure?.update(luma)
    if case .damaged = outcome {
      line.member("damaged", true)
    }
    line.beginObject("hud")
    let own = stage.guides(of: 0, isMain: true)
    guides.grid = own.grid
    guides.template = own.template
    guides.take(reading)
    guides.focus = focus
    guides.exposure = exposure
    GuidesFields.shape.write(guides, to: &line)
    line.endObject()
    line.key("hint")
    if let hint = reading.hint { line.value(hint.text) } else { line.null() }
    return nil
  }
}
