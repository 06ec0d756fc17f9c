import HostResources
import JPEGCodec
import PixelTypes

/// Finds, in a recording's kept frames, how far its cameras' stamps are apart.
package struct RecordingBeats {
  /// One camera's result.
  package struct Camera: Codable, Sendable, Equatable {
    /// Its name in the recording.
    package var camera: String
    /// By which it is found again at any port.
    package var stableName: String
    /// Beats in its frames.
    package var beats: Int
    /// Added to its stamps they are the first camera's, in milliseconds; `nil` if too few beats are common to both.
    package var offsetMs: Double?
    /// Nineteen of twenty are that near to the truth.
    package var errorMs: Double?
  }

  private let folder: String

  package init(_ folder: String) { self.folder = folder }

  /// - Parameter progress: called with the number of cameras done, and of all.
  /// - Returns: one for each camera, the first with an offset of 0.
  /// - Throws: `FileError` for an unreadable recording, or one that kept no frames.
  package func run(_ progress: (_ done: Int, _ of: Int) -> Void) throws(FileError) -> [Camera] {
    let parts = try SegmentFolder.parts(of: try FolderHandle(folder))
    var sources: [SessionDescription.Source] = []
    var names: Set<String> = []
    for part in parts {
      for source in try SessionFile.read(part)?.runs.flatMap(\.sources) ?? []
      where names.insert(source.id).inserted { sources.append(source) }
    }
    let kept = Set(parts.flatMap { RecordingFolder.keptCameras($0) })
    guard sources.count > 1, sources.allSatisfy({ kept.contains($0.id) }) else {
      let bare = sources.filter { !kept.contains($0.id) }.map(\.id)
      throw .unfit(
        path: folder,
        reason: sources.count < 2
          ? "it has one camera; record the beats with all of them"
          : "it kept no frames of \(bare.joined(separator: ", ")): record MJPEG with --keep-source")
    }
    var tracks: [BeatTrack] = []
    for (index, source) in sources.enumerated() {
      progress(index, sources.count)
      tracks.append(try track(of: source.id, parts))
      // A beat that falls between two frames could have come at any time between them.
      guard (tracks.last?.interval ?? 0) <= StampOffset.most else {
        throw .unfit(
          path: folder,
          reason:
            "frames of the \(source.id) are more than a second apart; record the beats at the cameras' own rate"
        )
      }
    }
    return zip(sources, tracks).enumerated().map { index, pair in
      let (source, track) = pair
      let offset = index == 0 ? nil : StampOffset(of: track, to: tracks[0])
      return Camera(
        camera: source.id, stableName: source.stableName ?? source.specification, beats: track.beats.count,
        offsetMs: index == 0 ? 0 : offset.map { ($0.nanoseconds / 1e4).rounded() / 100 },
        errorMs: index == 0 ? 0 : offset.map { ($0.error / 1e4).rounded() / 100 })
    }
  }

  private func track(of camera: String, _ parts: [FolderHandle]) throws(FileError) -> BeatTrack {
    var (times, changes): ([Int64], [Double]) = ([], [])
    var meter = ChangeMeter()
    var frames = KeptFrameReader()
    for part in parts {
      var shots: [(index: Int, file: String, time: Int64)] = []
      var last: Int?
      try ManifestReader.forEachLine(in: part) { _, line in
        guard case .success(let line) = line, let frame = line.cameras.first(where: { $0.id == camera }),
          let sequence = frame.sequence, sequence != last, let time = frame.timestampNs
        else { return }
        last = sequence
        shots.append((line.index, line.file, time))
      }
      for shot in shots {
        guard times.last.map({ $0 < shot.time }) ?? true,
          let bytes = try? frames.read(shot.index, of: camera, picture: shot.file, in: part),
          let change = meter.change(to: bytes)
        else { continue }
        times.append(shot.time)
        changes.append(change)
      }
    }
    return BeatTrack(times: times, changes: changes)
  }
}

/// How much a picture differs from the one before: the mean difference of its luma, in codes.
private struct ChangeMeter: ~Copyable {
  private var decoder = try? JPEGDecoder()
  private var pictures: [PlanarPicture] = []
  private var hasLast = false
  private static let step = 8

  /// - Returns: 0 for the first picture; `nil` for one that can't be read.
  mutating func change(to bytes: [UInt8]) -> Double? {
    guard let header = try? decoder?.readHeader(bytes.span) else { return nil }
    if pictures.first?.size != header.size || pictures.first?.subsampling != header.subsampling {
      pictures = (0..<2).map { _ in PlanarPicture(size: header.size, subsampling: header.subsampling) }
      hasLast = false
    }
    guard (try? decoder?.decode(bytes.span, into: pictures[1])) != nil else { return nil }
    defer {
      pictures.swapAt(0, 1)
      hasLast = true
    }
    guard hasLast else { return 0 }
    let (new, old) = (pictures[1].luma, pictures[0].luma)
    var (sum, count) = (0, 0)
    for y in stride(from: 0, to: new.height, by: Self.step) {
      for x in stride(from: 0, to: new.width, by: Self.step) {
        sum += abs(Int(new[x, y]) - Int(old[x, y]))
        count += 1
      }
    }
    return Double(sum) / Double(max(count, 1))
  }
}
