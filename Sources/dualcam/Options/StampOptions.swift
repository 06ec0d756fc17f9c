import Compositor
import PixelTypes
import Settings

/// Text that is burnt into pictures.
struct StampOptions: SettingGroup {
  @Option(
    "stamp",
    help: Help(
      "Burn text into each viewfinder: free text, strftime's %Y %m %d %H %M %S %F %T and the like, %{camera}, its name, and %{timecode}, which counts 30 frames a second (%{timecode:25}: 25).",
      valueName: "format"))
  var stamp: String?

  @Option("stamp-corner", help: "Corner of the viewfinder for --stamp.")
  var stampCorner: PictureStamp.Corner = .bottomLeft

  /// The stamp; `nil` without one.
  func pictureStamp() throws -> PictureStamp? {
    guard let text = stamp else { return nil }
    do { return try PictureStamp(text, corner: stampCorner) } catch {
      let what =
        switch error {
        case .empty: "empty; leave it out for no stamp"
        case .cut: "'\(PlainText.value(text))', which ends within a conversion; a percent sign is %%"
        case .tooLong(let count): "\(count) characters long; at most \(PictureStamp.longest) fit in a line"
        case .control: "'\(PlainText.value(text))', which has control characters; a stamp is one line"
        case .unknown(let conversion):
          "'\(PlainText.value(text))'; \(conversion) isn't known; use %\(PictureStamp.conversions.map(String.init).joined(separator: " %")), %{camera}, %{timecode} or %%"
        }
      throw ValidationError("--stamp is \(what)")
    }
  }
}

extension PictureStamp.Corner: SettingValue {}
