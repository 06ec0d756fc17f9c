import CaptureKit
import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("Ink over the picture, glass only outside it")
struct ViewfinderRuleTests {
  static let scenes: [[String]] = [
    ["synth:coast?w=320&h=176&roll=3", "synth:walker?w=128&h=96"],
    ["synth:coast?w=320&h=176&roll=3&subsampling=420", "synth:walker?w=128&h=96&subsampling=420"],
    ["synth:walker?w=320&h=176&format=yuyv", "synth:city?w=128&h=96&format=yuyv"],
    // The secondary has another subsampling than the canvas.
    ["synth:walker?w=200&h=150&subsampling=420", "synth:chart?w=130&h=94&format=yuyv"],
    ["synth:walker?w=200&h=150&format=nv12", "synth:chart?w=130&h=94&format=grey"],
  ]

  /// Each by pixels, and those with a JPEG camera first by splicing too.
  static let composed: [([String], ComposerChoice)] =
    scenes.map { ($0, .pixel) }
    + scenes.filter { !$0[0].contains("format=") }.map { ($0, .splice) }

  private static let laidOut = LayoutMode.allCases.flatMap { mode in composed.map { ($0, mode) } }

  /// How many MCUs of the viewfinders differ without a mark, and how many were compared.
  private static func compare(_ drawn: Shoot, _ plain: Shoot) -> (broken: Int, compared: Int) {
    var result = (broken: 0, compared: 0)
    for index in drawn.canvases.indices {
      let mcus = drawn.inside(drawn.masks[index]).filter { !$0.isTouched }
      result.compared += mcus.count
      result.broken += mcus.count { differs(drawn.canvases[index], plain.canvases[index], in: $0) }
    }
    return result
  }

  @Test(
    "where no ink lies, a viewfinder's decoded samples are those of the picture without HUD and chrome",
    arguments: Share.of(laidOut, oneIn: 5))
  func untouched(pair: ([String], ComposerChoice), mode: LayoutMode) throws {
    let (scenes, composer) = pair
    let canvases: [String?] =
      (mode == .sideBySide || mode == .pip) && composer == .pixel ? [nil, "480x360"] : [nil]
    for canvas in canvases {
      let drawn = try Shoot(scenes, layout: mode, canvas: canvas, draws: true, composer: composer)
      let plain = try Shoot(scenes, layout: mode, canvas: canvas, draws: false, composer: composer)
      let isSpliced = composer == .splice
      #expect(drawn.spliced == (isSpliced ? 4 : 0) && plain.spliced == drawn.spliced)
      let result = Self.compare(drawn, plain)
      #expect(result.broken == 0, "of \(result.compared) MCUs on \(canvas ?? "the native canvas")")
      #expect(result.compared > 100, "ink covers nearly all: the test would prove nothing")

      // It is ink and chrome that the comparison leaves out, not a picture that lacks them.
      let other = drawn.masks[3].mcus.filter { differs(drawn.canvases[3], plain.canvases[3], in: $0) }
      #expect(other.count { $0.isTouched } > 10)
      #expect(other.count { !$0.isTouched } > 10)

      // The comparison can fail: a single sample by a single level is found.
      let mcu = try #require(drawn.inside(drawn.masks[3]).first { !$0.isTouched })
      drawn.canvases[3].luma[mcu.rect.x + 3, mcu.rect.y + 5] ^= 1
      #expect(Self.compare(drawn, plain).broken == 1)
    }
  }

