import CaptureKit
import HUDGeometry
import JPEGCodec
import PixelTypes
import TestPictures
import Testing

@testable import Compositor

/// Makes pictures of scenes and decodes them again.
struct Shoot {
  var jpegs: [[UInt8]] = []
  var masks: [InkMask] = []
  var canvases: [PlanarPicture] = []
  /// What all pictures' MCUs were made of, where they were spliced.
  var counts = SpliceCounts()
  /// How many of the pictures were spliced.
  var spliced = 0
  /// Parts of pictures that were offered to another thread.
  var partsAside = 0
  var layout: CanvasLayout
  var subsampling: ChromaSubsampling

  init(
    _ sources: [String], layout mode: LayoutMode, canvas: String? = nil, draws: Bool, frames: Int = 4,
    template: String = "portrait",
    composer: ComposerChoice = .pixel, threads: StageThreads = .auto,
    states: (Int) -> CameraState = { _ in .live }, change: ([[FrameSlot]]) throws -> Void = { _ in }
  ) throws {
    let slots = try sources.map { try TestSlot.read($0, frames: frames) }
    try change(slots)
    var settings = StageSettings()
    settings.composer = composer
    settings.threads = threads
    settings.layout = CanvasLayout.Request(mode: mode, canvas: canvas.flatMap { PixelSize(parsing: $0) })
    settings.template = SilhouetteTemplate.named(template)
    settings.drawsHUD = draws
    settings.drawsChrome = draws
    let screen = try TestStage(slots.map { $0[0] }, settings)
    let stage = screen.stage
    layout = stage.layout
    subsampling = stage.subsampling
    for index in 0..<frames {
      let jpeg = try screen.show(
        slots.map { $0[index] }, state: states(index), secondsOfDay: 3600 + index,
        recordingSeconds: Double(index))
      jpegs.append(jpeg)
      masks.append(InkMask(stage.inkMask, on: stage.canvas))
      partsAside = stage.partsAside
      if case .spliced(let made) = stage.composer.composition {
        spliced += 1
        counts += made
      }
      let (picture, findings) = try decoded(jpeg)
      #expect(findings.damage == 0 && findings.oddities == 0)
      canvases.append(picture)
    }
  }

  /// MCUs that lie wholly in a viewfinder.
  func inside(_ mask: InkMask) -> [(column: Int, row: Int)] {
    var result: [(column: Int, row: Int)] = []
    for row in 0..<mask.rows {
      for column in 0..<mask.columns {
        let mcu = PixelRect(
          x: column * mask.mcuWidth, y: row * mask.mcuHeight, width: mask.mcuWidth, height: mask.mcuHeight)
        if layout.viewfinders.contains(where: { $0.contains(mcu) }) { result.append((column, row)) }
      }
    }
    return result
  }
}
