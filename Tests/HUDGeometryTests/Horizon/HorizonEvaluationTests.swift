import Foundation
import Testing

@testable import HUDGeometry

/// Accuracy on pictures of the real world, which are not part of the repository.
///
/// `DUALCAM_HORIZON_DATA` names a folder with `truth.csv` (a header, then `file,roll_degrees,…`) and, for each
/// file, a binary PGM of that name with `.pgm` for its extension.
struct HorizonEvaluationTests {
  static let folder = ProcessInfo.processInfo.environment["DUALCAM_HORIZON_DATA"]

  @Test(
    "on real views the median error is at most 2°, and confidence keeps what it promises",
    .enabled(if: folder != nil))
  func accuracy() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    let truth = try String(contentsOf: folder.appendingPathComponent("truth.csv"), encoding: .utf8)
    var results: [(error: Double, confidence: Double)] = []
    for line in truth.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",")
      let name = String(fields[0].prefix { $0 != "." })
      let roll = try #require(Double(fields[1]))
      let data = try Data(contentsOf: folder.appendingPathComponent(name + ".pgm"))
      let (width, height, pixels) = try #require(Self.readPGM([UInt8](data)))
      var estimator = HorizonEstimator(
        width: width, height: height, viewfinderAspect: Double(width) / Double(height))
      let found = estimator.estimate(pixels.span, bytesPerRow: width)
      results.append((abs(found.angleDegrees - roll), found.confidence))
    }
    let errors = results.map(\.error).sorted()
    func share(_ limit: Double) -> Double { Double(errors.count { $0 <= limit }) / Double(errors.count) }
    print(
      "\(errors.count) views: median \(errors[errors.count / 2])°, p90 \(errors[errors.count * 9 / 10])°,")
    print("within 1° \(share(1)), within 2° \(share(2))")
    #expect(errors[errors.count / 2] <= 2)
    let sure = results.filter { $0.confidence >= 0.5 }
    print(
      "confident: \(sure.count), within 1° \(sure.count { $0.error <= 1 }), 2° \(sure.count { $0.error <= 2 })"
    )
    #expect(sure.count < 20 || sure.count { $0.error <= 2 } * 2 > sure.count)
  }

  static func readPGM(_ bytes: [UInt8]) -> (Int, Int, [UInt8])? {
    var fields: [Int] = []
    var i = 2
    while fields.count < 3, i < bytes.count {
      let digits = bytes[i...].prefix { (48...57).contains($0) }
      if let value = Int(String(decoding: digits, as: UTF8.self)) { fields.append(value) }
      i += max(1, digits.count)
    }
    guard fields.count == 3, bytes.count >= i + 1 + fields[0] * fields[1] else { return nil }
    return (fields[0], fields[1], Array(bytes[(i + 1)..<(i + 1 + fields[0] * fields[1])]))
  }
}
