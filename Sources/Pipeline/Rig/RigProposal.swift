import CaptureKit
import PixelTypes

/// Modes for all cameras of a rig that fit on their buses.
///
/// Every camera starts with its heaviest mode. While a link is too full, the cameras of the heaviest mode on it take their
/// next one; cameras of a kind on one bus go together. What then still fits is given back, the lightest first.
package struct RigProposal: Sendable, Encodable {
  /// The cameras that fit, with modes, in the order given.
  package var cameras: [RigCamera]
  /// What that takes of each bus.
  package var buses: [USBLoad] = []
  /// The cameras that fit beside the others in no mode.
  package var left: [RigCamera] = []
  /// Where to plug those in, one sentence for each.
  package var advice: [String] {
    left.map { "\($0.name) fits on USB bus \($0.usb?.bus ?? 0) in no mode: plug it into another controller" }
  }

  /// - Parameters:
  ///   - rig: the cameras; the last ones are the first to be left out.
  ///   - factor: how many times the estimate a mode takes.
  package init(_ rig: [RigCamera], factor: Double = 1) {
    cameras = rig
    while let link = fit(factor) {
      // Of equals the last.
      let here = cameras.filter { $0.usb?.links.contains(link) == true }.reversed()
      guard var heaviest = here.max(by: { $0.bytesPerSecond < $1.bytesPerSecond }) else { break }
      cameras.removeAll { $0.name == heaviest.name }
      heaviest.mode = nil
      left.append(heaviest)
    }
    buses = loads(factor)
  }

  /// Finds modes for the cameras.
  ///
  /// - Returns: the link that is too full even so; `nil` when all fit.
  private mutating func fit(_ factor: Double) -> USBPlace.Link? {
    var kinds: [[AnyHashable?]: [Int]] = [:]
    for index in cameras.indices where !cameras[index].modes.isEmpty {
      kinds[cameras[index].kind, default: []].append(index)
    }
    let groups = kinds.values.sorted { $0[0] < $1[0] }
    var steps = groups.map { _ in 0 }
    func set(_ group: Int, _ step: Int) {
      steps[group] = step
      for index in groups[group] { cameras[index].mode = cameras[index].modes[step] }
    }
    func bytes(_ group: Int) -> Double { cameras[groups[group][0]].bytesPerSecond }
    func full() -> USBPlace.Link? { loads(factor).first { $0.share > USBLoad.comfortable }?.link }
    for group in groups.indices { set(group, 0) }
    while let link = full() {
      let lighter = groups.indices.filter { group in
        steps[group] + 1 < cameras[groups[group][0]].modes.count
          && groups[group].contains { cameras[$0].usb?.links.contains(link) == true }
      }
      guard let heaviest = lighter.reversed().max(by: { bytes($0) < bytes($1) }) else { return link }
      set(heaviest, steps[heaviest] + 1)
    }
    while true {
      let lightest = groups.indices.filter { steps[$0] > 0 }.sorted { bytes($0) < bytes($1) }
      let more = lightest.first { group in
        set(group, steps[group] - 1)
        if full() == nil { return true }
        set(group, steps[group] + 1)
        return false
      }
      if more == nil { return nil }
    }
  }

  private func loads(_ factor: Double) -> [USBLoad] {
    USBLoad.of(
      cameras.compactMap { camera in camera.usb.map { (camera.name, $0, camera.bytesPerSecond * factor) } })
  }

  /// The cameras as `--camera` takes them.
  package var arguments: [String] {
    cameras.map { camera in
      "\(camera.source),name=\(camera.name)" + (camera.mode.map { ",\($0.options)" } ?? "")
    }
  }
}
