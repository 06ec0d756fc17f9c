import ArgumentParser
import Compositor
import Pipeline

/// Names of guides, separated by commas.
struct GuideList: ExpressibleByArgument {
  let guides: Set<Guide>

  init?(argument: String) {
    var guides: Set<Guide> = []
    for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let guide = Guide(rawValue: String(name)) else { return nil }
      guides.insert(guide)
    }
    self.guides = guides
  }
}