  @Test(
    "without HUD and chrome nothing lies outside the viewfinders",
    arguments: Share.of(
      laidOut.filter { pair, _ in pair.0 != scenes[4] && pair.0 != scenes[3] }, oneIn: 3))
  func plainOutside(pair: ([String], ComposerChoice), mode: LayoutMode) throws {
    let plain = try Shoot(pair.0, layout: mode, draws: false, frames: 2, composer: pair.1)
    let outside = plain.outside(plain.masks[1])
    var wrong = 0
    for mcu in outside {
      for (x, y) in mcu.rect.intersection(plain.canvases[1].bounds).places
      where abs(Int(plain.canvases[1].luma[x, y]) - 18) > 1 { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(outside.count > 20)
  }

  @Test(
    "a viewfinder holds its camera's frame",
    arguments: ["synth:walker?w=320&h=176&format=yuyv", "synth:walker?w=320&h=176&format=nv12"])
  func holdsTheFrame(source: String) throws {
    let plain = try Shoot([source], layout: .single, draws: false, frames: 1)
    let slot = try TestSlot.read(source, frames: 1)[0]
    let picture = PlanarPicture(size: slot.format.size, subsampling: plain.subsampling)
    #expect(RawUnpacker(encoding: .jpeg).unpack(slot, into: picture, at: picture.bounds))
    let rect = plain.layout.viewfinders[0]
    let worst = picture.luma.places.map { x, y in
      abs(Int(plain.canvases[0].luma[rect.x + x, rect.y + y]) - Int(picture.luma[x, y]))
    }.max()
    // JPEG at quality 85.
    #expect(try #require(worst) < 30)
  }

  @Test(
    "a frame cut short brings no ink of earlier pictures back",
    arguments: Share.of(
      [0, 3, 50, 80].flatMap { percent in
        [
          "synth:walker?w=320&h=176&format=yuyv", "synth:walker?w=320&h=176&format=nv12",
          "synth:walker?w=320&h=176&format=grey", "synth:walker?w=320&h=176",
        ].flatMap { source in [ComposerChoice.pixel, .auto].map { ((source, $0), percent) } }
      }, oneIn: 3))
  func shortFrames(pair: (String, ComposerChoice), percent: Int) throws {
    let (source, composer) = pair
    func cut(_ slots: [[FrameSlot]]) {
      for camera in slots {
        for index in [2, 3] { camera[index].byteCount = camera[index].byteCount * percent / 100 }
      }
    }
    let drawn = try Shoot([source], layout: .single, draws: true, composer: composer, change: cut)
    let plain = try Shoot([source], layout: .single, draws: false, composer: composer, change: cut)
    let result = Self.compare(drawn, plain)
    #expect(result.broken == 0, "of \(result.compared)")
  }

  @Test(
    "a frame that can't be read shows the last good one again",
    arguments: [CameraState.live, .stale], [ComposerChoice.pixel, .splice])
  func garbage(state: CameraState, composer: ComposerChoice) throws {
    let source = "synth:walker?w=320&h=176&seed=3"
    func spoil(_ slots: [[FrameSlot]]) {
      let slot = slots[0][3]
      TestSlot.fill(slot, Array(repeating: 0x55, count: 2000), sequence: 3, nanoseconds: 0)
    }
    let shoot = try Shoot(
      [source], layout: .single, draws: false, composer: composer, states: { _ in state }, change: spoil)
    let rect = shoot.layout.viewfinders[0]
    let different = rect.places.count { shoot.canvases[3].luma[$0, $1] != shoot.canvases[2].luma[$0, $1] }
    #expect(different == 0, "of \(rect.width * rect.height) samples")
    #expect(Plane.mean(shoot.canvases[3].luma) > 40)
  }

  @Test("spliced chrome is the pixel composer's, within what is kept and what quantization takes")
  func chromeIsCurrent() throws {
    let spliced = try Shoot(Self.scenes[0], layout: .sideBySide, draws: true, frames: 8, composer: .splice)
    let drawn = try Shoot(Self.scenes[0], layout: .sideBySide, draws: true, frames: 8)
    #expect(spliced.spliced == 8)
    var (sum, count) = (0, 0)
    for mcu in drawn.outside(drawn.masks[7]) {
      let region = mcu.rect.intersection(drawn.canvases[7].bounds)
      var difference = 0
      for (x, y) in region.places {
        difference += abs(Int(drawn.canvases[7].luma[x, y]) - Int(spliced.canvases[7].luma[x, y]))
      }
      // No MCU shows an older text or another glass.
      #expect(difference <= 8 * region.width * region.height, "\(mcu)")
      sum += difference
      count += region.width * region.height
    }
    // Sharp rims cost the JPEG more than soft plates did.
    #expect(count > 1000 && sum < 5 * count / 2, "\(sum) levels over \(count) samples")
  }
}
