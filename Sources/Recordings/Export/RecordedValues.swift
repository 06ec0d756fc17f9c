import CaptureKit
import Foundation
import HostResources
import Values

/// What a recording's lines say of instruments, picture by picture, when its pictures or kept frames are a source again.
package final class RecordedValues {
  private let reel: RecordingReel
  /// Whether the frames are those that it kept, in its order; otherwise they are its pictures, by their names.
  private let areKept: Bool
  private var last: (place: (part: Int, shot: Int), samples: [ValueSample])?

  /// Reads the recording's manifest; `nil` for a source that is no recording.
  ///
  /// - Throws: `FileError` when it can't be read.
  package init?(_ source: SourceSpecification) throws(FileError) {
    guard case .files(let settings) = source, Self.mayBe(in: source) else { return nil }
    areKept = settings.camera != nil
    reel = try RecordingReel(settings.path, RecordingReel.Choice())
  }

  /// Whether a source is a recording, whose lines may say values.
  package static func mayBe(in source: SourceSpecification) -> Bool {
    guard case .files(let settings) = source, let folder = try? FolderHandle(settings.path) else {
      return false
    }
    return RecordingFolder.isRecording(folder) || SegmentFolder.isSegmented(folder)
  }

  /// Adds what the line of a frame's picture says, but for names that are there already.
  package func sample(of frame: FrameSlot, into samples: inout [ValueSample]) {
    guard let place = areKept ? place(number: Int(frame.sequence)) : place(name: frame.fileName ?? "") else {
      return
    }
    if last.map({ $0.place != place }) ?? true { last = (place, line(place)?.samples ?? []) }
    for sample in last?.samples ?? [] where !samples.contains(where: { $0.name == sample.name }) {
      if samples.count < ValueBoard.most { samples.append(sample) }
    }
  }

  private func place(number: Int) -> (part: Int, shot: Int)? {
    var rest = number
    for (part, one) in reel.parts.enumerated() {
      if rest < one.shots.count { return (part, rest) }
      rest -= one.shots.count
    }
    return nil
  }

  private func place(name: String) -> (part: Int, shot: Int)? {
    guard let index = Int(name.prefix { $0.isASCII && $0.isNumber }), let shots = reel.parts.first?.shots
    else { return nil }
    var (low, high) = (0, shots.count)
    while low < high {
      let middle = (low + high) / 2
      if shots[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low < shots.count && shots[low].file == name ? (0, low) : nil
  }

  private func line(_ place: (part: Int, shot: Int)) -> PictureLine? {
    let part = reel.parts[place.part]
    guard var lines = try? ManifestLines(part.folder, from: part.shots[place.shot].offset),
      let line = try? lines.next()
    else { return nil }
    return Self.read(line)
  }

  private static func read(_ line: ManifestLines.Line) -> PictureLine? {
    try? JSONDecoder().decode(PictureLine.self, from: Data(line.bytes))
  }

  /// What all lines say, each when its picture was taken.
  ///
  /// - Parameter take: takes it: a time since 1970 or, where no line knows that, since the recording began.
  /// - Throws: `FileError` when a manifest can't be read.
  package static func all(
    _ path: String, _ take: (LogTime, [NamedValue]) -> Void
  ) throws(FileError) {
    let reel = try RecordingReel(path, RecordingReel.Choice())
    let isUTC = reel.parts.contains { $0.shots.contains { $0.utc != nil } }
    for part in reel.parts where !part.shots.isEmpty {
      var lines = try ManifestLines(part.folder)
      for shot in part.shots {
        lines.seek(to: shot.offset)
        guard let line = try lines.next(), let read = Self.read(line) else { continue }
        let said = read.samples.compactMap { sample in
          sample.content.flatMap {
            NamedValue.isName(sample.name) ? NamedValue(sample.name, $0, unit: sample.unit) : nil
          }
        }
        if said.isEmpty { continue }
        if isUTC {
          if let utc = shot.utc { take(.utc(utc), said) }
        } else {
          take(.start(shot.nanoseconds), said)
        }
      }
    }
  }
}
