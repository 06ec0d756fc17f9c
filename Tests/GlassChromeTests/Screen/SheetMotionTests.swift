import Geometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("A sheet opens and closes in one piece")
struct SheetMotionTests {
  private static let rates = [30, 60]
  /// Bright with hard edges, even, and dark with bright spots: what asks most of a tone.
  private static let backdrops: [ChromeFixtures.Backdrop] = [.highChroma, .brightSky, .nightCity]

  private static func opening(
    _ rate: Int, over backdrop: ChromeFixtures.Backdrop = .brightSky, _ style: ChromeStyle = ChromeStyle(),
    measuresContrast: Bool = false
  ) throws -> SheetFilm {
    try SheetFilm(
      picturesPerSecond: rate, over: backdrop, style, measuresContrast: measuresContrast,
      to: { $0.settings = .medium })
  }

  private static func closing(
    _ rate: Int, over backdrop: ChromeFixtures.Backdrop = .brightSky, _ style: ChromeStyle = ChromeStyle(),
    measuresContrast: Bool = false
  ) throws -> SheetFilm {
    try SheetFilm(
      picturesPerSecond: rate, over: backdrop, style, control: "close", measuresContrast: measuresContrast,
      from: { $0.settings = .medium },
      to: { $0.settings = nil })
  }

  @Test("its glass has its tone from the first picture on", arguments: rates, Share.of(backdrops, oneIn: 4))
  func tone(rate: Int, backdrop: ChromeFixtures.Backdrop) throws {
    for film in [try Self.opening(rate, over: backdrop), try Self.closing(rate, over: backdrop)] {
      let steps = film.toneSteps
      #expect(steps.count > 3)
      for step in steps {
        #expect(step.share.magnitude < 0.02, "\(step.share) at \(step.milliseconds) ms")
      }
    }
  }

  @Test("its words come while its glass still grows", arguments: rates)
  func wordsTravel(rate: Int) throws {
    let film = try Self.opening(rate)
    let last = try #require(film.pictures.last)
    let rest = try #require(last.sheet).frame
    let first = try #require(film.pictures.first { $0.sheet != nil }).milliseconds
    #expect(last.inkedPixels > 1000)
    for picture in film.pictures {
      guard let sheet = picture.sheet else { continue }
      // Half of its size is less than two thirds of its way.
      if sheet.frame.width > 0.75 * rest.width {
        #expect(picture.inkedPixels > 0, "no words at \(picture.milliseconds) ms")
      }
      if picture.milliseconds > first + 200 {
        #expect(
          picture.inkedPixels > last.inkedPixels / 2, "\(picture.inkedPixels) at \(picture.milliseconds) ms")
      }
    }
  }

  @Test(
    "its words keep their contrast on the way", arguments: Share.of(backdrops, oneIn: 6),
    [ChromeStyle.Appearance.dark, .light])
  func contrast(backdrop: ChromeFixtures.Backdrop, appearance: ChromeStyle.Appearance) throws {
    let style = ChromeStyle(appearance: appearance)
    let opening = try Self.opening(60, over: backdrop, style, measuresContrast: true)
    let rest = try #require(opening.pictures.last?.sheet).frame
    for picture in try opening.pictures
      + Self.closing(60, over: backdrop, style, measuresContrast: true).pictures
    {
      #expect(picture.contrast.least >= 4.5, "\(picture.contrast.least) at \(picture.milliseconds) ms")
    }
    // Some are whole while their glass still grows.
    #expect(
      opening.pictures.contains { $0.contrast.texts > 3 && $0.sheet?.frame.width ?? 0 < 0.9 * rest.width })
  }

  @Test("with reduced motion it dissolves in its place")
  func reduced() throws {
    let film = try Self.opening(60, ChromeStyle(reduceMotion: true))
    let rest = try #require(film.pictures.last?.sheet).frame
    var presences: [Double] = []
    for picture in film.pictures {
      guard let sheet = picture.sheet else { continue }
      #expect(sheet.frame == rest && sheet.wholeFrame == nil)
      presences.append(sheet.presence)
      for item in picture.list.groups.flatMap(\.items) { #expect(item.lettering?.magnification ?? 1 == 1) }
    }
    #expect(presences == presences.sorted() && presences[0] < 0.3 && film.pictures[19].sheet?.presence == 1)
  }

  @Test("one becomes the next without standing empty, and with little change of tone in any picture")
  func becomesOther() throws {
    var values = LibraryContents()
    values.items = ["Portraits", "Garden"].map { LibraryItem($0.lowercased(), title: $0, detail: "12") }
    let library = values
    let picture = LibraryPicture(
      name: .shot(1), shot: .init(name: "000012.jpg", summary: "Horizon +0.4°", picture: nil))
    let open = try SheetFilm(
      picturesPerSecond: 60, over: .highChroma, control: "portraits",
      from: { ($0.hasLibrary, $0.library) = (true, library) }, to: { $0.looked = picture })
    let back = try SheetFilm(
      picturesPerSecond: 60, over: .highChroma, control: "close",
      from: { ($0.hasLibrary, $0.library, $0.looked) = (true, library, picture) }, to: { $0.looked = nil })
    for film in [open, back] {
      let empty = film.pictures.filter { $0.inkedPixels == 0 }.map(\.milliseconds)
      #expect(empty.count <= 1, "\(empty)")
      for step in film.toneSteps { #expect(step.share.magnitude < 0.04, "\(step)") }
    }
  }

  @Test("turned back on its way, it keeps its tone and cuts no word", arguments: [90.0, 150, 240])
  func interrupted(milliseconds: Double) throws {
    let film = try SheetFilm(
      picturesPerSecond: 60, over: .highChroma, to: { $0.settings = .medium },
      then: [(milliseconds, { $0.settings = nil }), (milliseconds + 80, { $0.settings = .medium })])
    let cut = film.pictures.flatMap(SheetFilm.cutWords)
    #expect(cut.isEmpty, "\(cut.count): \(cut.prefix(5))")
    for step in film.toneSteps { #expect(step.share.magnitude < 0.04, "\(step)") }
    #expect((film.pictures.last?.inkedPixels ?? 0) > 1000)
  }

  @Test("something is there in each picture", arguments: rates)
  func noHole(rate: Int) throws {
    let film = try Self.opening(rate)
    let rest = try #require(film.pictures.last?.sheet).frame
    let empty = film.pictures.filter { SheetFilm.isEmpty($0, in: rest) }.map(\.milliseconds)
    #expect(empty.count <= (rate == 30 ? 0 : 1), "\(empty)")
  }

  @Test("no word is cut where its glass ends", arguments: rates)
  func wholeWords(rate: Int) throws {
    for film in [try Self.opening(rate), try Self.closing(rate)] {
      let cut = film.pictures.flatMap(SheetFilm.cutWords)
      #expect(cut.isEmpty, "\(cut.count): \(cut.prefix(5))")
    }
  }
}
