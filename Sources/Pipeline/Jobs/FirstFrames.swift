import CaptureKit
import Compositor
import FrameBus
import HostResources
import JPEGCodec
import PixelTypes
import Screen

/// Waits for the cameras' first frames and reads what the stage must know in advance.
struct FirstFrames {
  /// What a camera delivers.
  struct Description {
    var camera: Stage.CameraDescription
    var subsampling: ChromaSubsampling
  }

  let settings: JobSettings
  let intakes: [CameraIntake]
  let doorbell: Doorbell
  let stop: StopFlag
  private var timeout: Duration { settings.firstFrameTimeout ?? .seconds(10) }

  /// Waits until each camera has delivered a frame or failed.
  ///
  /// - Parameter failure: why a camera didn't start, if any.
  /// - Returns: a description of each camera; empty if stopped first.
  /// - Throws: ``PipelineError/noFrames(reason:)``, ``PipelineError/capture(_:)``.
  func describe(_ failure: CaptureError?) throws -> [Description] {
    guard wait() else {
      if stop.isStopped { return [] }
      throw why(failure)
    }
    if settings.mustHaveAll, !stop.isStopped, settings.pace == .live { try checkThatAllCame() }
    return try intakes.enumerated().map { index, intake in try describe(intake, index) }
  }

  /// - Returns: whether any camera delivered.
  private func wait() -> Bool {
    let limit = settings.timekeeper.now() + Int64(timeout / .nanoseconds(1))
    var firstSeen: Int64?
    while true {
      let ticket = doorbell.ticket
      var missing = 0
      for intake in intakes {
        if intake.peek(waits: settings.pace == .exact) != nil {
          firstSeen = firstSeen ?? settings.timekeeper.now()
        } else if intake.feed.status != .failed && !intake.isOver {
          missing += 1
        }
      }
      if missing == 0 || stop.isStopped { break }
      let now = settings.timekeeper.now()
      // After the first camera delivers, the others get two more seconds, or all remaining time if all are required.
      let deadline =
        settings.mustHaveAll ? limit : firstSeen.map { min($0 + 2_000_000_000, limit) } ?? limit
      if now >= deadline { break }
      settings.timekeeper.sleep(doorbell, after: ticket, atMost: min(deadline - now, 200_000_000))
    }
    return firstSeen != nil
  }

  private func why(_ failure: CaptureError?) -> PipelineError {
    if let failure = intakes.lazy.compactMap(\.feed.failure).first ?? failure { return .capture(failure) }
    let names = intakes.map(\.feed.name)
    if intakes.allSatisfy({ $0.isOver }) {
      return .noFrames(reason: "no frame in \(names.joined(separator: " or in ")): there is nothing to do")
    }
    let seconds = timeout.components.seconds
    return .noFrames(
      reason: "no frame from \(names.joined(separator: " or ")) in \(seconds) s; "
        + "is the camera in use elsewhere, or its cable loose?")
  }

  private func checkThatAllCame() throws {
    for (index, intake) in intakes.enumerated() where intake.peek(waits: false) == nil {
      let what = CameraWatch.loss(of: intake.feed, id: settings.names[index], wasSeen: false)
      let seconds = timeout.components.seconds
      throw PipelineError.noFrames(
        reason: "\(what) in \(seconds) s; is it in use elsewhere, or its cable loose? "
          + "Without --strict and --on-camera-lost stop, the others would continue without it")
    }
  }

  private func describe(_ intake: CameraIntake, _ index: Int) throws -> Description {
    let format = intake.feed.negotiation.got
    var size = (intake.turner?.asked ?? .none).after(format.orientation).turn.turned(format.size)
    var subsampling = RawUnpacker.subsampling(of: format.pixelFormat) ?? .yuv422
    // An unreadable first frame says nothing about later ones; an empty crop does.
    let first = intake.peek(waits: false)
    if let turner = intake.turner, turner.cropsAll, let problem = turner.problem {
      throw PipelineError.usage(reason: "\(intake.feed.name): \(problem)")
    }
    if let problem = intake.masker?.useless {
      throw PipelineError.usage(reason: "\(intake.feed.name): \(problem)")
    }
    if let slot = first, let look = try? StreamProbe.look(at: slot) {
      (size, subsampling) = look
    }
    try StreamProbe.check(size, of: intake.feed.name)
    var camera = Stage.CameraDescription(
      id: settings.names[index], number: index,
      name: settings.sources[index].name
        ?? SourceTitle.title(settings.sources[index].specification, name: intake.feed.name),
      size: size, pixelFormat: format.pixelFormat)
    if let levels = settings.levels {
      camera.levelDegrees = levels.level(
        of: intake.feed.stableName, isMirrored: settings.sources[index].turn.turn.isMirrored)
    }
    return Description(camera: camera, subsampling: subsampling)
  }
}
