import CaptureKit
import Compositor
import Foundation
import Recordings

extension SessionDescription {
  /// Describes what a job is about to record.
  ///
  /// - Parameters:
  ///   - intakes: all of the job's intakes.
  ///   - shown: those that the stage shows, in its order.
  init(_ settings: JobSettings, _ stage: Stage, _ intakes: [CameraIntake], _ shown: [Int]) {
    // Choices made on the screen since then apply.
    let look = stage.settings
    self.init(
      version: Version.text, startedAt: settings.pace == .live ? Self.now() : nil,
      sources: zip(shown, stage.cameras).filter { intakes.indices.contains($0.0) }.map { index, camera in
        var source = Source(
          id: "\(camera.id)", name: intakes[index].feed.name,
          specification: settings.sources[index].specification.description,
          negotiation: intakes[index].feed.negotiation)
        if settings.stage.arePhotos, let size = intakes[index].slot?.format.size {
          source.negotiated?.width = size.width
          source.negotiated?.height = size.height
        }
        if intakes[index].feed.camera != nil { source.stableName = intakes[index].feed.stableName }
        let offset = intakes[index].offset - intakes[index].delay
        if offset != 0 { source.offsetMs = Double(offset / 1000) / 1000 }
        let turn = settings.sources[index].turn
        if turn.turn.quarters > 0 { source.rotate = 90 * turn.turn.quarters }
        if turn.turn.isMirrored { source.flip = true }
        source.crop = turn.crop.map(\.text)
        let masks = intakes[index].masker?.masks ?? []
        if !masks.isEmpty { source.masks = masks.map(\.text) }
        source.redact = settings.sources[index].redaction?.target?.rawValue
        let guides = look.guides(of: index, isMain: index == shown[0])
        if guides.grid != look.grid { source.grid = guides.grid.rawValue }
        if guides.template != look.template { source.template = guides.template?.name ?? "none" }
        return source
      },
      layout: Layout(stage.layout, hasInk: look.drawsHUD, cameras: stage.cameras.map { "\($0.id)" }),
      settings: Settings(
        StageSettings.all.recorded(of: look).merging(JobSettings.all.recorded(of: settings)) { own, _ in own
        },
        composer: stage.composer.kind.rawValue, because: stage.composerReason))
  }

  /// The current time, ISO 8601 in UTC.
  static func now() -> String { Date().formatted(.iso8601) }
}
