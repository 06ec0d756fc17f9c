/// A page of settings: the screen's, the assists', or a camera's.
package struct SettingsPage: Sendable, Hashable {
  /// Its name in events: a camera's id, ``screen`` or ``assist``.
  package var id: String
  /// Its title; a camera's name.
  package var title: String
  /// What can be set or read, in this order.
  package var settings: [ScreenSetting]

  /// The page of the screen's own settings.
  package static let screen = "screen"
  /// The page of the assists.
  package static let assist = "assist"

  /// A page by id and title.
  package init(_ id: String, title: String, settings: [ScreenSetting]) {
    self.id = id
    self.title = title
    self.settings = settings
  }

  /// A setting's name in events.
  package func name(of setting: ScreenSetting) -> String {
    id == Self.screen ? setting.id : id + "/" + setting.id
  }
}

extension SeenScreen {
  /// The screen's own settings, and those of assists and cameras; whether or not a sheet shows them.
  package var pages: [SettingsPage] {
    let words = style.language.words
    var pages = [
      SettingsPage(
        SettingsPage.screen, title: words.screen, settings: Control.settings.compactMap { $0.setting(self) })
    ]
    if state.keepsControls {
      pages.append(
        SettingsPage(
          SettingsPage.assist, title: words.assists, settings: Control.assists.compactMap { $0.setting(self) }
        ))
    }
    return pages + state.cameraSettings
  }
}
