import CaptureKit
import HUDGeometry
import JPEGCodec
import PixelTypes
import RealModule
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("A stage's cameras hear the rig's attitude sensor")
struct AttitudeStageTests {
  /// How the scenes of both cameras roll, in degrees, by the second.
  private static func sway(_ t: Double) -> Double { 8 * .sin(2 * .pi * t / 8) }

  /// What a sensor says until a time in seconds, 20 times a second, .1 s late, tilted by 1.5°.
  private static func said(_ next: inout Int, until end: Double) -> [AttitudeSample] {
    var samples: [AttitudeSample] = []
    while Double(next) / 20 + 0.1 <= end {
      let t = Double(next) / 20
      samples.append(AttitudeSample(nanoseconds: Int64((t + 0.1) * 1e9), rollDegrees: sway(t) - 1.5))
      next += 1
    }
    return samples
  }

  @Test(
    "each learns its own mounting; the next stage knows it, too; where nothing is seen the sensor goes on")
  func rig() throws {
    let frames = 390
    let views = try [0, 5].map { roll in
      try TestSlot.read("synth:coast?w=240&h=136&roll=\(roll)&sway=8", frames: frames)
    }
    let grey = try TestSlot.read("synth:grey?w=240&h=136", frames: 1)
    var settings = StageSettings()
    settings.drawsChrome = false
    let screen = try TestStage(views.map { $0[0] }, settings)
    var (stage, next, worst) = (screen.stage, 0, 0.0)
    for frame in 0..<frames + 60 {
      let t = Double(frame) / 30
      let isSeen = frame < frames
      let slots = isSeen ? views.map { $0[frame] } : [grey[0], grey[0]]
      var moment = Moment(
        slots.map { CameraInput(state: .live, slot: $0, isNew: true, framesPerSecond: 30) },
        nanoseconds: Int64(t * 1e9))
      // The second camera's frames are a little later.
      moment.cameras[1].skew = 0
      moment.valuesTime = Int64(t * 1e9)
      moment.attitude = Self.said(&next, until: t + 0.03)
      if frame == frames - 30 {
        stage = try Stage(
          cameras: (0..<2).map {
            Stage.CameraDescription(
              id: CameraNames.usual[$0], number: $0, name: "Scene", size: slots[$0].format.size,
              pixelFormat: .mjpeg)
          }, subsampling: stage.subsampling, settings: settings, continuing: stage)
      }
      try stage.finish(stage.draw(moment), into: screen.output)
      guard frame >= frames - 30 else { continue }
      for (camera, mounting) in [0.0, 5].enumerated() {
        let reading = screen.output.facts.cameras[camera].guides.reading.horizon
        let found = try #require(reading.attitude)
        #expect((found.delaySeconds - 0.1).magnitude < 0.015, "\(found)")
        #expect((found.mountingDegrees - mounting - 1.5).magnitude < 0.3, "\(found)")
        guard frame > frames + 2 else { continue }
        #expect(reading.witness == .sensor)
        #expect(reading.isKnown)
        // The second camera's guides are read at every other frame.
        worst = max(worst, (reading.angleDegrees - Self.sway(t) - mounting).magnitude)
      }
    }
    #expect(worst < 1, "\(worst)")
  }

  @Test(
    "without values, cameras that move together are one rig: where one sees nothing, the other's horizon goes on"
  )
  func cameras() throws {
    let frames = 600
    let views = try [0, 5].map { roll in
      try TestSlot.read("synth:coast?w=240&h=136&roll=\(roll)&sway=8", frames: frames + 60)
    }
    let grey = try TestSlot.read("synth:grey?w=240&h=136", frames: 1)
    var settings = StageSettings()
    settings.drawsChrome = false
    let screen = try TestStage(views.map { $0[0] }, settings)
    let stage = try Stage(
      cameras: (0..<2).map {
        Stage.CameraDescription(
          id: CameraNames.usual[$0], number: $0, name: "Scene", size: views[$0][0].format.size,
          pixelFormat: .mjpeg)
      }, subsampling: screen.stage.subsampling, settings: settings, continuing: nil)
    var worst = 0.0
    for frame in 0..<frames + 60 {
      let slots = [views[0][frame], frame < frames ? views[1][frame] : grey[0]]
      let moment = Moment(
        slots.map { CameraInput(state: .live, slot: $0, isNew: true, framesPerSecond: 30) },
        nanoseconds: Int64(frame) * 33_333_333)
      try stage.finish(stage.draw(moment), into: screen.output)
      let reading = screen.output.facts.cameras[1].guides.reading.horizon
      if frame == 0 { #expect(reading.witness == nil) }
      guard frame > frames + 2 else { continue }
      #expect(reading.witness == .rig && reading.isKnown && reading.attitude == nil)
      // Its guides are read at every other frame.
      worst = max(worst, (reading.angleDegrees - Self.sway(Double(frame) / 30) - 5).magnitude)
    }
    #expect(worst < 1.2, "\(worst)")
  }

  @Test("without values nothing is said of witnesses")
  func none() throws {
    let slots = try TestSlot.read("synth:coast?w=240&h=136&sway=8", frames: 3)
    let screen = try TestStage([slots[0]], StageSettings())
    for slot in slots { try screen.show([slot]) }
    let reading = screen.output.facts.cameras[0].guides.reading.horizon
    #expect(reading.likelyDegrees != nil && reading.witness == nil && reading.attitude == nil)
  }
}
