import CaptureKit
import Foundation
import HUDGeometry
import JPEGCodec
import PixelTypes

/// Reads the guides of every frame of a file or scene, without making pictures.
public struct AnalyzeJob {
  private let specification: SourceSpecification
  private let stage: StageSettings
  private let includesTruth: Bool

  /// - Parameter includesTruth: whether a scene's lines say what is really in the picture.
  public init(_ specification: SourceSpecification, stage: StageSettings, includesTruth: Bool = false) {
    self.specification = specification
    self.stage = stage
    self.includesTruth = includesTruth
  }

  /// One frame's result.
  public struct Line: Sendable {
    public var index: Int
    public var reading: HUDReading
    /// The same as a line of JSON with a newline at its end.
    public var json: [UInt8]
  }

  /// Reads up to `frames` frames.
  ///
  /// - Parameter body: called for each frame, in order; returns whether to go on.
  /// - Throws: ``PipelineError/capture(_:)``, ``PipelineError/codec(_:)``, ``PipelineError/usage(reason:)``.
  public func run(
    frames: Int?, stop: StopFlag, _ body: (Line) throws -> Bool
  ) throws {
    let reader = try Self.reader(specification, includesTruth: includesTruth)
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    let size = reader.format.size
    var subsampling = RawUnpacker.subsampling(of: reader.format.pixelFormat) ?? .yuv422
    var analyzer: HUDAnalyzer?
    var picture: PlanarPicture?
    var painter: ViewfinderPainter?
    var small: SmallPictures?
    let rect = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    var line = JSONBytes(capacity: 8192)
    var index = 0
    while !stop.isStopped, frames.map({ index < $0 }) ?? true {
      do {
        guard try reader.read(into: slot) else { break }
      } catch { throw PipelineError.capture(error) }
      if painter == nil {
        if let look = try? StreamProbe.look(at: slot) { subsampling = look.subsampling }
        // 4:2:2 takes any frame; its own subsampling takes it without resampling.
        let canvas: ChromaSubsampling = subsampling == .grey || subsampling == .yuv440 ? .yuv422 : subsampling
        do { painter = try ViewfinderPainter(rect: rect, canvasSubsampling: canvas) } catch {
          throw PipelineError.codec(error)
        }
        picture = PlanarPicture(size: size, subsampling: canvas)
        let pictures = SmallPictures(rect: rect, subsampling: canvas, withBackdrop: false)
        analyzer = HUDAnalyzer(
          settings: HUDSettings(
            grid: stage.grid, template: stage.template, viewfinderWidth: size.width,
            viewfinderHeight: size.height),
          lumaWidth: pictures.luma.width, lumaHeight: pictures.luma.height)
        small = pictures
      }
      guard let picture, let outcome = painter?.draw(slot, into: picture) else { break }
      line.removeAll()
      line.beginObject()
      line.key("index")
      line.value(index)
      line.key("timestampNs")
      line.value(slot.time.nanoseconds)
      if case .unusable(let problem) = outcome {
        line.key("error")
        line.value(problem.description)
      } else {
        small?.update(from: picture)
        if let luma = small?.luma {
          luma.withBytes {
            analyzer?.update(luma: $0, bytesPerRow: luma.bytesPerRow, nanoseconds: slot.time.nanoseconds)
          }
        }
        if outcome == .damaged {
          line.key("damaged")
          line.value(true)
        }
        if let reading = analyzer?.reading {
          line.key("hud")
          HUDLineWriter.write(reading, camera: "primary", settings: stage, to: &line)
          line.key("hint")
          if let hint = reading.hint { line.value(hint.text) } else { line.null() }
        }
      }
      if includesTruth, let synthetic = reader as? SyntheticReader {
        line.key("truth")
        try Self.write(synthetic.truth(frame: Int(slot.sequence)), to: &line)
      }
      line.endObject()
      line.newline()
      let result = Line(index: index, reading: analyzer?.reading ?? HUDReading(), json: line.bytes)
      index += 1
      if try !body(result) { break }
    }
  }

  private static func reader(
    _ specification: SourceSpecification, includesTruth: Bool
  ) throws(PipelineError) -> any FrameReader {
    if case .device(let path) = specification {
      throw .usage(
        reason: "\(path) is a camera; analyze reads files and scenes: record first, or use run --json")
    }
    do {
      let reader = try makeReader(for: specification)
      if includesTruth && !(reader is SyntheticReader) {
        throw PipelineError.usage(reason: "only scenes know the truth: \(specification) is no synth: source")
      }
      return reader
    } catch let error as CaptureError {
      throw .capture(error)
    } catch let error as PipelineError {
      throw error
    } catch {
      throw .usage(reason: "\(error)")
    }
  }

  private static func write(_ truth: SceneTruth, to line: inout JSONBytes) throws {
    line.beginObject()
    line.key("scene")
    line.value(truth.scene.rawValue)
    line.key("horizon")
    if let horizon = truth.horizon {
      line.beginObject()
      line.key("angleDegrees")
      line.value(horizon.angleDegrees, decimals: 4)
      line.key("leftY")
      line.value(horizon.leftY, decimals: 5)
      line.key("rightY")
      line.value(horizon.rightY, decimals: 5)
      line.endObject()
    } else {
      line.null()
    }
    line.key("subject")
    if let box = truth.subject {
      line.beginObject()
      line.key("x")
      line.value(box.x, decimals: 4)
      line.key("y")
      line.value(box.y, decimals: 4)
      line.key("width")
      line.value(box.width, decimals: 4)
      line.key("height")
      line.value(box.height, decimals: 4)
      line.endObject()
    } else {
      line.null()
    }
    line.endObject()
  }
}
