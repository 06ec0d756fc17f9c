import GlassChrome
import PixelTypes
import TestSupport
import Testing

@testable import Compositor
@testable import HostResources
@testable import Pipeline
@testable import Recordings
@testable import Screen

@Suite("Photos beside the pictures that the shutter was pressed for")
struct ShotPhotosTests {
  private typealias Jobs = ControlledJobTests

  /// What the screen shows when the shutter is pressed.
  enum Arranged: String, CaseIterable {
    case both, swapped, firstAlone, turned

    var events: [(Int64, ChromeEvent)] {
      switch self {
      case .both, .turned: []
      case .swapped: [(100, .toggle("swap"))]
      case .firstAlone: [(100, .select("cameras", value: "front"))]
      }
    }

    var cameras: [String] {
      switch self {
      case .both, .turned: ["primary", "secondary"]
      case .swapped: ["secondary", "primary"]
      case .firstAlone: ["primary"]
      }
    }
  }

  @Test(
    "are the cameras' own pictures, byte for byte, in their own size, and belong to the recording",
    arguments: Share.of(
      ShotPhotos.allCases.flatMap { kind in
        ["mjpeg", "yuyv"].flatMap { format in Arranged.allCases.map { (kind, format, $0) } }
      }, oneIn: 4))
  func product(kind: ShotPhotos, format: String, arranged: Arranged) throws {
    let folder = try TestFolder()
    var settings = try Jobs.settings(
      [(0, .toggle("capture"))] + arranged.events + [(300, .toggle("capture")), (500, .toggle("capture"))],
      Jobs.sources.map { $0 + "&format=\(format)" }, folder: folder.file("r"), of: 9)
    (settings.mode, settings.stage.photos, settings.stage.keptSources) = (.photo, kind, .beside)
    if arranged == .turned { settings.sources[0].turn.turn = PictureTurn(quarters: 1) }
    #expect(try Jobs.run(settings).summary.progress.written == 3)
    let verified = try RecordingVerifier(folder.file("r")).run { _, _ in }
    #expect(verified.problems == [], "\(verified.problems)")
    let lines = try folder.lines("r")
    #expect(lines.count == 3 && lines.allSatisfy { $0.shot != nil })
    guard kind != .annotated else {
      #expect(lines.allSatisfy { $0.shot == $0.file } && !folder.exists("r/photos"))
      return
    }
    #expect(lines.map(\.shot) == (1...3).map { "photos/IMG_000\($0).jpg" })
    // The first comes before the change.
    for line in lines {
      let cameras = line.index == 0 ? ["primary", "secondary"] : arranged.cameras
      for (place, camera) in cameras.enumerated() {
        let name = "r/photos/IMG_000\(line.index + 1)\(place == 0 ? "" : "_\(camera)").jpg"
        let photo = try folder.bytes(name)
        let kept = "r/sources/00000\(line.index).\(camera).jpg"
        if format == "mjpeg" { #expect(try photo == folder.bytes(kept), "\(name)") }
        var reader = try PictureReader()
        let size = try reader.read(photo).0.size
        let own =
          camera == "secondary" ? (192, 112) : arranged == .turned ? (192, 320) : (320, 192)
        #expect((size.width, size.height) == own, "\(name)")
      }
      let annotated = "photos/IMG_000\(line.index + 1)-annotated.jpg"
      #expect(folder.exists("r/" + annotated) == (kind == .both))
      if kind == .both { #expect(try folder.bytes("r/" + annotated) == folder.bytes("r/" + line.file)) }
    }
    let library = RecordingLibrary(folder.file("r"))
    let each = (kind == .both ? 1 : 0) + arranged.cameras.count
    #expect(try library.photos().count == 2 * each + (kind == .both ? 3 : 2))
    #expect(try library.list()[0].photos == 3)
    // Of recordings in a folder, beside what is none.
    try folder.put("none", "notes/x.txt")
    #expect(try RecordingLibrary(folder.path).photos().map(\.index) == library.photos().map(\.index))
    // Deleted with its picture.
    #expect(try library.delete(FrameSelection(parsing: "photos")).frames == [0, 1, 2])
    #expect(try folder.names("r/photos") == [])
  }

  @Test("what a killed run left of one goes, and what isn't the recording's stays")
  func leftovers() throws {
    let folder = try TestFolder()
    var settings = try Jobs.settings([(0, .toggle("capture"))], folder: folder.file("r"), of: 3)
    settings.mode = .photo
    try Jobs.run(settings)
    for name in ["IMG_0002.jpg", ".IMG_0002.jpg.tmp", "IMG_0099.jpg", "holiday.jpg"] {
      _ = try folder.put([1, 2, 3], "r/photos/\(name)")
    }
    // As if killed.
    var session = try #require(try SessionFile.read(FolderHandle(folder.file("r"))))
    session.totals = nil
    try SessionFile.write(session, to: FolderHandle(folder.file("r")))
    let state = try RecordingFolder.repair(FolderHandle(folder.file("r")), afterCut: true)
    #expect(state.nextIndex == 1 && state.repairs.contains { $0.contains("photo") })
    #expect(
      try folder.names("r/photos").sorted()
        == ["IMG_0001.jpg", "IMG_0001_secondary.jpg", "IMG_0099.jpg", "holiday.jpg"])
    #expect(
      try RecordingVerifier(folder.file("r")).run { _, _ in }.problems.map(\.file) == ["photos/IMG_0099.jpg"])
    // A missing photo is missed.
    try folder.remove("r/photos/IMG_0001.jpg")
    #expect(
      try RecordingVerifier(folder.file("r")).run { _, _ in }.problems.contains {
        $0.what.contains("lacks its photo")
      })
  }

  @Test("names are those of the pictures, one further")
  func names() {
    for index in [0, 8, 41, 9998, 9999, 123_456] {
      let name = String(PhotoFiles.path(index).dropFirst("photos/".count))
      #expect(PhotoFiles.index(of: name) == index)
      for ending in ["_left", "-annotated"] {
        #expect(PhotoFiles.index(of: name.dropLast(4) + ending + ".jpg") == index)
      }
    }
    for name in [
      "IMG_0000.jpg", "IMG_1.jpg", "IMG_00001.jpg", "IMG_0001.jpeg", "IMG_0001 (2).jpg", "IMG_0001_.jpg",
      "IMG_.jpg",
      "IMG_99999999999999999999.jpg", "DSC_0001.jpg", "IMG_0001_a/b.jpg",
    ] { #expect(PhotoFiles.index(of: name) == nil, "\(name)") }
  }
}
