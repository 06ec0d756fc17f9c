import HostResources

/// What a terminal can show, according to its own answers.
struct TerminalAbilities {
  /// How pictures are shown, best first.
  enum Graphics: Equatable {
    /// PNGs, at any size (sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty
    /// Dots in this many colours (DEC's VT330/VT340 manual, chapter 14).
    case sixel(colours: Int)
    /// Half blocks: two dots in each character.
    case blocks(isTrueColour: Bool)
  }

  private(set) var graphics: Graphics
  /// Whether it answers at all: then it also reports when it has shown a picture.
  private(set) var answers = false
  /// Whether it can report the pointer's position in pixels.
  private(set) var tellsPixels = false
  private var cell: (width: Int, height: Int)?
  private var mostDots: (width: Int, height: Int)?
  private var colours = 256
  private var takesPNG = false

  /// - Parameter isTrueColour: whether its environment claims 24-bit colours; few such terminals say so over SSH.
  init(isTrueColour: Bool) { graphics = .blocks(isTrueColour: isTrueColour) }

  /// The questions asked; the answer to the last one ends the exchange.
  ///
  /// 24-bit colours: sets such a colour, then asks the terminal for its text's attributes.
  static let questions = Array(
    ("\u{1B}[?1016$p" + "\u{1B}[16t" + "\u{1B}[?1;1;0S" + "\u{1B}[?2;1;0S"
      + "\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[0m" + "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
      + "\u{1B}[c").utf8)

  mutating func take(_ answer: TerminalInput.Answer) {
    switch answer {
    case .mode(1016, let isKnown): tellsPixels = isKnown
    case .cell(let width, let height):
      if (2...200).contains(width), (2...400).contains(height) { cell = (width, height) }
    case .limit(1, let values): colours = values[0]
    case .limit(2, let values):
      if values.count == 2, values[0] > 0, values[1] > 0 { mostDots = (values[0], values[1]) }
    case .attributesOfText(let text):
      if text.contains("48:2:") || text.contains("48;2;1;2;3"), case .blocks = graphics {
        graphics = .blocks(isTrueColour: true)
      }
    case .pictures(let isTaken): takesPNG = isTaken
    case .attributes(let kinds):
      answers = true
      if takesPNG { graphics = .kitty } else if kinds.contains(4) { graphics = .sixel(colours: colours) }
    case .mode, .limit, .done: break
    }
  }

  /// A character's size in pixels on a terminal of a given size.
  func cell(on size: TerminalDevice.Size) -> (width: Int, height: Int) {
    if let cell { return cell }
    if size.width >= size.columns, size.height >= size.rows {
      return (size.width / size.columns, size.height / size.rows)
    }
    // The VT340's.
    return (10, 20)
  }

  /// The most dots that it accepts as sixels.
  func dots(atMost width: Int, _ height: Int) -> (width: Int, height: Int) {
    (min(width, mostDots?.width ?? 1000), min(height, mostDots?.height ?? 1000))
  }
}
