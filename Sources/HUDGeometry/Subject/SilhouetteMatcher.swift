struct SilhouetteMatcher: Sendable {
  private(set) var offset = Point.zero
  private(set) var scale = 1.0
  init(settings: HUDSettings, width: Int, height: Int) {}
  mutating func update(_ subject: SubjectTracker, nanoseconds: Int64, reading: inout SilhouetteReading) {}
}
