import Foundation
import HostResources
import TestSupport
import Testing

@testable import Pipeline

@Suite("USB and disk")
struct USBPlaceTests {
  @Test("a camera's place is read through the interface's link, by any name of the camera")
  func sysfs() throws {
    var plugged = try PluggedIn()
    try plugged.bus(1)
    try plugged.camera(bus: 1, ports: "2.3", serial: "A1")
    try plugged.folder.put("", "video0")
    try plugged.folder.link("by-id", to: plugged.folder.file("video0"))
    let place = try #require(USBPlace(ofCamera: "/dev/video0", sysfs: plugged.sysfs))
    #expect(place.bus == 1 && place.controller == "0000:00:14.0" && place.serial == "A1")
    #expect(place.links.map(\.name) == ["usb1", "1-2", "1-2.3"] && place.ports == [2, 3])
    #expect(USBPlace(ofCamera: plugged.folder.file("by-id"), sysfs: plugged.sysfs) == place)
    #expect(USBPlace(ofCamera: "/dev/video8", sysfs: plugged.sysfs) == nil)
    try plugged.folder.put("fast\n", "devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.3/speed")
    #expect(USBPlace(ofCamera: "/dev/video0", sysfs: plugged.sysfs) == nil)
  }

  @Test(
    "a bus gives cameras its share for periodic transfers",
    arguments: [(12.0, 1.35e6), (480, 48e6), (5000, 450e6)])
  func share(speed: Double, bytes: Double) {
    #expect(USBPlace.Link(name: "usb1", megabitsPerSecond: speed).bytesPerSecond == bytes)
  }

  @Test("room is known for a folder that is yet to be made, and unknown where a file is in its place")
  func room() throws {
    let folder = try TestFolder()
    #expect(
      FreeSpace.existing(folder.file("a/b/c")) == URL(fileURLWithPath: folder.path).standardizedFileURL.path)
    let here = try #require(FreeSpace.bytes(at: folder.path))
    #expect(here > 0)
    #expect(FreeSpace.bytes(at: folder.file("a/b/c")) != nil)
    try folder.put("x", "file")
    #expect(FreeSpace.bytes(at: folder.file("file")) == nil)
  }
}
