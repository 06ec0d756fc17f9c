import Foundation
import GlassChrome
import PixelTypes
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Screen

extension EventTimeline {
  init(milliseconds events: [(Int64, ChromeEvent)]) {
    self.init(events.map { Entry(nanoseconds: $0.0 * 1_000_000, event: $0.1) })
  }
}

/// A controller of a stage of one camera, to be advanced by hand.
func controlled(
  _ script: EventTimeline, width: Int = 640, height: Int = 360, canRecord: Bool = true,
  mailbox: ControlMailbox? = nil, library: LibraryDesk? = nil, feed: ScriptedFeed? = nil,
  warn: @escaping (String) -> Void = { Issue.record("\($0)") }
) throws -> ScreenController {
  let size = try #require(PixelSize(width: width, height: height))
  let stage = try Stage(
    cameras: [.init(id: "primary", name: "Desk", size: size)], subsampling: .yuv422, settings: StageSettings()
  )
  return try #require(
    ScreenController(
      stage, feed: EventFeed(script: script, mailbox: mailbox), mailbox: mailbox,
      shutter: ShutterState(canRecord: canRecord), library: library,
      cameras: feed.map { [ControlledCamera(id: "primary", name: "Desk", feed: $0)] } ?? [], warn: warn))
}

func controlled(
  _ events: [(Int64, ChromeEvent)], width: Int = 640, canRecord: Bool = true, mailbox: ControlMailbox? = nil,
  library: LibraryDesk? = nil
) throws -> ScreenController {
  try controlled(
    EventTimeline(milliseconds: events), width: width, canRecord: canRecord, mailbox: mailbox,
    library: library)
}

/// A line of a recording's screens.
struct WrittenScreen: Decodable {
  struct Element: Decodable { var id, role, label: String }
  var index: Int
  var elements: [Element]

  /// Those of the recording `r` in a folder.
  static func all(_ folder: TestFolder) throws -> [WrittenScreen] {
    try folder.text("r/screen.jsonl").split(separator: "\n").map {
      try JSONDecoder().decode(WrittenScreen.self, from: Data($0.utf8))
    }
  }
}
