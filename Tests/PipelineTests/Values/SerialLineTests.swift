import TestSupport
import Testing

@testable import Pipeline

@Suite("Serial lines")
struct SerialLineTests {
  @Test("those that are plugged in, by the names that stay, in the order of their nodes")
  func all() throws {
    let folder = try TestFolder()
    for name in ["ttyUSB10", "ttyUSB2", "ttyACM0", "ttyS0", "video0"] { try folder.put("", name) }
    try folder.make("serial/by-id")
    try folder.link("serial/by-id/usb-gps", to: "../../ttyACM0")
    try folder.link("serial/by-id/usb-other", to: "../../ttyAMA9")
    try folder.put("", "serial/by-id/no-link")
    let lines = SerialLine.all(in: folder.path)
    #expect(lines.map(\.path) == ["ttyACM0", "ttyAMA9", "ttyUSB2", "ttyUSB10"].map { folder.file($0) })
    #expect(lines[0].byId == [folder.file("serial/by-id/usb-gps")] && lines[2].byId.isEmpty)
    #expect(lines[0].values == "nmea:" + folder.file("serial/by-id/usb-gps"))
    #expect(lines.allSatisfy { ValueSource($0.values)?.description == $0.values })
    #expect(SerialLine.all(in: folder.file("none")).isEmpty)
  }
}
