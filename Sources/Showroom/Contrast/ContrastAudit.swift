import Foundation
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes
import Synchronization

/// Measures every text and mark of every component over every test backdrop, in every style, in every frame of its transitions: of
/// each component alone, and of the camera commands' screen.
///
/// Text sizes rotate: each component meets each size in every style and over every backdrop, but not in every pair of both, which
/// would take four times as long.
package struct ContrastAudit: Sendable {
  /// The least contrast of one component's texts, or of its marks, over one backdrop.
  package struct Cell: Sendable, Codable {
    /// The component's name in the catalog; parts of the screen are `screen/…`.
    package var component: String
    /// Name of the ``TestBackdrop``.
    package var backdrop: String
    /// Whether contrast was increased, which raises the limit.
    package var isIncreased: Bool
    /// Whether it is about marks: icons, shapes, edges, coloured plates without words, and
    /// selections. Otherwise it is about texts.
    package var isMark: Bool
    /// The least contrast ratio, 1...21 (WCAG 2.2).
    package var least: Double
    /// Number of texts or marks measured, counted in each frame.
    package var count: Int
    /// Where and when the least was seen.
    package var worst: Moment?
    /// The least contrast allowed.
    package var limit: Double { ContrastAudit.limit(isMark: isMark, isIncreased: isIncreased) }
  }

  /// What the tone under words does to one component's glass over one backdrop: stains have edges where the scene has none.
  package struct Tone: Sendable, Codable {
    /// As in ``Cell``.
    package var component: String
    package var backdrop: String
    /// By how much it makes the light of neighbouring texels differ more, at most: code steps of 255 a point.
    package var steepest: Double
    /// How much it changes the glass, in the mean of all frames: code steps of 255.
    package var mean: Double
    /// Number of pieces of glass measured, counted in each frame.
    package var count: Int
    /// Where and when the steepest was seen; the box is the glass's.
    package var worst: Moment?
    /// The most that is allowed.
    package static let limit = 0.25
  }

  /// A moment when something was measured.
  package struct Moment: Sendable, Codable {
    /// Appearance, text size and canvas, such as `light, reduced transparency, text large, 640x400`.
    package var setting: String
    /// Seconds since its scene began.
    package var seconds: Double
    /// The ink's or the glass's box in pixels of the canvas: x, y, width, height.
    package var box: [Int]
  }

  /// The result of an audit.
  package struct Report: Sendable, Codable {
    /// One per component, backdrop, kind and contrast setting, in that order.
    package var cells: [Cell] = []
    /// One per component and backdrop, in that order.
    package var tones: [Tone] = []
    /// Number of measured frames.
    package var frames = 0
    /// Whether anything was measured, every contrast reaches its limit, and no tone has an edge of its own.
    package var holds: Bool {
      !cells.isEmpty && cells.allSatisfy { $0.least >= $0.limit }
        && tones.allSatisfy { $0.steepest <= Tone.limit }
    }

    /// An empty report, which doesn't hold.
    package init() {}
  }

  /// The least contrast ratio: for text 4.5 (WCAG 2.2's AA), or 7 (AAA) with increased contrast; for marks 3 (1.4.11), or 4.5.
  package static func limit(isMark: Bool, isIncreased: Bool) -> Double {
    switch (isMark, isIncreased) {
    case (true, false): 3
    case (true, true), (false, false): 4.5
    case (false, true): 7
    }
  }

  /// Light and dark, each with and without increased contrast and reduced transparency; and by the scene.
  package static var styles: [ChromeStyle] {
    [ChromeStyle.Appearance.dark, .light].flatMap { appearance in
      [false, true].flatMap { increased in
        [false, true].map { plain in
          ChromeStyle(appearance: appearance, reduceTransparency: plain, increaseContrast: increased)
        }
      }
    } + [ChromeStyle(appearance: .auto)]
  }

  /// Canvases on which to measure the screen.
  package var layouts = ScreenScene.layouts
  /// Names of the components, as in the catalog.
  package var components = ComponentCatalog.names
  /// The styles to measure in.
  package var styles = Self.styles
  /// Text sizes for the components, in rotation; not empty. The screen uses those that fit.
  package var typeSizes: [DynamicTypeSize] = [.xSmall, .large, .xxxLarge, .accessibility5]
  /// The backdrops to measure over.
  package var backdrops = TestBackdrop.allCases
  /// Whether to measure only a share: each component and the screen in every third style over one backdrop in rotation, the screen on
  /// one canvas in rotation.
  package var isQuick = false
  /// Which share.
  package var turn = 0

  /// An audit of everything.
  package init() {}

  /// Measures on all processors and returns the least contrasts.
  ///
  /// - Parameter progress: called after each part, by one thread at a time.
  /// - Throws: ``ShowroomError/chrome(_:)``, ``ShowroomError/codec(_:)``, or ``ShowroomError/usage(reason:)`` for a
  ///   component that the catalog lacks.
  package func run(progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }) throws(ShowroomError)
    -> Report
  {
    let scenes = try scenes()
    let state = Mutex((tally: ContrastTally(), done: 0, failure: ShowroomError?.none))
    let next = Atomic(0)
    let workers = min(ProcessInfo.processInfo.activeProcessorCount, scenes.count)
    WorkerThread.crew(of: workers, name: "dualcam-audit") {
      while true {
        // Relaxed: only the number is shared; results go through the mutex.
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < scenes.count, state.withLock({ $0.failure == nil }) else { return }
        var tally = ContrastTally()
        var failure: ShowroomError?
        do throws(ShowroomError) { try scenes[index].measure(into: &tally) } catch { failure = error }
        state.withLock {
          $0.tally.merge(tally)
          $0.done += 1
          if let failure { $0.failure = failure }
          progress($0.done, scenes.count)
        }
      }
    }
    let (tally, failure) = state.withLock { ($0.tally, $0.failure) }
    if let failure { throw failure }
    return tally.report
  }

  /// Every other scene is measured at moments between the others'.
  func scenes() throws(ShowroomError) -> [ContrastScene] {
    var entries: [ComponentCatalog.Entry] = []
    for name in components { entries.append(try ChromeWall.entry(named: name)) }
    var scenes: [ContrastScene] = []
    for (styleIndex, style) in styles.enumerated() {
      for (backdropIndex, backdrop) in backdrops.enumerated() {
        // Whether the share includes this combination of style and backdrop of the `number`th subject: another backdrop for each style,
        // and the next turn has the other styles.
        func has(_ number: Int) -> Bool {
          !isQuick
            || (styleIndex + number + turn) % 3 == 0
              && backdropIndex == (3 * styleIndex + number + turn / 3) % backdrops.count
        }
        for (index, layout) in layouts.enumerated()
        where has(0) && (!isQuick || index == (styleIndex + turn / 3 + turn / 30) % layouts.count) {
          scenes.append(
            .screen(
              ScreenScene(
                layout: layout, style: style, backdrop: backdrop, isBetween: scenes.count % 2 == 1)))
        }
        for (index, entry) in entries.enumerated() where has(index) {
          var style = style
          // The styles take uneven steps, so that the share too meets several sizes.
          let size = styleIndex + styleIndex / 2 + backdropIndex + index
          style.typeSize = typeSizes[size % typeSizes.count]
          scenes.append(.component(ComponentScene(entry, style, backdrop, isBetween: scenes.count % 2 == 1)))
        }
      }
    }
    return scenes
  }
}

/// A backdrop with a component or screen that goes through its states.
enum ContrastScene: Sendable {
  case screen(ScreenScene)
  case component(ComponentScene)

  func measure(into tally: inout ContrastTally) throws(ShowroomError) {
    switch self {
    case .screen(let scene): try scene.measure(into: &tally)
    case .component(let scene): try scene.measure(into: &tally)
    }
  }
}
