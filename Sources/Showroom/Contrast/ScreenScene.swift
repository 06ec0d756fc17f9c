import GlassChrome
import HUDGeometry
import PixelTypes
import Screen

/// The camera commands' screen over one backdrop, while everything that can change does.
struct ScreenScene: Sendable {
  let layout: ChromeLayout
  let style: ChromeStyle
  let backdrop: TestBackdrop
  /// Whether to measure the odd ones of 48 frames of a thirtieth of a second, rather than the even ones.
  let isBetween: Bool

  /// The canvases to measure on: usual, small, tall, and at twice the scale.
  static var layouts: [ChromeLayout] {
    func layout(
      _ width: Int, _ height: Int, _ finder: PixelRect, _ top: Int, _ bottom: Int, side: PixelRect = .empty,
      _ scale: Double
    ) -> ChromeLayout {
      ChromeLayout(
        canvas: PixelSize(clampingWidth: width, height: height), viewfinders: [finder],
        topRegion: PixelRect(x: 0, y: 0, width: width, height: top),
        bottomRegion: PixelRect(x: 0, y: height - bottom, width: width, height: bottom), sideRegion: side,
        scale: scale)
    }
    return [
      layout(
        1296, 648, PixelRect(x: 16, y: 48, width: 864, height: 528), 48, 72,
        side: PixelRect(x: 896, y: 48, width: 384, height: 528), 0.5),
      layout(640, 400, PixelRect(x: 16, y: 48, width: 608, height: 120), 48, 224, 0.5),
      layout(720, 1296, PixelRect(x: 16, y: 96, width: 688, height: 640), 96, 544, 1),
      layout(
        1600, 1000, PixelRect(x: 32, y: 192, width: 896, height: 592), 192, 208,
        side: PixelRect(x: 944, y: 192, width: 624, height: 592), 2),
    ]
  }

  func measure(into tally: inout ContrastTally) throws(ShowroomError) {
    let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv422)
    do {
      let renderer = try ChromeRenderer(layout: layout, style: style, subsampling: .yuv422)
      // Text is logged but not drawn, so that the canvas shows what lies behind it.
      let log = InkLog()
      renderer.drawsInk = false
      renderer.inkLog = log
      let still = try backdrop.picture()
      let before = try (style.appearance != .light ? TestBackdrop.black : .white).picture()
      let thumbnail = Thumbnail(copying: still)
      for frame in stride(from: isBetween ? 1 : 0, to: 48, by: 2) {
        let time = Int64(frame) * 33_333_333
        // The backdrop replaces one that needs no wash at once.
        let shown = frame < 3 ? before : backdrop == .flash ? try backdrop.picture(nanoseconds: time) : still
        log.clear()
        renderer.render(
          Self.state(frame, thumbnail), backdrop: shown, nanoseconds: time, into: canvas)
        // Something always moves here; marks belong to components, which are measured alone at rest.
        let measured = ContrastTally.Frame(
          backdrop: backdrop, style: style, canvas: layout.canvas, nanoseconds: time)
        tally.add(log, over: canvas, measured, isAtRest: false) { "screen/" + $0 }
      }
    } catch { throw ShowroomError(error) }
  }

  /// Hints and toasts appear and disappear, a recording starts, pauses and stops, templates and
  /// camera states change; the controls appear, the library opens, and a picture of it.
  private static func state(_ frame: Int, _ picture: Thumbnail) -> ChromeState {
    let hints = ["Tilt left a little", "Move closer and hold the camera still"]
    var state = ChromeState(
      sources: [
        .init(name: "Front camera", status: .allCases[frame / 6 % 4], framesPerSecond: 29.9, drops: frame),
        .init(name: "Desk", status: .allCases[(frame / 6 + 1) % 4], framesPerSecond: 8.1, drops: 12_345),
      ], secondOfDay: 46_800 + frame, recordingSeconds: (10..<40).contains(frame) ? Double(frame) : nil,
      hint: frame < 6 ? nil : frame < 16 ? hints[0] : frame < 26 ? hints[1] : nil,
      templates: SilhouetteTemplate.builtIn, selectedTemplate: frame / 9)
    if frame >= 6 { state.reduce(.operated(ShutterState(), hasLibrary: true)) }
    if (20..<30).contains(frame) { state.reduce(.shutterPressed) }
    if (14..<38).contains(frame) {
      var library = LibraryContents()
      library.items = (1...12).map {
        LibraryItem(
          "picture-\($0)", title: "Picture \($0)", picture: picture, isKept: $0.isMultiple(of: 3))
      }
      state.reduce(.libraryPressed)
      state.reduce(.itemsRead(library, at: LibraryPlace()))
    }
    if (27..<38).contains(frame) {
      var shot = Shot(name: "Picture 3", summary: "Level, well exposed", picture: picture)
      (shot.canMark, shot.isKept) = (true, true)
      state.reduce(.shotTaken(LibraryPicture(name: .shot(3), shot: shot), at: 0))
    }
    if (38..<47).contains(frame) { state.reduce(.said(Toast("Recording stopped"), at: 0)) }
    return state
  }
}
