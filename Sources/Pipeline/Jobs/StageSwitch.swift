import CaptureKit
import Compositor
import HostResources
import PixelTypes

/// Replaces the stage of a running job: for other cameras, another layout, or frames of another size.
struct StageSwitch {
  /// One for each channel.
  private var cameras: [FirstFrames.Description]
  /// The canvas that every stage must have, since virtual cameras keep their size. `nil` if nothing requires one.
  private let canvas: PixelSize?

  init(_ cameras: [FirstFrames.Description], canvas: PixelSize?) {
    self.cameras = cameras
    self.canvas = canvas
  }

  /// A job's first stage.
  ///
  /// - Throws: ``CompositorError``.
  static func first(
    _ cameras: [FirstFrames.Description], _ arrangement: Arrangement, _ settings: StageSettings
  ) throws(CompositorError) -> Stage {
    let shown = arrangement.shown
    return try Stage(
      cameras: shown.map { cameras[$0].camera }, subsampling: cameras[shown[0]].subsampling,
      settings: settings)
  }

  /// A stage for an arrangement and the cameras' current frames that continues from the one before.
  ///
  /// - Throws: ``CompositorError``; the one before is unchanged.
  mutating func stage(
    for arrangement: Arrangement, after before: Stage, _ inputs: [CameraInput]
  ) throws(CompositorError) -> Stage {
    var settings = before.settings
    settings.layout.mode = arrangement.mode
    settings.layout.canvas = canvas ?? settings.layout.canvas
    let shown = arrangement.shown
    for index in shown {
      guard let format = Self.newFormat(inputs[index]) else { continue }
      (cameras[index].camera.size, cameras[index].camera.pixelFormat) = (format.size, format.pixelFormat)
      if settings.areStills, let sampling = Self.subsampling(inputs[index]) {
        cameras[index].subsampling = sampling
      }
    }
    let descriptions = shown.map { cameras[$0].camera }
    return try Stage(
      cameras: descriptions, subsampling: cameras[shown[0]].subsampling, settings: settings,
      continuing: before)
  }

  /// Whether a camera's frames are no longer the size that the stage was made for.
  ///
  /// - Parameter looks: whether another subsampling, too, asks for another stage: so photos are carried over as they are.
  func isOutgrown(by camera: Int, _ inputs: [CameraInput], looks: Bool = false) -> Bool {
    guard let format = Self.newFormat(inputs[camera]) else { return false }
    if format.size != cameras[camera].camera.size { return true }
    return looks && Self.subsampling(inputs[camera]).map { $0 != cameras[camera].subsampling } ?? false
  }

  private static func subsampling(_ input: CameraInput) -> ChromaSubsampling? {
    input.isNew ? input.slot.flatMap { try? StreamProbe.look(at: $0) }?.subsampling : nil
  }

  /// The format of a camera's current frame, if it is new.
  private static func newFormat(_ input: CameraInput) -> StreamFormat? {
    input.isNew ? input.slot?.format : nil
  }
}
