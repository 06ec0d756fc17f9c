import Compositor
import Pipeline
import Settings

/// Names of guides, separated by commas.
struct GuideList: SettingValue {
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
