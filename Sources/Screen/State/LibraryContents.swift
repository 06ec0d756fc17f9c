/// What the library shows.
package struct LibraryContents: Sendable, Hashable {
  /// Name of the recording whose pictures are shown; `nil` for the recordings themselves.
  package var recording: String?
  /// Whether there are recordings to go back to.
  package var canGoBack = false
  /// The items, newest first.
  package var items: [LibraryItem] = []
  /// Which items are shown.
  package var filter = LibraryFilter.all
  /// Whether there are photos among them.
  package var hasPhotos = false
  /// The days to choose from, newest first, such as 2026-11-23; empty if there is no choice.
  package var days: [String] = []
  /// The selected day; `nil` for every day.
  package var day: String?
  /// Whether the list of days is open.
  package var isDayListOpen = false
  /// Whether there are items newer than those shown, and older ones.
  package var hasNewer = false
  package var hasOlder = false
  /// Whether the items are still being read.
  package var isReading = false
  /// Why nothing can be shown; `nil` if something can.
  package var problem: String?

  /// The name in ``days`` for every day.
  package static let everyDay = "every-day"

  /// A library without items.
  package init() {}
}

/// Which of the library's items are shown.
package enum LibraryFilter: String, Sendable, Hashable, CaseIterable {
  /// All of them.
  case all
  /// Those that are kept, or have kept pictures.
  case kept
  /// Those in which a guide snapped.
  case snapped
  /// Those for which the shutter was pressed; offered where there are some.
  case photos
}
