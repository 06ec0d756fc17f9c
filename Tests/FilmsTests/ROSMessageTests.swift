import Testing

@testable import Films

@Suite("ROS 2 messages")
struct ROSMessageTests {
  private func bytes(_ body: (inout CDRWriter) -> Void) -> [UInt8] {
    var out = CDRWriter()
    body(&out)
    return out.bytes
  }

  /// A vector of the body, turned as an attitude says.
  private func turned(_ vector: [Double], _ imu: ROSImu) -> [Double] {
    let (x, y, z, w) = (imu.orientation[0], imu.orientation[1], imu.orientation[2], imu.orientation[3])
    let rows = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return rows.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  @Test(
    "a ship's angles are turns about axes that point forward, left and up, in a world of east, north and up",
    arguments: [
      // Bow, port side, mast.
      (0.0, 0.0, 90.0, [1.0, 0, 0], [0.0, 1, 0], [0.0, 0, 1]), (0, 0, 0, [0, 1, 0], [-1, 0, 0], [0, 0, 1]),
      (90, 0, 90, [1, 0, 0], [0, 0, 1], [0, -1, 0]), (0, 90, 90, [0, 0, 1], [0, 1, 0], [-1, 0, 0]),
      (0, 30, 180, [0, -0.866025, 0.5], [1, 0, 0], [0, 0.5, 0.866025]),
      (-30, 0, 0, [0, 1, 0], [-0.866025, 0, -0.5], [-0.5, 0, 0.866025]),
    ])
  func attitude(
    roll: Double, pitch: Double, heading: Double, bow: [Double], port: [Double], mast: [Double]
  ) {
    let imu = ROSImu(roll: roll, pitch: pitch, heading: heading)
    for (axis, should) in [([1.0, 0, 0], bow), ([0, 1, 0], port), ([0, 0, 1], mast)] {
      #expect(
        zip(turned(axis, imu), should).allSatisfy { abs($0 - $1) < 1e-5 }, "\(axis) \(turned(axis, imu))")
    }
    // Without a heading it faces east.
    #expect(
      ROSImu(roll: roll, pitch: pitch, heading: nil).orientation
        == ROSImu(roll: roll, pitch: pitch, heading: 90).orientation)
  }

  @Test("each number is aligned to its own size, counted from behind the encoding")
  func alignment() {
    let written = bytes { out in
      out.put(0x01 as UInt8)
      out.put(0x0302 as UInt16)
      out.put(0x04 as UInt8)
      out.put(-2 as Int32)
      out.put(1.0)
      out.put(0x05 as UInt8)
      out.put(0x0807_0605_0403_0201 as UInt64)
    }
    let encoding: [UInt8] = [0, 1, 0, 0]
    let numbers: [UInt8] = [1, 0, 2, 3, 4, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    let double: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
    let last: [UInt8] = [5, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    #expect(written == encoding + numbers + double + last)
  }

  @Test("strings count and end with their NUL, also empty ones; bytes are counted")
  func sequences() {
    let written = bytes { out in
      out.put("hé")
      out.put("")
      out.put([7, 8, 9].span)
      out.put([UInt8]().span)
    }
    let strings: [UInt8] = [4, 0, 0, 0, 0x68, 0xC3, 0xA9, 0, 1, 0, 0, 0, 0]
    let sequences: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 7, 8, 9, 0, 0, 0, 0, 0]
    #expect(written == [0, 1, 0, 0] + strings + sequences)
  }

  @Test("a picture is a sensor_msgs/msg/CompressedImage, whose definition follows")
  func image() {
    let header = ROSHeader(nanoseconds: 0x0102_0304 * 1_000_000_000 + 5, frame: "ab")
    let written = ROSImage.message([0xFF, 0xD8].span, header)
    let stamp: [UInt8] = [4, 3, 2, 1, 5, 0, 0, 0]
    let frame: [UInt8] = [3, 0, 0, 0, 0x61, 0x62, 0, 0]
    let format: [UInt8] = [5, 0, 0, 0] + Array("jpeg".utf8) + [0, 0, 0, 0]
    #expect(written == [[0, 1, 0, 0], stamp, frame, format, [2, 0, 0, 0, 0xFF, 0xD8]].flatMap(\.self))
    let line = String(repeating: "=", count: 80)
    #expect(ROSImage.type.name == "sensor_msgs/msg/CompressedImage")
    #expect(
      ROSImage.type.definition == """
        std_msgs/Header header
        string format
        uint8[] data
        \(line)
        MSG: std_msgs/Header
        builtin_interfaces/Time stamp
        string frame_id
        \(line)
        MSG: builtin_interfaces/Time
        int32 sec
        uint32 nanosec

        """)
  }

  @Test("a table is a definition and its bytes: what is unknown, and messages in a sequence")
  func table() {
    let item = ROSMessage<UInt8>("a_msgs/msg/Item", [.integer("n") { $0 }, .number("x") { Double($0) }])
    let type = ROSMessage<[UInt8]>(
      "a_msgs/msg/All", about: "All.",
      [
        .list("items", "in order", item) { $0 }, .one("first", item) { $0.first ?? 9 },
        .text("none") { _ in nil },
      ])
    #expect(
      type.definition == """
        # All.
        a_msgs/Item[] items  # in order
        a_msgs/Item first
        string none
        \(String(repeating: "=", count: 80))
        MSG: a_msgs/Item
        uint8 n
        float64 x

        """)
    let (one, nine): ([UInt8], [UInt8]) = ([0, 0, 0, 0, 0, 0, 0xF0, 0x3F], [0, 0, 0, 0, 0, 0, 0x22, 0x40])
    let none: [UInt8] = [1, 0, 0, 0, 0]
    #expect(bytes { type.put([], to: &$0) } == [0, 1, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0] + nine + none)
    // An item begins behind the count, its number at the next multiple of eight.
    #expect(
      bytes { type.put([1], to: &$0) }
        == [[0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], one, [1, 0, 0, 0, 0, 0, 0, 0], one, none].flatMap(\.self))
    let unknown = ROSMessage<Int>("a_msgs/msg/X", [.number("x") { _ in nil }])
    #expect(bytes { unknown.put(0, to: &$0) } == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F])
  }
}
