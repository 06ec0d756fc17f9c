import Foundation
import HostResources
import TestSupport
import Testing

@testable import Pipeline

@Suite("USB and disk")
struct USBLinkTests {
  @Test("a camera's bus and speed are read through the interface's link, by any name of the camera")
  func sysfs() throws {
    let folder = try TestFolder()
    // As sysfs lays it out: the class's link leads to the interface, which lies in the device.
    try folder.put("480\n", "devices/usb1/1-2/speed")
    try folder.put("1\n", "devices/usb1/1-2/busnum")
    try folder.make("devices/usb1/1-2/1-2:1.0")
    try folder.make("class/video4linux/video7")
    try folder.link("class/video4linux/video7/device", to: folder.file("devices/usb1/1-2/1-2:1.0"))
    try folder.put("", "video7")
    try folder.link("by-id", to: folder.file("video7"))
    let link = USBLink(bus: 1, megabitsPerSecond: 480)
    #expect(USBLink(ofCamera: "/dev/video7", sysfs: folder.path) == link)
    #expect(USBLink(ofCamera: folder.file("by-id"), sysfs: folder.path) == link)
    #expect(USBLink(ofCamera: "/dev/video8", sysfs: folder.path) == nil)
    try folder.put("fast\n", "devices/usb1/1-2/speed")
    #expect(USBLink(ofCamera: "/dev/video7", sysfs: folder.path) == nil)
  }

  @Test(
    "a bus gives cameras its share for periodic transfers",
    arguments: [(12.0, 1.35e6), (480, 48e6), (5000, 450e6)])
  func share(speed: Double, bytes: Double) {
    #expect(USBLink(bus: 1, megabitsPerSecond: speed).bytesPerSecond == bytes)
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
