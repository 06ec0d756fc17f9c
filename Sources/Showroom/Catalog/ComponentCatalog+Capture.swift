import GlassChrome
import PixelTypes
import Screen

extension ComponentCatalog {
  static var capture: [Entry] {
    [
      Entry(
        "hint-pill",
        [
          State("info", HintPillView("Hold still for a moment")),
          State("success", HintPillView("Level", role: .success)),
          State("violation", HintPillView("Turn 3° to the left", role: .violation)),
          State(
            "longest", HintPillView("Move the camera a little to the left and tilt it down")),
        ]),
      Entry(
        "recording-timer",
        RecordingTimerView.Phase.allCases.map { State($0.rawValue, RecordingTimerView($0, slot: 3)) }
          + [State("hours", RecordingTimerView(.recording, slot: 3, showsHours: true))]),
      Entry(
        "capture-button",
        CaptureMode.allCases.flatMap { mode in
          CaptureButton.Phase.allCases.map { State("\(mode)-\($0)", CaptureButton(mode, phase: $0)) }
        }),
      Entry(
        "tool-cluster",
        states("collapsed", tools(isExpanded: false)) + states("expanded", tools(isExpanded: true))),
      Entry(
        "mode-switcher",
        CaptureMode.allCases.flatMap { mode in
          states(mode.rawValue, ModeSwitcher(Binding("mode", mode)))
        }),
      Entry(
        "camera-switcher",
        CameraViews.Pair.allCases.flatMap { choice in
          states(choice.rawValue, DualCameraSwitcher(Binding("cameras", choice)))
        }),
    ]
  }

  private static func tools(isExpanded: Bool) -> ToolCluster {
    ToolCluster(
      [
        ControlItem("grid", title: "Grid", icon: "grid"),
        ControlItem("level", title: "Level", icon: "level"),
        ControlItem("timer", title: "Timer", icon: "timer"),
      ], on: ["grid"], isExpanded: Binding("tools", isExpanded))
  }

  static var adjustments: [Entry] {
    [
      Entry(
        "zoom-slider",
        [1.0, 1.6, 5, 10].flatMap { zoom in
          [
            State("at-\(DecimalText.short(zoom))", ZoomSlider(Binding("zoom", zoom)).frame(maxWidth: 320))
          ]
        } + [
          State(
            "disabled", ZoomSlider(Binding("zoom", 2)).frame(maxWidth: 320).disabled()),
          State("vertical", ZoomSlider(Binding("zoom", 2), axis: .vertical).frame(maxHeight: 280)),
        ]),
      Entry(
        "exposure-slider",
        [
          State("even", ExposureSlider(Binding("exposure", 0)).frame(maxHeight: 280)),
          State("brighter", ExposureSlider(Binding("exposure", 1.3)).frame(maxHeight: 280)),
          State("darker", ExposureSlider(Binding("exposure", -2)).frame(maxHeight: 280)),
          State("disabled", ExposureSlider(Binding("exposure", 0)).frame(maxHeight: 280).disabled()),
          State(
            "horizontal", ExposureSlider(Binding("exposure", -0.7), axis: .horizontal).frame(maxWidth: 360)),
        ]),
      Entry(
        "info-panel",
        [
          State(
            "manual",
            InfoPanel(CameraExposure(time: .init(1 / 250), gain: .init(12), whiteBalance: .init(5_600)))),
          State(
            "automatic",
            InfoPanel(
              CameraExposure(
                time: .init(1 / 30, isAutomatic: true), gain: .init(32, isAutomatic: true),
                whiteBalance: .init(4_200, isAutomatic: true)))),
          State("unknown", InfoPanel(CameraExposure())),
        ]),
    ]
  }

  private static let values = [
    ShownValue("depth", text: "12.4 m", trail: "M0 .5L.2 .3L.4 .6L.6 .9L.8 .4L1 .1"),
    ShownValue("speed", text: "4.1 kn", trail: "M.4 0L.6 1L1 .5"), ShownValue("state", text: "under way"),
    ShownValue("course", text: "–"), ShownValue("water_temperature", text: "14.2 °C"),
    ShownValue("satellites", text: "9.0"),
  ]

  private static let alarmed = [
    ShownValue("depth", text: "1.7 m", trail: "M0 .5L.2 .3L.4 .6L.6 .9L.8 .4L1 .1", alarm: .on),
    ShownValue("speed", text: "4.1 kn"), ShownValue("state", text: "Pjålg überhitzt", alarm: .on),
    ShownValue("water_temperature", text: "–", alarm: .unknown),
  ]

  static var panels: [Entry] {
    [
      Entry(
        "values-panel",
        [1, 2, 6].map { count in State("\(count)", ValuesPanel(Array(values.prefix(count)))) }
          + states("alarms", ValuesPanel(alarmed))),
      Entry(
        "settings-sheet",
        Sheet.Detent.allCases.map { State("\($0)", SettingsSheet(pages, detent: $0)) } + [
          State("camera-one-disabled", SettingsSheet(pages + [camera], page: camera.id, detent: .large)),
          State("list", SettingsSheet(pages, openPicker: "grid", detent: .large)),
        ]),
      Entry(
        "toast",
        [
          State("info", Toast("Saved in Pictures")),
          State("success", Toast("48 frames written", role: .success)),
          State("error", Toast("The disk is full", role: .error)),
        ]),
    ]
  }

  /// The screen's own page, before anything is chosen.
  private static let pages = SeenScreen(ChromeState(gridName: "thirds"), ChromeStyle()).pages

  private static let camera = SettingsPage(
    "primary", title: "Desk",
    settings: [
      ScreenSetting(
        "auto_exposure", label: "Auto exposure",
        kind: .picker(
          [ControlItem("manual", title: "Manual"), ControlItem("aperture", title: "Aperture priority")],
          selected: "manual"), value: "Manual"),
      ScreenSetting(
        "exposure_time_absolute", label: "Exposure time",
        kind: .slider(0.008, in: 0.0001...0.5, detents: [], isLogarithmic: true), value: "1/125 s"),
      ScreenSetting(
        "white_balance_automatic", label: "White balance, automatic", kind: .toggle(true), value: "on"),
      ScreenSetting(
        "white_balance_temperature", label: "White balance temperature",
        kind: .slider(4600, in: 2800...6500, detents: [], isLogarithmic: false), value: "4600 K",
        isEnabled: false),
      ScreenSetting(
        "backlight_compensation", label: "Backlight compensation", kind: .stepper(1, in: 0...3), value: "1"),
      ScreenSetting("focus_now", label: "Focus now", kind: .button(), value: ""),
      ScreenSetting("privacy", label: "Privacy", kind: .reading, value: "off"),
    ])
}
