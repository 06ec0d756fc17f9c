import HUDGeometry
import Settings

/// Part of a viewfinder, as fractions of it: `x,y,width,height` from the top left.
struct BoxArgument: SettingValue {
  let rect: Rect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == 4, argument.filter({ $0 == "," }).count == 3 else { return nil }
    let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    guard rect.x >= 0, rect.y >= 0, rect.width > 0.01, rect.height > 0.01, rect.maxX <= 1, rect.maxY <= 1
    else {
      return nil
    }
    self.rect = rect
  }
}
