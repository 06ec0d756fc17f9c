import Dispatch
import Foundation
import JPEGCodec
import PixelTypes

/// Renders level panoramas of invented places, grey, 360° × 180°, for views and films of exactly known roll and pitch.
@main
struct HorizonScenes {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, !folder.hasPrefix("-"), arguments.count <= 3,
      let seeds = seeds(arguments.dropFirst().first ?? "2")
    else {
      print("usage: horizon-scenes FOLDER [SEEDS [WIDTH]], where SEEDS is the last seed, or as in 21-22")
      exit(64)
    }
    let width = arguments.dropFirst(2).first.flatMap(Int.init) ?? 2048
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for kind in Scene.Kind.allCases {
      for seed in seeds {
        let path = "\(folder)/\(kind.rawValue)_\(seed).jpg"
        guard !FileManager.default.fileExists(atPath: path) else { continue }
        try jpeg(render(Scene(kind, seed: seed), width: width), width: width)
          .write(to: URL(fileURLWithPath: path))
        print(path)
      }
    }
  }

  /// From 1 to the number, or from the one before the dash.
  static func seeds(_ text: String) -> ClosedRange<UInt64>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) ?? 0 }
    guard let last = ends.last, ends.count <= 2 else { return nil }
    let first = ends.count == 2 ? ends[0] : 1
    guard first >= 1, first <= last else { return nil }
    return first...last
  }

  /// `width` × `width` / 2 samples, each the mean of four rays; a light of 0.5 is sample 186, as sRGB has it.
  static func render(_ scene: Scene, width: Int) -> [UInt8] {
    let height = width / 2
    let rows = (0..<height).map { _ in Row(width: width) }
    DispatchQueue.concurrentPerform(iterations: height) { y in
      for x in 0..<width {
        for part in 0..<4 {
          let (u, v) = (
            (Double(x) + 0.25 + 0.5 * Double(part % 2)) / Double(width),
            (Double(y) + 0.25 + 0.5 * Double(part / 2)) / Double(height)
          )
          let (longitude, latitude) = ((u - 0.5) * 2 * .pi, (0.5 - v) * .pi)
          let way = Vector(cos(latitude) * sin(longitude), sin(latitude), cos(latitude) * cos(longitude))
          let (light, distance) = scene.light(way)
          if scene.defocus > 0, distance < Self.sharp {
            rows[y].near[x] += light / 4
            rows[y].share[x] += 0.25
            rows[y].far[x] += scene.light(way, from: Self.sharp).light / 4
          } else {
            rows[y].far[x] += light / 4
          }
        }
      }
    }
    let far = blurred(rows.map(\.far), by: scene.defocus * Double(width) / (2 * .pi))
    return rows.indices.flatMap { y in
      (0..<width).map { x in
        UInt8(pow(min(1, rows[y].near[x] + (1 - rows[y].share[x]) * far[y][x]), 1 / 2.2) * 255)
      }
    }
  }

  /// What is nearer than that many metres is in focus.
  private static let sharp = 8.0

  /// Blurs by a Gaussian on the sphere, so as many degrees wide in each row: three means of boxes, down and then across.
  static func blurred(_ rows: [[Double]], by deviation: Double) -> [[Double]] {
    guard deviation > 0.2 else { return rows }
    let (width, height) = (rows[0].count, rows.count)
    var rows = rows
    for _ in 0..<3 {
      let reach = deviation
      var down = rows
      for y in 0..<height {
        let window = max(0, y - Int(reach.rounded()))...min(height - 1, y + Int(reach.rounded()))
        for x in 0..<width {
          var sum = 0.0
          for k in window { sum += rows[k][x] }
          down[y][x] = sum / Double(window.count)
        }
      }
      for y in 0..<height {
        let wide = reach / max(0.05, cos((0.5 - (Double(y) + 0.5) / Double(height)) * .pi))
        let half = min(width / 4, Int(wide.rounded()))
        var sum = 0.0
        for k in -half...half { sum += down[y][(k + width) % width] }
        for x in 0..<width {
          rows[y][x] = sum / Double(2 * half + 1)
          sum += down[y][(x + half + 1) % width] - down[y][(x - half + width) % width]
        }
      }
    }
    return rows
  }

  /// Written by one thread at a time.
  private final class Row: @unchecked Sendable {
    // SAFETY: each iteration writes its own row, and they are read when all have ended.
    var far: [Double]
    /// The light of what is in focus before it, and how much of the sample that covers.
    var near: [Double]
    var share: [Double]

    init(width: Int) {
      far = [Double](repeating: 0, count: width)
      (near, share) = (far, far)
    }
  }

  static func jpeg(_ samples: [UInt8], width: Int) throws -> Data {
    guard let size = PixelSize(width: width, height: samples.count / width) else { return Data() }
    let planes = PlanarPicture(size: size, subsampling: .grey)
    planes.luma.withMutableBytes { bytes in
      for i in samples.indices { bytes[i / width * planes.luma.bytesPerRow + i % width] = samples[i] }
    }
    var encoder = JPEGEncoder()
    var room = [UInt8](repeating: 0, count: JPEGEncoder.largestOutput(size: size, subsampling: .grey))
    var span = room.mutableSpan
    let count = try encoder.encode(planes, quality: 95, into: &span)
    return Data(room[..<count])
  }
}
