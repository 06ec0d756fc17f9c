import GlassChrome

/// Which cameras are shown, and how.
package struct CameraViews: Sendable, Hashable {
  /// What is shown of two cameras, as events have it; `dual` is both.
  package enum Pair: String, Sendable, Hashable, CaseIterable {
    case front, back, dual
  }

  /// The cameras' ids in events, and their names.
  package var cameras: [ControlItem]
  /// The place of the only camera shown; `nil` for all.
  package var only: Int?
  /// The layout of all, one of ``layouts``.
  package var layout: String
  /// Names of the layouts to choose from.
  package var layouts: [String]

  /// A choice of cameras, and a layout for all.
  package init(cameras: [ControlItem], only: Int?, layout: String, layouts: [String]) {
    self.cameras = cameras
    self.only = only
    self.layout = layout
    self.layouts = layouts
  }

  /// The choice of two in events; `nil` for more.
  var pair: Pair? { cameras.count == 2 ? only.map { $0 == 0 ? .front : .back } ?? .dual : nil }
  /// The id of what is chosen.
  var choice: String { pair?.rawValue ?? only.map { cameras[$0].id } ?? Self.all }
  /// Whether some cameras aren't shown.
  var isPartial: Bool { only != nil }
  /// All cameras, where there are more than two.
  package static let all = "all"

  func choices(_ words: ScreenWords) -> [ControlItem] {
    if pair == nil { return [ControlItem(Self.all, title: words.allCameras)] + cameras }
    return zip(Pair.allCases, [cameras[0].title, cameras[1].title, words.bothCameras])
      .map { ControlItem($0.rawValue, title: $1) }
  }
}
