import CaptureKit
import Compositor
import HostResources
import PixelTypes
import Screen

/// What a job shows: the stage, and which cameras stand on it. Other cameras, another layout or frames of another size need
/// another stage, which takes the former's place between two pictures.
struct Showing {
  private(set) var stage: Stage
  /// Which cameras the stage shows, and how.
  private(set) var arrangement: Arrangement
  /// The number of the camera in each of its viewfinders.
  private(set) var shown: [Int]
  /// One for each camera.
  private var cameras: [FirstFrames.Description]
  /// The canvas that every stage must have, since virtual cameras keep their size. `nil` if nothing requires one.
  private let canvas: PixelSize?

  /// A job's first.
  ///
  /// - Parameter keepsSize: whether a sink needs pictures of one size.
  /// - Throws: ``CompositorError``.
  init(
    _ cameras: [FirstFrames.Description], _ arrangement: Arrangement, _ settings: StageSettings,
    keepsSize: Bool
  ) throws(CompositorError) {
    (self.cameras, self.arrangement, shown) = (cameras, arrangement, arrangement.shown)
    stage = try Stage(
      cameras: shown.map { cameras[$0].camera }, subsampling: cameras[shown[0]].subsampling,
      settings: settings)
    canvas = keepsSize ? stage.layout.canvas : nil
  }

  /// The stage's part of a camera; `nil` if it isn't shown.
  func camera(of number: Int) -> StageCamera? {
    shown.firstIndex(of: number).map { stage.cameras[$0] }
  }

  /// What would show the cameras' current frames in an arrangement, continuing from this.
  ///
  /// - Throws: ``CompositorError``.
  func next(_ arrangement: Arrangement, _ inputs: [CameraInput]) throws(CompositorError) -> Showing {
    var next = self
    (next.arrangement, next.shown) = (arrangement, arrangement.shown)
    var settings = stage.settings
    settings.layout.mode = arrangement.mode
    settings.layout.hasSheet = arrangement.hasSheet
    settings.layout.canvas = canvas ?? settings.layout.canvas
    for index in next.shown {
      guard let format = Self.newFormat(inputs[index]) else { continue }
      (next.cameras[index].camera.size, next.cameras[index].camera.pixelFormat) = (
        format.size, format.pixelFormat
      )
      if settings.arePhotos, let sampling = Self.subsampling(inputs[index]) {
        next.cameras[index].subsampling = sampling
      }
    }
    next.stage = try Stage(
      cameras: next.shown.map { next.cameras[$0].camera },
      subsampling: next.cameras[next.shown[0]].subsampling, settings: settings, continuing: stage)
    return next
  }

  /// The same stage, if all that an arrangement changes is a sheet that has room as things are.
  func with(_ arrangement: Arrangement) -> Showing? {
    var same = self.arrangement
    same.hasSheet = arrangement.hasSheet
    guard same == arrangement, stage.hasRoom(forSheet: arrangement.hasSheet) else { return nil }
    var next = self
    next.arrangement = arrangement
    return next
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
