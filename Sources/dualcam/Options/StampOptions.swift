import Compositor
import PixelTypes
import Settings

/// Text that is burnt into pictures.
struct StampOptions: SettingGroup {
  @Option(
    "stamp",
    help: Help(
      "Burn text into each viewfinder: free text, strftime's %Y %m %d %H %M %S %F %T and the like, %{camera}, its name, %{timecode}, which counts 30 frames a second (%{timecode:25}: 25), and of --values %{depth:.1f m}. Repeatable, one in each corner.",
      valueName: "format"))
  var stamp: [String] = []

  @Option(
    "stamp-corner",
    help:
      "Corner of the viewfinder for --stamp; for the next one, repeat it. Others take the free corners, bottom-left first."
  )
  var stampCorner: [PictureStamp.Corner] = []

  /// The stamps, in their order.
  ///
  /// - Parameter hasValues: whether there is anything to tell that instruments say.
  func pictureStamps(hasValues: Bool = false) throws -> [PictureStamp] {
    let corners = PictureStamp.Corner.inOrder
    guard stamp.count <= corners.count else {
      throw ValidationError(
        "--stamp is given \(stamp.count) times; a viewfinder has \(corners.count) corners")
    }
    if let twice = stampCorner.first(where: { one in stampCorner.count { $0 == one } > 1 }) {
      throw ValidationError("--stamp-corner is \(twice.rawValue) twice; each corner holds one stamp")
    }
    let free = corners.filter { !stampCorner.contains($0) }
    return try zip(stamp, stampCorner + free).map { try pictureStamp($0, $1, hasValues) }
  }

  private func pictureStamp(_ text: String, _ corner: PictureStamp.Corner, _ hasValues: Bool) throws
    -> PictureStamp
  {
    do {
      let stamp = try PictureStamp(text, corner: corner)
      if !hasValues, let value = stamp.values.first {
        throw ValidationError(
          "--stamp has %{\(value)}, which is no conversion, and there are no --values that say it; use %\(PictureStamp.conversions.map(String.init).joined(separator: " %")), %{camera}, %{timecode} or %%"
        )
      }
      return stamp
    } catch let error as PictureStamp.Problem {
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
