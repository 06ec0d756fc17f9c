/// How each icon is drawn: SVG path data in a 24 × 24 box, with lines and filled parts.
///
/// Lines stay 3 from the edge, so that their ink (1.75 wide) lies within 2 … 22. Circles are 18 across, squares 17, tall
/// and wide shapes 18 by about 15, so that all look equally large. Filled subpaths all wind the same way.
struct IconDrawing {
  let name: String
  let lines: String
  let fills: String
  /// The filled parts of its filled form, whose holes wind the other way; empty if it has none.
  /// That form's lines are `solidLines`, or the same lines.
  let solids: String
  let solidLines: String?

  init(name: String, lines: String = "", fills: String = "", solids: String = "", solidLines: String? = nil) {
    self.name = name
    self.lines = lines
    self.fills = fills
    self.solids = solids
    self.solidLines = solidLines
  }

  /// An icon whose filled form is its closed outline, filled but for holes in place of details.
  init(name: String, outline: String, details: String = "", fills: String = "", holes: String = "") {
    self.init(
      name: name, lines: outline + details, fills: fills, solids: outline + holes, solidLines: outline)
  }

  static let all: [IconDrawing] = cameras + recording + guides + settings + signs + files + places + media

  private static let cameras: [IconDrawing] = [
    IconDrawing(
      name: "camera",
      outline: "M3 9.5a2.5 2.5 0 0 1 2.5-2.5h1.6a1.6 1.6 0 0 0 1.35-.75l.75-1.2a1.6 1.6 0 0 1 1.35-.75h2.9"
        + "a1.6 1.6 0 0 1 1.35 .75l.75 1.2a1.6 1.6 0 0 0 1.35 .75h1.6a2.5 2.5 0 0 1 2.5 2.5v7.5"
        + "a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5z",
      details: "M8.4 13a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z",
      holes: "M8.6 13a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z"),
    IconDrawing(
      name: "camera.dual",
      lines: "M5.75 9.25h7.25a2.75 2.75 0 0 1 2.75 2.75v5.5a2.75 2.75 0 0 1 -2.75 2.75h-7.25"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-5.5a2.75 2.75 0 0 1 2.75 -2.75zM6.875 14.75a2.5 2.5 0 1 0 5 0"
        + "a2.5 2.5 0 1 0 -5 0zM7.25 5.6a2.5 2.5 0 0 1 2.4-1.85h8.6a2.75 2.75 0 0 1 2.75 2.75v6.5"
        + "a2.75 2.75 0 0 1-1.75 2.55",
      fills: "M16.05 7.5a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0z",
      solids: "M5.75 9.25h7.25a2.75 2.75 0 0 1 2.75 2.75v5.5a2.75 2.75 0 0 1 -2.75 2.75h-7.25"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-5.5a2.75 2.75 0 0 1 2.75 -2.75zM6.875 14.75a2.5 2.5 0 1 0 5 0"
        + "a2.5 2.5 0 1 0 -5 0z",
      solidLines: "M5.75 9.25h7.25a2.75 2.75 0 0 1 2.75 2.75v5.5a2.75 2.75 0 0 1 -2.75 2.75h-7.25"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-5.5a2.75 2.75 0 0 1 2.75 -2.75zM7.25 5.6a2.5 2.5 0 0 1 2.4-1.85"
        + "h8.6a2.75 2.75 0 0 1 2.75 2.75v6.5a2.75 2.75 0 0 1-1.75 2.55"),
    IconDrawing(
      name: "camera.front",
      outline: "M9 3h6a2.75 2.75 0 0 1 2.75 2.75v12.5a2.75 2.75 0 0 1 -2.75 2.75h-6"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-12.5a2.75 2.75 0 0 1 2.75 -2.75z",
      details: "M9.7 10a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0zM8.6 17.25a3.4 3.1 0 0 1 6.8 0",
      fills: "M11.15 5.6a0.85 0.85 0 1 0 1.7 0a0.85 0.85 0 1 0 -1.7 0z",
      holes: "M9.6 9.8a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0zM8 18.2h8a4 4 0 0 0 -8 0z"),
    IconDrawing(
      name: "camera.back",
      outline: "M9 3h6a2.75 2.75 0 0 1 2.75 2.75v12.5a2.75 2.75 0 0 1 -2.75 2.75h-6"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-12.5a2.75 2.75 0 0 1 2.75 -2.75z",
      details: "M8.5 7.6a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0z",
      fills: "M13.75 6.4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM14 9a0.75 0.75 0 1 0 1.5 0a0.75 0.75 0 1 0 -1.5 0z",
      holes: "M8.2 7.6a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM13.85 6.4a1.1 1.1 0 1 0 2.2 0"
        + "a1.1 1.1 0 1 0 -2.2 0z"),
    IconDrawing(
      name: "flip",
      lines: "M4 10.2a8.2 8.2 0 0 1 14.2-3.6l2.3 2.4M20.5 4.25v4.75h-4.75M20 13.8a8.2 8.2 0 0 1-14.2 3.6"
        + "l-2.3-2.4M3.5 19.75v-4.75h4.75"),
    IconDrawing(
      name: "photo",
      outline: "M6 4.5h12a3 3 0 0 1 3 3v9a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-9a3 3 0 0 1 3 -3z",
      details: "M3.5 17.4l4.4-4.3a1.75 1.75 0 0 1 2.45 0l6.4 6.3M13.6 16.3l1.7-1.7a1.75 1.75 0 0 1 2.45 0"
        + "l3.1 3",
      fills: "M14.1 9a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z",
      holes: "M13.9 9a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0zM5 17.9h14l-3.4-3.4l-2 2l-4.6-4.6z"),
    IconDrawing(
      name: "video",
      lines: "M6 6h6.5a3 3 0 0 1 3 3v6a3 3 0 0 1 -3 3h-6.5a3 3 0 0 1 -3 -3v-6a3 3 0 0 1 3 -3z"
        + "M15.5 10.8l3.95-2.6a1 1 0 0 1 1.55.85v5.9a1 1 0 0 1-1.55.85l-3.95-2.6",
      solids: "M6 6h6.5a3 3 0 0 1 3 3v6a3 3 0 0 1 -3 3h-6.5a3 3 0 0 1 -3 -3v-6a3 3 0 0 1 3 -3z"
        + "M15.5 10.8l3.95-2.6a1 1 0 0 1 1.55.85v5.9a1 1 0 0 1-1.55.85l-3.95-2.6z"),
    IconDrawing(
      name: "library",
      lines: "M5.75 9h12.5a2.75 2.75 0 0 1 2.75 2.75v6a2.75 2.75 0 0 1 -2.75 2.75h-12.5"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-6a2.75 2.75 0 0 1 2.75 -2.75zM5.5 6h13M8 3h8",
      solids: "M5.75 9h12.5a2.75 2.75 0 0 1 2.75 2.75v6a2.75 2.75 0 0 1 -2.75 2.75h-12.5"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-6a2.75 2.75 0 0 1 2.75 -2.75z"),
  ]

  private static let recording: [IconDrawing] = [
    IconDrawing(
      name: "record",
      lines: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z",
      fills: "M6.75 12a5.25 5.25 0 1 0 10.5 0a5.25 5.25 0 1 0 -10.5 0z",
      solids: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z",
      solidLines: ""),
    IconDrawing(
      name: "stop",
      fills: "M8 5h8a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-8a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3z"),
    IconDrawing(
      name: "pause",
      fills: "M7.25 4.5h1.5a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1 -1.5 1.5h-1.5a1.5 1.5 0 0 1 -1.5 -1.5v-12"
        + "a1.5 1.5 0 0 1 1.5 -1.5zM15.25 4.5h1.5a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1 -1.5 1.5h-1.5"
        + "a1.5 1.5 0 0 1 -1.5 -1.5v-12a1.5 1.5 0 0 1 1.5 -1.5z"),
    IconDrawing(
      name: "play",
      fills: "M6.25 5.6a1.6 1.6 0 0 1 2.42-1.37l10.3 6.4a1.6 1.6 0 0 1 0 2.74l-10.3 6.4"
        + "a1.6 1.6 0 0 1-2.42-1.37z"),
    IconDrawing(
      name: "timer",
      lines: "M4.25 13.25a7.75 7.75 0 1 0 15.5 0a7.75 7.75 0 1 0 -15.5 0zM9.75 3h4.5M12 9.25v4l2.5 1.75",
      solids: "M4.25 13.25a7.75 7.75 0 0 1 15.5 0a7.75 7.75 0 0 1 -15.5 0zM11.2 9v4.7l3.2 2.1l.9-1.3"
        + "l-2.5-1.7v-3.8z",
      solidLines: "M4.25 13.25a7.75 7.75 0 1 0 15.5 0a7.75 7.75 0 1 0 -15.5 0zM9.75 3h4.5"),
    IconDrawing(
      name: "speaker",
      lines: "M3 10v4a1.5 1.5 0 0 0 1.5 1.5h2.25l4 3.6a.9.9 0 0 0 1.5-.67v-12.86a.9.9 0 0 0-1.5-.67l-4 3.6"
        + "h-2.25a1.5 1.5 0 0 0-1.5 1.5zM15.75 9.1a4.1 4.1 0 0 1 0 5.8M18.5 6.35a8 8 0 0 1 0 11.3"),
  ]

  private static let guides: [IconDrawing] = [
    IconDrawing(
      name: "grid",
      outline: "M6.5 3.5h11a3 3 0 0 1 3 3v11a3 3 0 0 1 -3 3h-11a3 3 0 0 1 -3 -3v-11a3 3 0 0 1 3 -3z",
      details: "M3.5 9.17h17M3.5 14.83h17M9.17 3.5v17M14.83 3.5v17",
      holes: "M8.3 5v3.3h-3.3v1.4h3.3v4.6h-3.3v1.4h3.3v3.3h1.4v-3.3h4.6v3.3h1.4v-3.3h3.3v-1.4h-3.3v-4.6h3.3"
        + "v-1.4h-3.3v-3.3h-1.4v3.3h-4.6v-3.3zM9.7 9.7h4.6v4.6h-4.6z"),
    IconDrawing(
      name: "level",
      outline: "M7.25 7.75h9.5a4.25 4.25 0 0 1 0 8.5h-9.5a4.25 4.25 0 0 1 0-8.5z",
      details: "M8.25 7.75v8.5M15.75 7.75v8.5",
      fills: "M10.1 12a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0z",
      holes: "M9.6 12a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0z"),
    IconDrawing(
      name: "person",
      lines: "M8 7.75a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM4.25 20.5a7.75 5.9 0 0 1 15.5 0",
      solids: "M8 7.75a4 4 0 0 1 8 0a4 4 0 0 1 -8 0zM4.25 20.5a7.75 5.9 0 0 1 15.5 0z"),
    IconDrawing(
      name: "template",
      lines: "M3 8v-2a3 3 0 0 1 3-3h2M16 3h2a3 3 0 0 1 3 3v2M21 16v2a3 3 0 0 1-3 3h-2M8 21h-2a3 3 0 0 1-3-3"
        + "v-2M9.6 9.25a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0zM7.4 17.25a4.6 4 0 0 1 9.2 0"),
    IconDrawing(
      name: "focus",
      lines: "M3 8v-2a3 3 0 0 1 3-3h2M16 3h2a3 3 0 0 1 3 3v2M21 16v2a3 3 0 0 1-3 3h-2M8 21h-2a3 3 0 0 1-3-3"
        + "v-2",
      fills: "M9.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z"),
  ]

  private static let settings: [IconDrawing] = [
    IconDrawing(
      name: "gear",
      outline: "M10.21 5.54L10.38 3.25A8.9 8.9 0 0 1 13.62 3.25L13.79 5.54A6.7 6.7 0 0 1 15.30 6.17"
        + "L17.04 4.67A8.9 8.9 0 0 1 19.33 6.96L17.83 8.70A6.7 6.7 0 0 1 18.46 10.21L20.75 10.38"
        + "A8.9 8.9 0 0 1 20.75 13.62L18.46 13.79A6.7 6.7 0 0 1 17.83 15.30L19.33 17.04"
        + "A8.9 8.9 0 0 1 17.04 19.33L15.30 17.83A6.7 6.7 0 0 1 13.79 18.46L13.62 20.75"
        + "A8.9 8.9 0 0 1 10.38 20.75L10.21 18.46A6.7 6.7 0 0 1 8.70 17.83L6.96 19.33"
        + "A8.9 8.9 0 0 1 4.67 17.04L6.17 15.30A6.7 6.7 0 0 1 5.54 13.79L3.25 13.62"
        + "A8.9 8.9 0 0 1 3.25 10.38L5.54 10.21A6.7 6.7 0 0 1 6.17 8.70L4.67 6.96A8.9 8.9 0 0 1 6.96 4.67"
        + "L8.70 6.17A6.7 6.7 0 0 1 10.21 5.54z",
      details: "M9.1 12a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0z",
      holes: "M9.1 12a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0z"),
    IconDrawing(
      name: "info",
      lines: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0zM12 11.25v5",
      fills: "M10.8 7.75a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0z"),
    IconDrawing(
      name: "sun",
      lines: "M8.1 12a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0 -7.8 0zM12 4.7L12 3M17.16 6.838L18.36 5.636M19.3 12"
        + "L21 12M17.16 17.16L18.36 18.36M12 19.3L12 21M6.838 17.16L5.636 18.36M4.7 12L3 12M6.838 6.838"
        + "L5.636 5.636"),
    IconDrawing(name: "moon", outline: "M20.4 13.6a8.6 8.6 0 1 1-10-10a7.2 7.2 0 0 0 10 10z"),
    IconDrawing(
      name: "exposure",
      lines: "M7 3.5h10a3.5 3.5 0 0 1 3.5 3.5v10a3.5 3.5 0 0 1 -3.5 3.5h-10a3.5 3.5 0 0 1 -3.5 -3.5v-10"
        + "a3.5 3.5 0 0 1 3.5 -3.5zM6 18L18 6M8.75 6.5v4.5M6.5 8.75h4.5M13 15.5h4.5"),
    IconDrawing(name: "gain", lines: "M4.25 19.5v-3.5M9.4 19.5v-7M14.6 19.5v-11M19.75 19.5v-15"),
    IconDrawing(
      name: "thermometer",
      lines: "M9.25 13.86v-8.11a2.75 2.75 0 0 1 5.5 0v8.11a4.1 4.1 0 1 1 -5.5 0zM12 8.5v6",
      fills: "M10.2 16.9a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0z"),
    IconDrawing(
      name: "contrast",
      lines: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z",
      fills: "M12 3a9 9 0 0 1 0 18z"),
    IconDrawing(
      name: "text.size",
      lines: "M3 19l3-8l3 8M4 16.5h4M10.75 19l5.125-14l5.125 14M12.6 14.25h6.55"),
    IconDrawing(
      name: "zoom",
      lines: "M3 10.5a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0 -15 0zM16 16l5 5M10.5 7.5v6M7.5 10.5h6"),
    IconDrawing(name: "bolt", outline: "M13.5 3l-8.25 10.5h6l-.75 7.5l8.25-10.5h-6z"),
    IconDrawing(
      name: "eye",
      lines: "M3 12c2.1-4 5.3-6.1 9-6.1s6.9 2.1 9 6.1c-2.1 4-5.3 6.1-9 6.1s-6.9-2.1-9-6.1zM9.1 12"
        + "a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0z"),
  ]

  private static let signs: [IconDrawing] = [
    IconDrawing(name: "checkmark", lines: "M4.5 12.9l5 5L19.5 6.6"),
    IconDrawing(name: "xmark", lines: "M5.75 5.75l12.5 12.5M18.25 5.75l-12.5 12.5"),
    IconDrawing(name: "chevron.left", lines: "M15.25 5l-7 7l7 7"),
    IconDrawing(name: "chevron.right", lines: "M8.75 5l7 7l-7 7"),
    IconDrawing(name: "chevron.up", lines: "M5 15.25l7-7l7 7"),
    IconDrawing(name: "chevron.down", lines: "M5 8.75l7 7l7-7"),
    IconDrawing(name: "plus", lines: "M12 4.25v15.5M4.25 12h15.5"),
    IconDrawing(name: "minus", lines: "M4.25 12h15.5"),
    IconDrawing(
      name: "arrow.clockwise",
      lines: "M20.25 12a8.25 8.25 0 1 1-2.42-5.83l2.67 2.58M20.5 4v4.75h-4.75"),
    IconDrawing(
      name: "ellipsis",
      fills: "M3.2 12a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0zM10.2 12a1.8 1.8 0 1 0 3.6 0"
        + "a1.8 1.8 0 1 0 -3.6 0zM17.2 12a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0z"),
    IconDrawing(
      name: "warning",
      lines: "M10.18 4.4a2.1 2.1 0 0 1 3.64 0l6.7 11.7a2.1 2.1 0 0 1-1.82 3.15h-13.4a2.1 2.1 0 0 1-1.82-3.15"
        + "zM12 9.25v3.75",
      fills: "M10.85 16a1.15 1.15 0 1 0 2.3 0a1.15 1.15 0 1 0 -2.3 0z"),
    IconDrawing(
      name: "lock",
      lines: "M7.75 10.5h8.5a2.75 2.75 0 0 1 2.75 2.75v4.75a2.75 2.75 0 0 1 -2.75 2.75h-8.5"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-4.75a2.75 2.75 0 0 1 2.75 -2.75zM8 10.5v-3.25a4 4 0 0 1 8 0v3.25",
      fills: "M10.5 15.6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z"),
    IconDrawing(
      name: "battery",
      lines: "M5.75 7h9.75a2.75 2.75 0 0 1 2.75 2.75v4.5a2.75 2.75 0 0 1 -2.75 2.75h-9.75"
        + "a2.75 2.75 0 0 1 -2.75 -2.75v-4.5a2.75 2.75 0 0 1 2.75 -2.75zM21 10.75v2.5",
      fills: "M6.5 9.6h4.6a0.9 0.9 0 0 1 0.9 0.9v3a0.9 0.9 0 0 1 -0.9 0.9h-4.6a0.9 0.9 0 0 1 -0.9 -0.9v-3"
        + "a0.9 0.9 0 0 1 0.9 -0.9z"),
    IconDrawing(
      name: "wifi",
      lines: "M3.22 9.53A12.2 12.2 0 0 1 20.78 9.53M6.53 12.72A7.6 7.6 0 0 1 17.47 12.72",
      fills: "M10.1 17.6a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0z"),
    IconDrawing(
      name: "flag",
      lines: "M5 21v-17.25M5 4.75c2.3-1.5 4.6-1.5 7 0s4.7 1.5 7 0v9.5c-2.3 1.5-4.6 1.5-7 0s-4.7-1.5-7 0"),
  ]

  private static let files: [IconDrawing] = [
    IconDrawing(
      name: "trash",
      lines: "M4 6.5h16M9 6.5v-1.25a1.75 1.75 0 0 1 1.75-1.75h2.5a1.75 1.75 0 0 1 1.75 1.75v1.25M5.75 6.5"
        + "l.8 11.7a2.5 2.5 0 0 0 2.5 2.3h5.9a2.5 2.5 0 0 0 2.5-2.3l.8-11.7M10 10.75v5.5M14 10.75v5.5"),
    IconDrawing(
      name: "heart",
      outline: "M12 20.25c-1.3 0-9-4.9-9-10.9a4.95 4.95 0 0 1 9-2.7a4.95 4.95 0 0 1 9 2.7"
        + "c0 6-7.7 10.9-9 10.9z"),
    IconDrawing(
      name: "keep",
      outline: "M5.75 5.75a2.75 2.75 0 0 1 2.75-2.75h7a2.75 2.75 0 0 1 2.75 2.75v15.25l-6.25-4.5l-6.25 4.5z"),
    IconDrawing(
      name: "share",
      lines: "M8 9.5h-.75a2.75 2.75 0 0 0-2.75 2.75v6a2.75 2.75 0 0 0 2.75 2.75h9.5"
        + "a2.75 2.75 0 0 0 2.75-2.75v-6a2.75 2.75 0 0 0-2.75-2.75h-.75M12 15v-11.75M8.25 6.75l3.75-3.75"
        + "l3.75 3.75"),
    IconDrawing(
      name: "export",
      lines: "M14 3h7v7M21 3l-9.5 9.5M9.5 4.75h-3.5a3 3 0 0 0-3 3v10.25a3 3 0 0 0 3 3h10.25a3 3 0 0 0 3-3"
        + "v-3.5"),
    IconDrawing(
      name: "folder",
      outline: "M3 7a2.5 2.5 0 0 1 2.5-2.5h3.6a2 2 0 0 1 1.5.7l1 1.2a2 2 0 0 0 1.5.7h5.4"
        + "a2.5 2.5 0 0 1 2.5 2.5v7.4a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5z"),
  ]

  private static let places: [IconDrawing] = [
    IconDrawing(name: "search", lines: "M3 10.5a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0 -15 0zM16 16l5 5"),
    IconDrawing(
      name: "house",
      lines: "M3.5 11l8.5-7.5l8.5 7.5M5.5 9.5v8.75a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-8.75M9.75 20.25v-5.5h4.5"
        + "v5.5",
      solids: "M5.5 10l6.5-5.7l6.5 5.7v8.25a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2z",
      solidLines: "M3.5 11l8.5-7.5l8.5 7.5M5.5 9.5v8.75a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-8.75"),
    IconDrawing(
      name: "message",
      outline: "M6 4h12a3 3 0 0 1 3 3v6.5a3 3 0 0 1-3 3h-6l-4.5 3.75v-3.75h-1.5a3 3 0 0 1-3-3v-6.5"
        + "a3 3 0 0 1 3-3z"),
    IconDrawing(
      name: "map",
      lines: "M3.5 6.5l5.5-2.5l6 2.5l5.5-2.5v13.5l-5.5 2.5l-6-2.5l-5.5 2.5zM9 4v13.5M15 6.5v13.5"),
    IconDrawing(
      name: "globe",
      lines: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0zM3 12h18M12 3c-5.2 5.4-5.2 12.6 0 18M12 3"
        + "c5.2 5.4 5.2 12.6 0 18"),
    IconDrawing(name: "location", lines: "M20.5 3.5l-17 7l7.5 2.5l2.5 7.5z"),
    IconDrawing(
      name: "sidebar",
      lines: "M6 4.5h12a3 3 0 0 1 3 3v9a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-9a3 3 0 0 1 3 -3zM9.5 4.5v15"),
    IconDrawing(
      name: "flame",
      lines: "M12 3c.5 3.5 5.5 5.5 5.5 11.5a5.5 5.5 0 0 1-11 .5c0-2.2 1-3.6 2.2-5c.3 1.5 1 2.3 2 2.6"
        + "c-.6-3.6-.4-6.6 1.3-9.6z"),
    IconDrawing(
      name: "sparkles",
      lines: "M10.5 4c.9 4.7 2.3 6.1 7 7c-4.7 .9-6.1 2.3-7 7c-.9-4.7-2.3-6.1-7-7c4.7-.9 6.1-2.3 7-7zM18 15"
        + "c.4 2 1 2.6 3 3c-2 .4-2.6 1-3 3c-.4-2-1-2.6-3-3c2-.4 2.6-1 3-3z"),
  ]

  private static let media: [IconDrawing] = [
    IconDrawing(
      name: "music",
      lines: "M9 17.5v-12l11-2v12M4 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM15 15.5a2.5 2.5 0 1 0 5 0"
        + "a2.5 2.5 0 1 0 -5 0z",
      solids: "M4 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM15 15.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z"),
    IconDrawing(name: "backward", fills: "M11.5 5.5v13l-8.5-6.5zM20.5 5.5v13l-8.5-6.5z"),
    IconDrawing(name: "forward", fills: "M3.5 5.5v13l8.5-6.5zM12.5 5.5v13l8.5-6.5z"),
    IconDrawing(
      name: "mic",
      lines: "M9 6a3 3 0 0 1 6 0v5.5a3 3 0 0 1-6 0zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M8.5 21h7"),
    IconDrawing(
      name: "document",
      lines: "M7.5 3h6l5 5v10.5a2.5 2.5 0 0 1-2.5 2.5h-8.5a2.5 2.5 0 0 1-2.5-2.5v-13a2.5 2.5 0 0 1 2.5-2.5z"
        + "M13.5 3v5h5M8.5 13h6.5M8.5 16.75h6.5"),
    IconDrawing(
      name: "link",
      lines: "M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7l-1.4 1.4M14 10a4 4 0 0 0-5.7 0l-3.2 3.2"
        + "a4 4 0 0 0 5.7 5.7l1.4-1.4"),
    IconDrawing(
      name: "bell",
      lines: "M6 16v-5.5a6 6 0 0 1 12 0v5.5l1.75 1.75h-15.5zM9.75 19.5a2.4 2.4 0 0 0 4.5 0M12 4.5v-1.25"),
    IconDrawing(
      name: "pencil",
      lines: "M4 20l1-4.25l11-11a2.3 2.3 0 0 1 3.25 3.25l-11 11zM14 6.75l3.25 3.25"),
  ]
}
