import CaptureKit
import JPEGCodec

extension Stage {
  /// Notes what is known about a picture before it is coded.
  func note(_ moment: Moment, _ fate: Fate, in facts: inout PictureFacts) {
    facts.begin(cameras: cameras.count)
    facts.skew = moment.skew
    facts.deviceSkew = moment.deviceSkew
    facts.utc = moment.utc
    facts.hint = hint
    // Into the room that is there: a shared array would be made anew for the next moment.
    facts.values.removeAll(keepingCapacity: true)
    facts.values += moment.values
    (facts.alarms, facts.alarmsUnknown) = (moment.alarms, moment.alarmsUnknown)
    facts.isExtra = fate.isExtra
    facts.glass = chrome?.quality
    for (index, camera) in cameras.enumerated() {
      facts.cameras[index].obstacle = surface.splicing == nil ? nil : camera.walk?.source.obstacle
      camera.note(
        moment.cameras[index], guides: settings.guides(of: camera.number, isMain: index == 0),
        hasSkew: cameras.count > 2, in: &facts.cameras[index])
    }
  }
}

extension StageCamera {
  fileprivate func note(
    _ input: CameraInput, guides own: ViewfinderGuides, hasSkew: Bool, in facts: inout PictureFacts.Camera
  ) {
    facts.id = id
    facts.number = input.number
    facts.state = state
    facts.frame = input.slot.map { slot in
      PictureFacts.Frame(
        sequence: slot.sequence, time: slot.time, deviceTime: slot.deviceTime,
        skew: hasSkew ? input.skew : nil, byteCount: slot.byteCount,
        fileName: guides.areOfPhotos ? slot.fileName : nil,
        otherFormat: hasOtherFormat(slot) ? slot.format : nil)
    }
    facts.lost = input.lost
    facts.reconnects = input.reconnects
    facts.zoom = zoom
    facts.kept = nil
    facts.masked = input.slot?.hidden?.share ?? 0
    facts.flags = flags
    facts.rows = rows
    facts.hasGuides = guides.areRead
    // Not the analyzer itself: a copy of it counts references.
    guard let reading = guides.analyzer?.reading else { return }
    facts.guides.camera = id
    facts.guides.grid = own.grid
    facts.guides.template = own.template
    facts.guides.take(reading)
    facts.guides.focus = guides.focus
    facts.guides.exposure = guides.exposure
  }
}
