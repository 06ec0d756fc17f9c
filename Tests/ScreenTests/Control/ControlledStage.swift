import Foundation
import GlassChrome
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Screen

/// A controller of a stage of one camera, to be advanced by hand.
func controlled(
  _ script: EventTimeline, width: Int = 640, height: Int = 360, canRecord: Bool = true,
  mailbox: ControlMailbox? = nil, library: LibraryDesk? = nil, feed: ScriptedFeed? = nil,
  hasSheet: Bool = true,
  warn: @escaping (String) -> Void = { Issue.record("\($0)") }
) throws -> ScreenController {
  let size = try #require(PixelSize(width: width, height: height))
  var settings = StageSettings()
  // As a job's stage has once a sheet is open.
  settings.layout.hasSheet = hasSheet
  let stage = try Stage(
    cameras: [.init(id: "primary", name: "Desk", size: size)], subsampling: .yuv422, settings: settings)
  return try #require(
    ScreenController(
      stage, feed: EventFeed(script: script, mailbox: mailbox),
      shutter: ShutterState(canRecord: canRecord), library: library,
      cameras: feed.map { [ControlledCamera(id: "primary", name: "Desk", feed: $0)] } ?? [], warn: warn))
}

func controlled(
  _ events: [(Int64, ChromeEvent)], width: Int = 640, canRecord: Bool = true, mailbox: ControlMailbox? = nil,
  library: LibraryDesk? = nil, hasSheet: Bool = true
) throws -> ScreenController {
  try controlled(
    EventTimeline(milliseconds: events), width: width, canRecord: canRecord, mailbox: mailbox,
    library: library, hasSheet: hasSheet)
}
