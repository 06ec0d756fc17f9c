import Foundation
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes
import Synchronization

/// Measures every text of every component over every test backdrop, in every style and size, on every frame of its
/// way from state to state: of each component by itself, and of the screen that the cameras' jobs show.
public struct ContrastAudit: Sendable {
  /// The least contrast of one component over one backdrop.
  public struct Cell: Sendable, Codable {
    /// As the catalog calls it; parts of the screen are `screen/…`.
    public var component: String
    public var backdrop: String
    /// Where contrast was increased, at least 7; else at least 4.5.
    public var isIncreased: Bool
    public var least: Double
    /// Texts that were measured, frame by frame.
    public var texts: Int
  }

  public struct Report: Sendable, Codable {
    public var cells: [Cell] = []
    public var frames = 0
    public var holds: Bool {
      !cells.isEmpty && cells.allSatisfy { $0.least >= ContrastAudit.limit(isIncreased: $0.isIncreased) }
    }

    public init() {}
  }

  /// What is asked of text: WCAG 2.2's AA, and AAA with increased contrast.
  public static func limit(isIncreased: Bool) -> Double { isIncreased ? 7 : 4.5 }

  /// Light and dark, with and without more contrast, glass and plain.
  public static var styles: [ChromeStyle] {
    ChromeStyle.Appearance.allCases.flatMap { appearance in
      [false, true].flatMap { increased in
        [false, true].map { plain in
          ChromeStyle(appearance: appearance, reduceTransparency: plain, increaseContrast: increased)
        }
      }
    }
  }

  /// Canvases on which the screen is measured.
  public var layouts = ScreenScene.layouts
  /// Names in the catalog.
  public var components = ComponentCatalog.names
  public var styles = Self.styles
  /// In which each component is measured; the screen takes the sizes that fit.
  public var typeSizes: [DynamicTypeSize] = [.xSmall, .large, .xxxLarge, .accessibility5]
  public var backdrops = TestBackdrop.allCases
  /// Measures a share: each component in the usual size of type over plain backdrops, and by turns in one of the other sizes
  /// over one of four and over half of the photographs, so that every size meets every style and every backdrop; the screen
  /// over photographs on one canvas by turns. Photographs are left out behind plain plates, through which nothing is seen.
  public var isQuick = false

  /// Everything.
  public init() {}

  /// - Parameter progress: called after each part, by one thread at a time.
  /// - Throws: ``ShowroomError/chrome(_:)``, ``ShowroomError/codec(_:)``, ``ShowroomError/usage(reason:)`` for a
  ///   component that the catalog lacks.
  public func run(progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }) throws(ShowroomError)
    -> Report
  {
    let scenes = try scenes()
    let state = Mutex((tally: ContrastTally(), done: 0, failure: ShowroomError?.none))
    let next = Atomic(0)
    let workers = min(ProcessInfo.processInfo.activeProcessorCount, scenes.count)
    WorkerThread.crew(of: workers, name: "dualcam-audit") {
      while true {
        // Relaxed: the number alone is shared; results go through the mutex.
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

  /// Canvases of the screen, likewise.
  private func layouts(_ backdrop: TestBackdrop, _ style: ChromeStyle, turn: Int) -> [ChromeLayout] {
    guard isQuick, !layouts.isEmpty else { return layouts }
    switch backdrop {
    case .checker where style.reduceTransparency: return []
    case .white, .black, .flash, .checker: return layouts
    default: return style.reduceTransparency ? [] : [layouts[turn % layouts.count]]
    }
  }

  /// Sizes of type in which a component is measured, the `turn`th of its kind.
  private func sizes(_ backdrop: TestBackdrop, _ style: ChromeStyle, turn: Int) -> [DynamicTypeSize] {
    guard isQuick else { return typeSizes }
    let others = typeSizes.filter { $0 != .large }
    switch backdrop {
    case .checker where style.reduceTransparency: return []
    case .white, .black, .flash, .checker:
      return [.large] + (others.isEmpty || turn % 4 != 0 ? [] : [others[turn / 4 % others.count]])
    default: return style.reduceTransparency || turn % 2 != 0 ? [] : [.large]
    }
  }

  private func scenes() throws(ShowroomError) -> [ContrastScene] {
    var entries: [ComponentCatalog.Entry] = []
    for name in components { entries.append(try ChromeWall.entry(named: name)) }
    var scenes: [ContrastScene] = []
    for (styleIndex, style) in styles.enumerated() {
      for (backdropIndex, backdrop) in backdrops.enumerated() {
        for layout in layouts(backdrop, style, turn: styleIndex + backdropIndex) {
          scenes.append(.screen(ScreenScene(layout, style, backdrop)))
        }
        for (entryIndex, entry) in entries.enumerated() {
          for typeSize in sizes(backdrop, style, turn: styleIndex + backdropIndex + entryIndex) {
            var style = style
            style.typeSize = typeSize
            scenes.append(.component(ComponentScene(entry, style, backdrop)))
          }
        }
      }
    }
    return scenes
  }
}

/// One backdrop with something on it that goes through its states.
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
