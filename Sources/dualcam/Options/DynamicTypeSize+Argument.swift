import ArgumentParser
import GlassChrome

extension DynamicTypeSize: ExpressibleByArgument {
  public init?(argument: String) {
    guard let size = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
    self = size
  }

  /// All of them, for help texts.
  static var names: String { allCases.map { "\($0)" }.joined(separator: ", ") }
}
