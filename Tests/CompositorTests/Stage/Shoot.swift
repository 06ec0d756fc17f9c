import CaptureKit
import HUDGeometry
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
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
      if case .spliced(let made) = stage.composition {
        spliced += 1
        counts += made
      }
      let (picture, findings) = try decoded(jpeg)
      #expect(findings.damage == 0 && findings.oddities == 0)
      canvases.append(picture)
    }
  }

  /// MCUs that lie wholly in a viewfinder.
  func inside(_ mask: InkMask) -> [MCU] {
    mask.mcus.filter { mcu in layout.viewfinders.contains { $0.contains(mcu.rect) } }
  }

  /// MCUs that touch no viewfinder.
  func outside(_ mask: InkMask) -> [MCU] {
    mask.mcus.filter { mcu in !layout.viewfinders.contains { $0.intersects(mcu.rect) } }
  }
}

/// One of a canvas's MCUs, which may stick out of it.
struct MCU {
  var column: Int
  var row: Int
  var rect: PixelRect
  /// Whether ink lies in it.
  var isTouched: Bool
}

extension InkMask {
  var mcus: [MCU] {
    Places(0..<columns, 0..<rows).map { column, row in
      MCU(
        column: column, row: row,
        rect: PixelRect(x: column * mcuWidth, y: row * mcuHeight, width: mcuWidth, height: mcuHeight),
        isTouched: isTouched(column: column, row: row))
    }
  }
}

/// Whether anything in an MCU differs between two pictures.
func differs(_ a: PlanarPicture, _ b: PlanarPicture, in mcu: MCU) -> Bool {
  func differ(_ a: PixelPlane, _ b: PixelPlane, _ width: Int, _ height: Int) -> Bool {
    let block = PixelRect(x: mcu.column * width, y: mcu.row * height, width: width, height: height)
    let plane = PixelRect(x: 0, y: 0, width: a.width, height: a.height)
    for (x, y) in block.intersection(plane).places where a[x, y] != b[x, y] { return true }
    return false
  }
  return differ(a.luma, b.luma, mcu.rect.width, mcu.rect.height) || differ(a.cb, b.cb, 8, 8)
    || differ(a.cr, b.cr, 8, 8)
}
