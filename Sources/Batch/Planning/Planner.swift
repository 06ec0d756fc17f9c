import CaptureKit
import Foundation
import HostResources
import PixelTypes
import Recordings

/// Makes a plan: finds inputs, reads each once to hash its content, cuts long ones, measures their speed, and groups them into
/// shards of similar length.
package struct Planner {
  /// What is requested.
  package struct Settings: Sendable {
    /// Files and folders to search.
    package var inputs: [String] = []
    /// What is to be done.
    package var job = PlanHeader.Job.annotate
    /// Options of the job.
    package var options: [String] = []
    /// The plan's file.
    package var plan = ""
    /// The result's folder; `nil` for the plan's name without its extension.
    package var result: String?
    /// How inputs are cut; `nil` for not at all.
    package var cut: PlanHeader.Cut?
    /// The seconds of work at which a shard is complete.
    package var shardSeconds = 300.0
    /// Whether recordings without kept camera frames count as folders of pictures.
    package var takesPictures = false
    /// This program's version.
    package var version = ""

    /// Annotates whole inputs.
    package init() {}
  }

  /// The outcome.
  package struct Report: Codable, Sendable {
    /// The plan's file and the result's folder.
    package var plan, result: String
    /// How much there is to do.
    package var inputs, pieces, shards, frames, bytes: Int
    /// Estimated time on one processor of this machine.
    package var seconds: Double
    /// The measured speed.
    package var framesPerSecond: Double
    /// The inputs that aren't in the plan.
    package var leftOut: [LeftOut]
    /// A digest of the plan's content.
    package var id: String
  }

  private let settings: Settings
  private let progress: (_ done: Int, _ total: Int) -> Void

  /// - Parameters:
  ///   - settings: what is requested.
  ///   - progress: called occasionally with the number of inputs read so far, and the total.
  package init(_ settings: Settings, progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }) {
    self.settings = settings
    self.progress = progress
  }

  /// Makes the plan.
  ///
  /// - Throws: ``BatchError``; no plan is written then.
  package func run() throws(BatchError) -> Report {
    try check()
    let base = (InputFinder.absolute(settings.plan) as NSString).deletingLastPathComponent
    let result = resultPath(base)
    let place = result.hasPrefix("/") ? result : base + "/" + result
    try checkResult(place)
    var finder = InputFinder(base: base, takesPictures: settings.takesPictures, excluded: [place])
    try finder.find(settings.inputs)
    var leftOut = finder.leftOut
    let header = PlanHeader(
      job: settings.job, tool: try ThisProgram.tool(settings.version), settings: settings.options,
      files: try namedFiles(base), result: result, cut: settings.cut)
    var found: [(piece: Piece, rate: Costs.Kind)] = []
    for (index, input) in finder.inputs.enumerated() {
      progress(index, finder.inputs.count)
      do throws(BatchError) { found += try pieces(of: input, base) } catch {
        leftOut.append(LeftOut(leftOut: input.path, why: "it can't be read: \(error)"))
      }
    }
    // Three cameras of a recording aren't in the order of their names.
    found.sort { ($0.piece.output + "/").utf8.lexicographicallyPrecedes(($1.piece.output + "/").utf8) }
    guard !found.isEmpty else {
      let why = leftOut.first.map { "; \($0.leftOut): \($0.why)" } ?? ""
      throw .nothing(reason: "found nothing to do in \(settings.inputs.joined(separator: ", "))\(why)")
    }
    let costs = try Costs(found, header, in: base)
    let writer = try PlanWriter(settings.plan, header)
    try write(found, costs, to: writer)
    for input in leftOut { try writer.add(input) }
    let footer = try writer.finish()
    return Report(
      plan: settings.plan, result: place,
      inputs: Set(found.map(\.piece.input)).count, pieces: footer.pieces, shards: footer.shards,
      frames: footer.frames, bytes: found.reduce(0) { $0 + $1.piece.bytes }, seconds: footer.seconds,
      framesPerSecond: footer.seconds > 0 ? Double(footer.frames) / footer.seconds : 0, leftOut: leftOut,
      id: footer.id)
  }

  private func check() throws(BatchError) {
    guard settings.plan.hasSuffix(".plan"), settings.plan.utf8.count > 5 else {
      throw .usage(reason: "--output is '\(settings.plan)'; a plan's name must end in .plan")
    }
    try PlanHeader.check(settings.options, isCut: settings.cut != nil)
  }

  /// Requires a separate folder for the result: existing contents might be somebody's, or an input.
  private func checkResult(_ place: String) throws(BatchError) {
    let real = URL(filePath: place).resolvingSymlinksInPath().path
    for input in settings.inputs {
      let path = URL(filePath: InputFinder.absolute(input)).resolvingSymlinksInPath().path
      if path == real || path.hasPrefix(real + "/") {
        throw .usage(
          reason:
            "the result would go into \(place), which holds the input \(input); choose another with --into")
      }
    }
    if let names = try? FileManager.default.contentsOfDirectory(atPath: place), !names.isEmpty {
      throw .usage(
        reason: "the result's folder \(place) already has files; remove it, or choose another with --into")
    }
  }

  private func resultPath(_ base: String) -> String {
    if let result = settings.result {
      let whole = InputFinder.absolute(result)
      return whole.hasPrefix(base + "/") ? String(whole.dropFirst(base.count + 1)) : whole
    }
    return String((settings.plan as NSString).lastPathComponent.dropLast(".plan".count))
  }

  /// Files named in options, such as a template, which must be the same on all machines.
  private func namedFiles(_ base: String) throws(BatchError) -> [PlanHeader.NamedFile] {
    var files: [PlanHeader.NamedFile] = []
    for option in settings.options {
      let value =
        option.hasPrefix("--")
        ? option.split(separator: "=", maxSplits: 1).dropFirst().first : Substring(option)
      guard let value, value.contains("."), !value.hasPrefix("-") else { continue }
      let path = value.hasPrefix("/") ? String(value) : base + "/" + value
      if FileManager.default.fileExists(atPath: path) {
        files.append(PlanHeader.NamedFile(path: String(value), sha256: try ThisProgram.digest(ofFile: path)))
      } else if FileManager.default.fileExists(atPath: String(value)) {
        throw .usage(
          reason: "a worker wouldn't find \(value); give its path from the plan's folder")
      }
    }
    return files
  }

  private func pieces(of input: InputFinder.Input, _ base: String) throws(BatchError) -> [(Piece, Costs.Kind)]
  {
    // An analysis reads one camera at a time.
    if settings.job == .analyze, let cameras = input.cameras, cameras.count > 1 {
      var pieces: [(Piece, Costs.Kind)] = []
      for camera in cameras {
        var one = input
        one.cameras = [camera]
        one.output += "/" + camera
        pieces += try self.pieces(of: one, base)
      }
      return pieces
    }
    let cameras = input.cameras.map { Array($0.prefix(CameraNames.most)) }
    var whole = Piece(
      output: input.output, input: input.path, kind: input.kind, cameras: cameras, bytes: 0, first: 0,
      frames: 0, warmUp: 0, isPart: false, sha256: [])
    return try BatchError.wrapping {
      var digests: [FrameDigest] = []
      var length: Int?
      var warmUp = 0
      for source in whole.sources {
        let specification = try ThisProgram.source(source, in: base)
        if digests.isEmpty, let cut = settings.cut {
          let rate = try makeSourceReader(for: specification).format.framesPerSecond ?? 30
          length = max(1, Int((cut.seconds * rate).rounded()))
          warmUp = Int((cut.warmUp * rate).rounded(.up))
        }
        digests.append(try FrameDigest(specification, length: length, warmUp: warmUp))
      }
      let kind = Costs.Kind(digests.map(\.format))
      whole.bytes = digests.reduce(0) { $0 + $1.bytes }
      let parts = digests[0].parts
      guard !parts.isEmpty else { throw BatchError.nothing(reason: "it has no frames") }
      return parts.enumerated().map { index, part in
        var piece = whole
        piece.sha256 = digests.map {
          $0.parts.indices.contains(index) ? $0.parts[index].digest : SHA256.of([])
        }
        (piece.first, piece.frames, piece.warmUp) = (part.first, part.frames, part.warmUp)
        piece.framesPerSecond = digests[0].format.framesPerSecond
        if parts.count > 1 {
          piece.isPart = true
          piece.output += "/" + index.digits(6)
          piece.bytes = Int(
            Double(whole.bytes) * Double(part.frames) / Double(max(1, parts.reduce(0) { $0 + $1.frames })))
        }
        return (piece, kind)
      }
    }
  }

  private func write(
    _ found: [(piece: Piece, rate: Costs.Kind)], _ costs: Costs, to writer: PlanWriter
  ) throws(BatchError) {
    var shard = Shard(shard: 0, frames: 0, seconds: 0, pieces: [])
    for (piece, kind) in found {
      shard.pieces.append(piece)
      shard.frames += piece.frames + piece.warmUp
      shard.seconds += costs.seconds(piece, kind)
      guard shard.seconds >= settings.shardSeconds else { continue }
      try add(shard, writer)
      shard = Shard(shard: shard.shard + 1, frames: 0, seconds: 0, pieces: [])
    }
    if !shard.pieces.isEmpty { try add(shard, writer) }
  }

  private func add(_ shard: Shard, _ writer: PlanWriter) throws(BatchError) {
    var shard = shard
    shard.seconds = (shard.seconds * 1000).rounded() / 1000
    try writer.add(shard)
  }
}
