import PixelTypes

/// A scene that can draw any of its frames: a pure function of its settings and the frame's index.
protocol Scene: AnyObject {
  /// The same scene for another thread; shares only the still layers, which never change.
  func twin() -> any Scene
  /// Draws frame `frame` completely, without sensor noise, into a 4:2:2 picture of the settings' size.
  func render(frame: Int, into picture: PlanarPicture)
  /// The line between sky and sea in that frame; `nil` for a scene without one.
  func horizon(frame: Int) -> SceneTruth.Horizon?
  /// The box around the subject in that frame; `nil` when there is none in the picture.
  func subject(frame: Int) -> SceneTruth.Box?
  /// How much the subject covers of each cell of a `width` × `height` grid over that frame, 0 … 255, row by row;
  /// `nil` for a scene without a subject.
  func subjectMask(frame: Int, width: Int, height: Int) -> [UInt8]?
}

extension Scene {
  /// Itself: a scene of nothing but still layers can draw on any number of threads.
  func twin() -> any Scene { self }
  func horizon(frame: Int) -> SceneTruth.Horizon? { nil }
  func subject(frame: Int) -> SceneTruth.Box? { nil }
  func subjectMask(frame: Int, width: Int, height: Int) -> [UInt8]? { nil }
}

extension SceneSettings {
  /// Media time of a frame in seconds.
  func seconds(atFrame frame: Int) -> Double { Double(frame) / framesPerSecond }

  /// Makes the scene and its still layers.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the still layers can't be made at this size.
  func makeScene() throws(CaptureError) -> any Scene {
    let scene: (any Scene)? =
      switch self.scene {
      case .coast: CoastScene(self)
      case .walker: WalkerScene(self)
      case .city: CityScene(self)
      case .chart: ChartScene(self)
      case .fog, .grey, .noise: PlainScene(self)
      }
    guard let scene else {
      throw .badSource(text: "synth:\(self)", reason: "its layers become too large at this size and roll")
    }
    return scene
  }
}
