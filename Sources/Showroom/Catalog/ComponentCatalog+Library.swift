import GlassChrome
import PixelTypes
import Screen

extension ComponentCatalog {
  static var library: [Entry] {
    [
      Entry(
        "library-sheet",
        [
          State("recordings", LibrarySheet(recordings)), State("pictures", LibrarySheet(pictures)),
          State("days", LibrarySheet(recordings { $0.isDayListOpen = true })),
          State("medium", LibrarySheet(pictures, detent: .medium)),
          State("reading", LibrarySheet(empty { $0.isReading = true })),
          State("empty", LibrarySheet(empty())),
          State("none-kept", LibrarySheet(empty { $0.filter = .kept })),
          State("problem", LibrarySheet(empty { $0.problem = "The folder can't be read" })),
        ]),
      Entry(
        "post-shot-sheet",
        Sheet.Detent.allCases.map { State("\($0)", shot($0) { _ in }) } + [
          State("kept", shot(.large, hasGrabber: true) { ($0.isKept, $0.canRetake) = (true, true) }),
          State("only-shown", shot(.medium) { $0.canMark = false }),
          State("deleting", shot(.large) { $0.asksToDelete = true }.frame(minHeight: 300)),
        ]),
    ]
  }

  private static let recordings = recordings { _ in }

  private static func recordings(_ change: (inout LibraryContents) -> Void) -> LibraryContents {
    var values = LibraryContents()
    values.items = ["Portraits", "Garden", "Workshop"].enumerated().map { i, title in
      LibraryItem(
        title.lowercased(), title: title, detail: "\(12 + i) pictures", picture: i == 1 ? nil : dusk,
        isKept: i == 0)
    }
    values.days = ["2026-11-23", "2026-11-21"]
    values.hasOlder = true
    change(&values)
    return values
  }

  private static let pictures: LibraryContents = {
    var values = LibraryContents()
    values.recording = "Portraits"
    values.canGoBack = true
    values.items = (1...4).map {
      LibraryItem(
        "picture-\($0)", title: "Picture \($0)", detail: "14:0\($0)", picture: dusk,
        isKept: $0.isMultiple(of: 2), isSnapped: $0 < 3, isPhoto: $0 > 2)
    }
    (values.hasNewer, values.hasPhotos) = (true, true)
    return values
  }()

  private static func empty(_ change: (inout LibraryContents) -> Void = { _ in }) -> LibraryContents {
    var values = LibraryContents()
    change(&values)
    return values
  }

  private static func shot(
    _ detent: Sheet.Detent, hasGrabber: Bool = false, _ change: (inout Shot) -> Void
  ) -> PostShotSheet {
    var shot = Shot(
      name: "Portrait 12", summary: "Level, well exposed, a little to the left of the third", picture: dusk)
    shot.canMark = true
    change(&shot)
    return PostShotSheet(shot, suggestions: templates, detent: detent, hasGrabber: hasGrabber)
  }

  /// A sky at dusk over a dark hill.
  private static let dusk: Thumbnail = {
    let picture = PlanarPicture(size: PixelSize(clampingWidth: 120, height: 80), subsampling: .yuv444)
    for y in 0..<80 {
      for x in 0..<120 {
        let isHill = y > 52 + (x - 70) * (x - 70) / 180
        picture.luma[x, y] = UInt8(isHill ? 34 : 84 + y)
        picture.cb[x, y] = UInt8(isHill ? 128 : 150 - y / 2)
        picture.cr[x, y] = UInt8(isHill ? 122 : 122 + y / 2)
      }
    }
    return Thumbnail(copying: picture)
  }()
}
