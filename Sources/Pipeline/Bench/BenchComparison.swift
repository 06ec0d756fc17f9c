import Foundation
import HostResources

/// Two reports of `bench` side by side: what got faster or slower.
package struct BenchComparison: Sendable, Codable {
  /// One stage in both reports.
  package struct Row: Sendable, Codable {
    /// The stage's name, `total`, `CPU` or ``BenchComparison/instructions``.
    package var stage: String
    /// Median of the earlier report in milliseconds; the row `CPU` has a mean, and
    /// ``BenchComparison/instructions`` millions per picture.
    package var before: Double
    /// The same for the newer report.
    package var now: Double
    /// `now / before`; `nil` when the stage took no time before.
    package var ratio: Double?
  }

  /// Name of the row for instructions, present when both runs counted them.
  package static let instructions = "instructions"

  /// The stages that took time in either report, then `total`, `CPU` and ``instructions``.
  package var rows: [Row]
  /// Differences between the runs other than the code, which make their times hard to compare.
  package var differences: [String]

  /// Compares two reports.
  package init(before: BenchJob.Report, now: BenchJob.Report) {
    func row(_ name: String, _ old: Double, _ new: Double) -> Row {
      Row(stage: name, before: old, now: new, ratio: old > 0 ? new / old : nil)
    }
    rows = now.budget.stages.compactMap { stage in
      let old = before.budget.stages.first { $0.stage == stage.stage }?.ms.p50 ?? 0
      return old == 0 && stage.ms.p50 == 0 ? nil : row(stage.stage, old, stage.ms.p50)
    }
    rows.append(row("total", before.budget.total.p50, now.budget.total.p50))
    rows.append(row("CPU", before.budget.cpuMsPerFrame, now.budget.cpuMsPerFrame))
    if let old = before.budget.instructions?.perFrame, let new = now.budget.instructions?.perFrame {
      rows.append(row(Self.instructions, old / 1e6, new / 1e6))
    }
    differences = []
    func differ(_ what: String, _ old: String, _ new: String) {
      if old != new { differences.append("\(what): \(old) before, \(new) now") }
    }
    differ("sources", before.sources.joined(separator: " + "), now.sources.joined(separator: " + "))
    differ("canvas", "\(before.canvas) \(before.subsampling)", "\(now.canvas) \(now.subsampling)")
    differ("processors", "\(before.processors)", "\(now.processors)")
  }

  /// Reads a report written by `bench --json`.
  ///
  /// - Throws: `FileError.io(path:reason:)` for a file that can't be read or is over 16 MiB,
  ///   `FileError.unfit(path:reason:)` for one that isn't such a report.
  package static func report(at path: String) throws(FileError) -> BenchJob.Report {
    let url = URL(filePath: path)
    let bytes = try FolderHandle(url.deletingLastPathComponent().path).read(
      url.lastPathComponent, limit: 16 << 20)
    do {
      return try JSONDecoder().decode(BenchJob.Report.self, from: Data(bytes))
    } catch {
      throw .unfit(
        path: path,
        reason: "not a bench report (\(JSONText.explain(error))); make one: dualcam bench --json > \(path)"
      )
    }
  }
}
