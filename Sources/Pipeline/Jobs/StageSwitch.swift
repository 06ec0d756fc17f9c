import Compositor
import HostResources
import PixelTypes

/// Makes the stage anew while a job runs: for other cameras, another layout, or frames of another size.
struct StageSwitch {
  /// One for each channel.
  private let cameras: [FirstFrames.Description]
  /// The canvas that all stages must have: virtual cameras keep their size. `nil` if nothing needs that.
  private let canvas: PixelSize?

  init(_ cameras: [FirstFrames.Description], canvas: PixelSize?) {
    self.cameras = cameras
    self.canvas = canvas
  }

  /// The first stage of a job.
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

  /// A stage for an arrangement that goes on where a run's present one is.
  ///
  /// - Throws: ``CompositorError``; the run is unchanged.
  func stage(for arrangement: Arrangement, in run: JobRun) throws(CompositorError) -> Stage {
    var settings = run.stage.settings
    settings.layout.mode = arrangement.mode
    settings.layout.canvas = canvas ?? settings.layout.canvas
    let shown = arrangement.shown
    let descriptions = shown.map { index in
      var camera = cameras[index].camera
      // A camera may have come back with frames of another size.
      if let format = run.pairer.inputs[index].slot?.format,
        format.pixelFormat != .mjpeg || format.size != camera.size
      {
        (camera.size, camera.pixelFormat) = (format.size, format.pixelFormat)
      }
      return camera
    }
    return try Stage(
      cameras: descriptions, subsampling: cameras[shown[0]].subsampling, settings: settings,
      continuing: run.stage)
  }
}
