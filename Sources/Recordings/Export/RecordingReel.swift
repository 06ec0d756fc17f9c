import Foundation
import HostResources
import PixelTypes

/// A recording's pictures in film order, with their times in the film.
///
/// Within a run, times follow the cameras' time stamps. Where the stamps of two runs aren't comparable, the next run begins
/// one picture later.
package struct RecordingReel {
  /// A picture in the film.
  package struct Shot: Sendable {
    /// The picture's number in its folder.
    package var index: Int
    /// The picture's file name.
    package var file: String
    /// Byte offset of its line in the manifest.
    package var offset: Int
    /// Since the start of the film.
    package var nanoseconds: Int64
    /// Duration until the next picture.
    package var lasts: Int64
    /// Since 1970; `nil` if unknown.
    package var utc: Int64?
    /// Index of its run within the part.
    package var run: Int

    /// Makes a picture.
    package init(
      index: Int, file: String = "", offset: Int = 0, nanoseconds: Int64, lasts: Int64, utc: Int64?,
      run: Int = 0
    ) {
      (self.index, self.file, self.offset, self.run) = (index, file, offset, run)
      (self.nanoseconds, self.lasts, self.utc) = (nanoseconds, lasts, utc)
    }
  }

  /// A folder with its pictures: the recording, or one of its segments.
  package struct Part {
    package var folder: FolderHandle
    package var runs: [SessionDescription]
    package var shots: [Shot] = []
  }

  /// Which pictures to include.
  package struct Choice: Sendable {
    /// By number or state; `nil` for all.
    package var frames: FrameSelection?
    /// Whether to include only kept pictures.
    package var isKeptOnly = false
    /// Range of nanoseconds since the recording began.
    package var times: Range<Int64>?

    package init() {}
  }

  package private(set) var parts: [Part] = []
  /// What the film lacks, and why.
  package private(set) var problems: [RecordingProblem] = []
  /// Existing pictures that have lines, chosen or not.
  package private(set) var available = 0

  /// Duration of the whole recording.
  package private(set) var length: Int64 = 0

  /// The number of pictures.
  package var count: Int { parts.reduce(0) { $0 + $1.shots.count } }

  /// The typical interval between pictures.
  package private(set) var interval: Int64 = 33_333_333

  /// When the film ends.
  package var end: Int64 {
    parts.last { !$0.shots.isEmpty }?.shots.last.map { $0.nanoseconds + $0.lasts } ?? 0
  }

  /// Reads the manifests.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` for a folder that isn't a recording; `FileError.io(path:reason:)`.
  package init(_ path: String, _ choice: Choice) throws(FileError) {
    let folders = try SegmentFolder.parts(of: try FolderHandle(path))
    var clock = ReelClock()
    for folder in folders { try read(folder, choice, &clock) }
    interval = clock.interval
    if available > 0 { length += interval }
    settle(clock)
  }

  private mutating func read(
    _ folder: FolderHandle, _ choice: Choice, _ clock: inout ReelClock
  ) throws(FileError) {
    var part = Part(folder: folder, runs: try SessionFile.read(folder)?.runs ?? [])
    let kept = choice.isKeptOnly ? try FrameList.kept.read(folder) : []
    let (index, pictures) = try RecordingIndex.withPictures(folder)
    let starts = part.runs.map(\.firstIndex)
    var run = 0
    var found = index.problems
    var last = -1
    clock.beginFolder()
    for entry in index.entries {
      // A manifest names each picture once, in order; this tool never writes a line out of order.
      guard entry.index > last else {
        found.append(
          RecordingProblem(file: entry.file, line: entry.line, what: "its line is out of order; left out"))
        continue
      }
      last = entry.index
      while run + 1 < starts.count, starts[run + 1] <= entry.index { run += 1 }
      let started = part.runs.indices.contains(run) ? part.runs[run].startedAt : nil
      let (time, utc) = clock.time(of: entry.stamp, run: run, startedAt: started)
      guard entry.isPresent else { continue }
      guard pictures.contains(entry, folder) else {
        found.append(
          RecordingProblem(file: entry.file, line: entry.line, what: "the picture is missing; left out"))
        continue
      }
      available += 1
      length = time
      let isChosen =
        (choice.frames?.contains(entry) {
          folder.status(FileName(entry.file)).map { Date().timeIntervalSince1970 - $0.modified }
        }
          ?? true) && (!choice.isKeptOnly || kept.contains(entry.index))
        && (choice.times?.contains(time) ?? true)
      guard isChosen else { continue }
      part.shots.append(
        Shot(
          index: entry.index, file: entry.file, offset: entry.offset, nanoseconds: time, lasts: 0, utc: utc,
          run: run))
    }
    problems += found.sorted { ($0.line ?? .max) < ($1.line ?? .max) }.prefix(ManifestReader.mostProblems)
    parts.append(part)
  }

  /// Gives the pictures other times. Those that no screen could show are taken out.
  ///
  /// - Returns: how many were.
  mutating func run(at pace: FilmPace) -> Int {
    let before = count
    guard before > 0 else { return 0 }
    let (times, end) = pace.times(parts.flatMap(\.shots).map(\.nanoseconds), end: end)
    var place = times.endIndex
    var following = end
    for part in parts.indices.reversed() {
      var shots: [Shot] = []
      for var shot in parts[part].shots.reversed() {
        place -= 1
        guard let time = times[place] else { continue }
        shot.nanoseconds = time
        shot.lasts = max(0, following - time)
        following = time
        shots.append(shot)
      }
      parts[part].shots = shots.reversed()
    }
    return before - count
  }

  /// Starts the film at its first picture and lets each picture last until the next.
  private mutating func settle(_ clock: ReelClock) {
    guard let start = parts.first(where: { !$0.shots.isEmpty })?.shots.first?.nanoseconds else { return }
    var following: Int64?
    for part in parts.indices.reversed() {
      for shot in parts[part].shots.indices.reversed() {
        let time = parts[part].shots[shot].nanoseconds - start
        parts[part].shots[shot].nanoseconds = time
        parts[part].shots[shot].lasts = following.map { $0 - time } ?? interval
        following = time
      }
    }
  }
}

