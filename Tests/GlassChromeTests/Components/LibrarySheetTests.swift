import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("The library's sheet")
struct LibrarySheetTests {
  private static let picture = Thumbnail(copying: ChromeFixtures.picture(32, 18) { _, _ in (90, 120, 150) })

  private static func values(_ count: Int, _ change: (inout LibraryContents) -> Void = { _ in })
    -> LibraryContents
  {
    var values = LibraryContents()
    values.items = (0..<count).map {
      LibraryItem("item-\($0)", title: "Item \($0)", detail: "\($0) pictures", picture: picture)
    }
    change(&values)
    return values
  }

  private func list(
    _ values: LibraryContents, width: Double = 900, height: Double = 700,
    _ environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> DisplayList {
    try laidOut(
      LibrarySheet(values), in: Rect(x: 0, y: 0, width: width, height: height), environment: environment)
  }

  private func cards(_ list: DisplayList) -> [AccessibilityElement] {
    list.accessibility.filter { $0.id.path.contains("/item-") }
  }

  private func control(_ list: DisplayList, _ name: String) -> AccessibilityElement? {
    let id = list.accessibility.id(called: ElementID(name))
    return list.accessibility.first { $0.id == id && $0.role.isControl }
  }

  @Test("has cards in columns that fill its width, more where it is wider and fewer in larger type")
  func columns() throws {
    func columns(_ width: Double, _ size: DynamicTypeSize = .large) throws -> Int {
      let list = try list(Self.values(24), width: width, LayoutEnvironment(typeSize: size))
      let frames = cards(list).map(\.frame)
      #expect(frames.count == 24 && Set(frames.map(\.width)).count == 1)
      let glass = try #require(list.groups.first?.elements.first?.frame)
      let (left, right) = (frames.map(\.x).min() ?? 0, frames.map(\.maxX).max() ?? 0)
      #expect(left - glass.x == 20 && (glass.maxX - right - 20).magnitude < 16, "\(width) \(size)")
      return Set(frames.map(\.x)).count
    }
    let counts = try [320, 480, 900, 1400].map { try columns($0) }
    #expect(counts == counts.sorted() && Set(counts).count == 4)
    #expect(try columns(900, .accessibility5) < columns(900))
  }

  @Test("tells of each card what it is, what marks it has, and what a press shows")
  func told() throws {
    var values = Self.values(3)
    values.items[1].isKept = true
    (values.items[2].isKept, values.items[2].isSnapped) = (true, true)
    let recordings = try cards(list(values))
    #expect(recordings.map(\.label) == ["Item 0", "Item 1", "Item 2"])
    #expect(recordings.map(\.value) == ["0 pictures", "1 pictures, kept", "2 pictures, kept, Aligned"])
    #expect(recordings.allSatisfy { $0.role == .button && $0.hint == "Shows its pictures" })
    values.recording = "Portraits"
    #expect(try cards(list(values)).allSatisfy { $0.hint == "Shows it larger" })
  }

  @Test("shows each mark by a form of its own")
  func marks() throws {
    var values = Self.values(1)
    (values.items[0].isKept, values.items[0].isSnapped) = (true, true)
    let forms = try list(values).items.compactMap { item -> GlassForm? in
      guard case .plate(let form, _) = item.ink, item.role == .tint, item.opacity == 1,
        item.id.path.contains("item-0")
      else { return nil }
      return form
    }
    #expect(forms.count == 2 && forms[0] != forms[1])
  }

  @Test("has what leads on only where it leads somewhere")
  func ways() throws {
    for height in [700.0, 120] {
      let bare = try list(Self.values(2), height: height)
      for name in ["newer", "older", "back", "day"] { #expect(control(bare, name) == nil, "\(name)") }
      for name in ["close", "filter/kept", "item-1"] { #expect(control(bare, name) != nil, "\(name)") }
      let whole = try list(
        Self.values(2) {
          ($0.hasNewer, $0.hasOlder, $0.canGoBack) = (true, true, true)
          ($0.days, $0.recording) = (["2026-11-23"], "Portraits")
        }, height: height)
      for name in ["newer", "older", "back", "day", "close", "filter/snapped", "item-0"] {
        #expect(control(whole, name) != nil, "\(name)")
      }
      #expect(control(whole, "day")?.role == .picker && control(whole, "day")?.value == "Every day")
    }
  }

  @Test("lets a day be chosen in any room", arguments: [(900.0, 700.0), (380, 700), (900, 120)])
  func days(width: Double, height: Double) throws {
    let values = Self.values(2) {
      $0.days = ["2026-11-23", "2026-11-21"]
      ($0.day, $0.isDayListOpen) = ("2026-11-21", true)
    }
    let list = try list(values, width: width, height: height)
    for day in [LibraryContents.everyDay, "2026-11-23", "2026-11-21"] {
      #expect(control(list, "day/" + day)?.isSelected == (day == "2026-11-21"), "\(day)")
    }
    #expect(list.accessibility.contains { $0.role == .picker && $0.value == "2026-11-21" })
  }

  @Test("says why there are no cards")
  func messages() throws {
    func texts(_ change: (inout LibraryContents) -> Void) throws -> Set<String> {
      Set(try list(Self.values(0, change), height: 120).accessibility.map(\.label))
    }
    #expect(try texts { _ in }.contains("Nothing here yet"))
    #expect(try texts { $0.filter = .kept }.contains("Nothing is kept"))
    #expect(try texts { $0.filter = .snapped }.contains("No picture with a guide in its place"))
    #expect(try texts { $0.problem = "The folder can't be read" }.contains("The folder can't be read"))
    let reading = try texts { $0.isReading = true }
    #expect(reading.contains("Looking for pictures") && !reading.contains("Nothing here yet"))
  }

  @Test("scrolls up and down, and its cards go by the side that lines begin at")
  func directions() throws {
    #expect(try list(Self.values(48)).scrollports.map(\.axis) == [.vertical])
    let frames = try cards(list(Self.values(3), LayoutEnvironment(direction: .rightToLeft))).map(\.frame.x)
    #expect(frames == frames.sorted(by: >))
  }
}

@Suite("The sheet about a picture")
struct PostShotSheetTests {
  private func names(_ height: Double = 600, _ change: (inout Shot) -> Void) throws -> [String] {
    var shot = Shot(name: "Picture 3", summary: "Level")
    change(&shot)
    let sheet = PostShotSheet(
      shot, suggestions: [TemplateShelfView.Item(id: "plate", title: "Plate", outline: "M0 0H1V1Z")])
    let list = try laidOut(sheet, in: Rect(x: 0, y: 0, width: 1200, height: height))
    return list.accessibility.filter(\.role.isControl).compactMap {
      $0.id.path.split(separator: "/").last.map(String.init)
    }
  }

  @Test("offers what can be done with the picture", arguments: [600.0, 120])
  func offers(height: Double) throws {
    #expect(Set(try names(height) { _ in }) == ["close", "plate"])
    #expect(
      Set(try names(height) { ($0.canMark, $0.canRetake) = (true, true) }) == [
        "close", "delete", "retake", "keep", "plate",
      ])
    // While it asks, nothing but the answer counts.
    #expect(
      try names(height) { ($0.canMark, $0.asksToDelete) = (true, true) } == [
        "cancel", "confirm",
      ])
  }

  @Test("shows by plate, icon and words whether the picture is kept")
  func kept() throws {
    func list(_ isKept: Bool) throws -> DisplayList {
      var shot = Shot(name: "Picture 3", summary: "Level")
      (shot.canMark, shot.isKept) = (true, isKept)
      return try laidOut(PostShotSheet(shot), in: Rect(x: 0, y: 0, width: 800, height: 600))
    }
    func keep(_ list: DisplayList) -> AccessibilityElement? {
      list.accessibility.first { $0.id.path.hasSuffix("/keep") }
    }
    let (kept, other) = (try list(true), try list(false))
    #expect(keep(kept)?.value == "on" && keep(other)?.value == "off")
    #expect(keep(kept)?.role == .toggle && keep(kept)?.label == "Keep")
    func icons(_ list: DisplayList) -> [String] { list.items.compactMap(\.icon) }
    #expect(icons(kept).contains("keep.fill") && icons(other).contains("keep"))
  }

  @Test("shows the picture larger where there is more room, in its own form")
  func larger() throws {
    let thumbnail = Thumbnail(copying: ChromeFixtures.picture(64, 36) { _, _ in (90, 120, 150) })
    func frame(_ height: Double, _ detent: Sheet.Detent) throws -> Rect {
      let shot = Shot(name: "Picture 3", summary: "Level", picture: thumbnail)
      let sheet = PostShotSheet(shot, detent: detent)
      let list = try laidOut(sheet, in: Rect(x: 0, y: 0, width: 1200, height: height))
      return try #require(list.accessibility.first { $0.role == .image }?.frame)
    }
    let frames = [try frame(120, .medium), try frame(300, .medium), try frame(800, .large)]
    #expect(frames.map(\.height) == frames.map(\.height).sorted() && frames[2].height > 200)
    for frame in frames { #expect((frame.width / frame.height - 16.0 / 9).magnitude < 0.05) }
  }
}