/// Assigns each line of a recording a time: the sum of the intervals between time stamps. A line without a new stamp (its
/// camera repeated a frame or is gone) falls between its neighbours.
struct ReelClock {
  private var time: Int64 = 0
  // How far lines without a new stamp have moved time ahead; the next stamp takes it back.
  private var ahead: Int64 = 0
  private var hasBegun = false
  private var stamp: (nanoseconds: Int64, clock: String, run: Int)?
  private var folder = 0
  private var distances: [Int64] = []
  // When the run's first stamp was, since 1970, according to the session: to the second.
  private var epoch: (folder: Int, run: Int, offset: Int64)?

  // Stamps of two runs at most this far apart may share a clock.
  private static let longestPause: Int64 = 10_000_000_000
  // Enough for a median.
  private static let mostDistances = 4096
  // Films count in microseconds.
  private static let leastStep: Int64 = 1000

  mutating func beginFolder() { folder += 1 }

  private var median: (count: Int, value: Int64) = (0, 33_333_333)

  /// The median interval.
  var interval: Int64 {
    mutating get {
      if median.count != distances.count {
        median = (distances.count, distances.sorted()[distances.count / 2])
      }
      return median.value
    }
  }

  // Stamps are untrusted: keep times small enough that two can be added.
  private mutating func advance(by distance: Int64) {
    let (sum, overflow) = time.addingReportingOverflow(distance)
    time = overflow ? .max / 2 : min(sum, .max / 2)
  }

  private mutating func guess(_ distance: Int64) {
    advance(by: distance)
    ahead = min(ahead + distance, .max / 4)
  }

  /// - Parameter next: the line's stamp.
  mutating func time(of next: LineBrief.Stamp?, run: Int, startedAt: String?) -> (Int64, Int64?) {
    guard let next else {
      if hasBegun { guess(interval) }
      hasBegun = true
      return (time, nil)
    }
    let key = folder << 32 | run
    let utc = utc(next, run, startedAt)
    if let stamp {
      let distance = next.nanoseconds.subtractingReportingOverflow(stamp.nanoseconds)
      let isSame = stamp.run == key && stamp.clock == next.clock
      let most = isSame ? Int64.max / 2 : Self.longestPause
      if !distance.overflow, distance.partialValue > 0, distance.partialValue <= most {
        let step = max(distance.partialValue - ahead, Self.leastStep)
        advance(by: step)
        ahead -= distance.partialValue - step
        if isSame, distances.count < Self.mostDistances { distances.append(distance.partialValue) }
      } else if distance == (0, false), stamp.clock == next.clock {
        // The same frame again, beside a newer one of another camera: place it before this camera's next.
        guess(max((interval - ahead) / 2, Self.leastStep))
      } else {
        // The clock restarted or went back.
        ahead = 0
        advance(by: interval)
      }
    } else if hasBegun {
      advance(by: interval)
    }
    hasBegun = true
    stamp = (next.nanoseconds, next.clock ?? "", key)
    return (time, utc)
  }

  private mutating func utc(
    _ stamp: LineBrief.Stamp, _ run: Int, _ startedAt: String?
  ) -> Int64? {
    if let utc = stamp.utc { return utc }
    if epoch == nil || epoch?.folder != folder || epoch?.run != run {
      guard let started = startedAt.flatMap({ UTCText.nanoseconds($0) }) else { return nil }
      epoch = (folder, run, started &- stamp.nanoseconds)
    }
    return epoch.map { $0.offset &+ stamp.nanoseconds }
  }
}
