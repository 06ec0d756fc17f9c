import Foundation
import Glibc
import HostResources
import NIOCore
import PixelTypes
import Recordings
import Synchronization

/// A recorder on a terminal: its pictures, and under them a line about it; the pointer acts as a finger, keys go to the
/// controls.
///
/// The next picture is requested when the terminal reports that it has shown the last one: over a slow line there are fewer, and
/// each is as recent as the line allows.
package final class TerminalView {
  /// What the recorder's thread leaves here.
  private struct News {
    var picture: PublishedPicture?
    var screen: [UInt8]?
    var state: String?
    var isThere = false
    var refusal: String?
  }

  /// Shared with the recorder's thread.
  private final class Mail: Sendable {
    let news = Mutex(News())
    let wakes: (read: Int32, write: Int32)

    init() throws(FileError) { wakes = try UnixSocket.wakePipe() }

    func change(_ change: (inout News) -> Void) {
      news.withLock { change(&$0) }
      UnixSocket.wake(wakes.write)
    }

    func close() {
      Glibc.close(wakes.read)
      Glibc.close(wakes.write)
    }
  }

  /// Alternate screen, no cursor, no wrapping; the pointer's buttons and, while one is held, its movement, in SGR form.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J\u{1B}[?1002h\u{1B}[?1006h"
  private static let leaving =
    "\u{1B}_Ga=d,d=A,q=2\u{1B}\\\u{1B}[?2026l\u{1B}[?1016l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[2J\u{1B}[?7h\u{1B}[?25h"
    + "\u{1B}[?1049l"
  private static let question = "\u{1B}[5n"
  /// How long the first answers may take, in nanoseconds, over any line.
  private static let patience = 3_000_000_000
  /// Nanoseconds between pictures for a terminal that doesn't report when it has shown one.
  private static let blindPace = 200_000_000
  /// Nanoseconds between changes of the line under the pictures.
  private static let pace = 500_000_000

  /// Its cameras' names; until they are known its socket's.
  private var name: String
  private let device: TerminalDevice
  private let mail: Mail
  private let link: RecorderLink
  private var reader: ThumbnailReader

  private var abilities: TerminalAbilities
  private var parser = TerminalInput.Parser()
  /// When the terminal last sent something.
  private var heardAt: Int64 = 0
  /// When to stop waiting for the terminal's answers: on the monotonic clock, in nanoseconds.
  private var asksUntil: Int64?
  private var layout: TerminalLayout?
  private var picture: PublishedPicture?
  private var cells: [TerminalPicture.Cell] = []
  private var output: [UInt8] = []
  private var written = 0
  /// When the picture that the terminal hasn't acknowledged was begun.
  private var began: Int64?
  /// Scale of Kitty's pictures: a fraction of the space in each direction, smaller over slow lines.
  private var share = 0.5
  private var shown = 0
  private var times: [Int64] = []
  private var age: Double?
  private var state = "connecting"
  private var isThere = false
  private var wasThere = false
  private var ring: String?
  private var refusal: String?
  private var line = ""
  /// The size that the terminal had when something was last written.
  private var size: TerminalDevice.Size?
  private var lineAt: Int64 = 0
  private var isHeld = false
  private var isEnding = false
  private var events = 0

  /// Takes over the terminal and connects to a recorder, repeatedly if necessary.
  ///
  /// - Parameters:
  ///   - path: the recorder's socket.
  ///   - device: the terminal.
  /// - Throws: `FileError`, `ResourceShortage`, `JPEGError`.
  package init(of path: String, on device: TerminalDevice) throws {
    self.device = device
    name = PlainText.of(URL(filePath: path).deletingPathExtension().lastPathComponent, atMost: 40)
    abilities = TerminalAbilities(isTrueColour: TerminalDevice.saysTrueColour)
    reader = try ThumbnailReader()
    let mail = try Mail()
    self.mail = mail
    link = try RecorderLink(path: path) { update in
      mail.change { news in
        switch update {
        case .connected: (news.isThere, news.state) = (true, "waiting for a picture")
        case .gone(let reason): (news.isThere, news.state, news.picture) = (false, reason, nil)
        case .picture(let picture): (news.isThere, news.state, news.picture) = (true, "live", picture)
        case .screen(let json, _): news.screen = json
        case .answer(let answer, _): news.refusal = Self.error(answer)
        }
      }
    }
  }

  /// Shows it until `isStopped`, or until the user ends it or hangs up.
  package func run(until isStopped: () -> Bool) {
    send(Self.entering)
    output += TerminalAbilities.questions
    asksUntil = MonotonicClock.now() + Int64(Self.patience)
    var buffer = [UInt8](repeating: 0, count: 4096)
    link.setWatched(true)
    while !isStopped(), !isEnding {
      guard turn(&buffer, milliseconds: 200) else { break }
      receive()
      show()
    }
    link.setWatched(false)
    leave(&buffer)
    link.close()
    mail.close()
  }

  /// Waits for something to do, then reads and writes; false if the terminal is gone.
  private func turn(_ buffer: inout [UInt8], milliseconds: Int32) -> Bool {
    let isWriting = written < output.count
    var polls = [
      pollfd(fd: device.descriptor, events: Int16(POLLIN | (isWriting ? POLLOUT : 0)), revents: 0),
      pollfd(fd: mail.wakes.read, events: Int16(POLLIN), revents: 0),
    ]
    UnixSocket.wait(
      &polls, milliseconds: min(parser.patience.map { Int32($0 / 1_000_000) } ?? milliseconds, milliseconds))
    if polls[1].revents != 0 { UnixSocket.empty(mail.wakes.read, &buffer) }
    if polls[0].revents & Int16(POLLIN) != 0 {
      let count = device.read(into: &buffer)
      if count == 0 || count < 0 && count != -Int(EAGAIN) { return false }
      heardAt = MonotonicClock.now()
      take(parser.take(buffer[..<max(count, 0)]))
    } else if polls[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      return false
    } else if let patience = parser.patience, MonotonicClock.now() - heardAt >= patience {
      // The wait may have ended for another reason: a picture, or room to write.
      take(parser.end())
    }
    if written < output.count {
      let count = device.write(output[written...])
      if count < 0, count != -Int(EAGAIN) { return false }
      written += max(count, 0)
    }
    if written == output.count { (output, written) = ([], 0) }
    return true
  }

  private func send(_ text: String) { output += text.utf8 }

  /// Clears the screen; the terminal's remaining answers mustn't reach the shell.
  private func leave(_ buffer: inout [UInt8]) {
    // A picture without its end would make the terminal swallow what follows.
    if written > 0 || output.isEmpty { send("\u{1B}\\") } else { output = [] }
    send(Self.leaving + Self.question)
    (began, asksUntil) = (MonotonicClock.now(), nil)
    let end = MonotonicClock.now() + 1_000_000_000
    while MonotonicClock.now() < end, written < output.count || (abilities.answers && began != nil) {
      guard turn(&buffer, milliseconds: 50) else { break }
    }
    device.restore()
  }

  // MARK: - The recorder

  private func receive() {
    let news = mail.news.withLock { news in
      defer { (news.picture, news.screen, news.state, news.refusal) = (nil, nil, nil, nil) }
      return news
    }
    if let state = news.state { (self.state, isThere) = (PlainText.of(state, atMost: 120), news.isThere) }
    wasThere = wasThere || isThere
    if let refusal = news.refusal { self.refusal = refusal }
    if let screen = news.screen {
      let names = Self.names(on: screen)
      (name, ring) = (names.cameras ?? name, names.ring)
    }
    if let picture = news.picture { self.picture = picture }
  }

  private func tell(_ event: String) {
    refusal = nil
    events += 1
    if !link.send(Array(event.utf8), id: events) { refusal = "slow down: too many events are waiting" }
  }

  // MARK: - The user

  private func take(_ inputs: [TerminalInput]) {
    for (index, input) in inputs.enumerated() {
      switch input {
      case .answer(let answer): take(answer)
      case .key(let key): if asksUntil == nil || key == .interrupt { press(key) }
      case .pointer(let action, let x, let y):
        // Of a movement that came at once, its end suffices.
        if action == .drag, index + 1 < inputs.count, case .pointer(.drag, _, _) = inputs[index + 1] {
          continue
        }
        touch(action, x, y)
      }
    }
  }

  private func take(_ answer: TerminalInput.Answer) {
    abilities.take(answer)
    switch answer {
    case .attributes:
      if asksUntil != nil, abilities.tellsPixels { send("\u{1B}[?1016h") }
      asksUntil = nil
      layout = nil
    case .done:
      guard let began else { return }
      self.began = nil
      let now = MonotonicClock.now()
      let took = now - began
      // Aim for five to ten pictures a second: fewer don't look like motion, and smaller ones show less.
      if took > 200_000_000 { share = max(share * 0.8, 0.125) }
      if took < 100_000_000 { share = min(share * 1.1, 1) }
      times = times.filter { now - $0 < 2_000_000_000 } + [now]
      if let at = picture?.capturedAt { age = WallClock.milliseconds() - at }
      link.take()
    default: break
    }
  }

  private func press(_ key: TerminalInput.Key) {
    switch key {
    case .interrupt, .character(UInt8(ascii: "q")): isEnding = true
    case .tab: tell(#"{"focus":"next"}"#)
    case .backTab: tell(#"{"focus":"previous"}"#)
    case .escape: tell(#"{"focus":"none"}"#)
    case .enter, .character(UInt8(ascii: " ")): tell(#"{"activate":true}"#)
    case .up, .right: tell(#"{"adjust":1}"#)
    case .down, .left: tell(#"{"adjust":-1}"#)
    case .character: break
    }
  }

  private func touch(_ action: TerminalInput.Action, _ x: Int, _ y: Int) {
    guard
      let place = layout?.place(
        x: x, y: y, isPixels: abilities.tellsPixels, isHeld: isHeld && action != .press)
    else { return }
    func number(_ value: Double) -> String { "\((value * 1e5).rounded() / 1e5)" }
    let at = #""x":\#(number(place.x)),"y":\#(number(place.y)),"unit":"fraction""#
    switch action {
    case .press:
      isHeld = true
      tell(#"{"press":{\#(at)}}"#)
    case .drag: if isHeld { tell(#"{"move":{\#(at)}}"#) }
    case .release:
      if isHeld { tell(#"{"release":{\#(at)}}"#) }
      isHeld = false
    case .wheel(let right, let down): tell(#"{"scroll":{\#(at),"dx":\#(48 * right),"dy":\#(48 * down)}}"#)
    }
  }

  // MARK: - The terminal

  private func show() {
    let now = MonotonicClock.now()
    if let asksUntil {
      if now < asksUntil { return }
      self.asksUntil = nil
    }
    guard output.isEmpty else { return }
    if let began {
      // Wait for a terminal that answers, however long it takes.
      if abilities.answers || now - began < Self.blindPace { return }
      self.began = nil
      link.take()
    }
    let size = device.size
    if size != self.size {
      // The next picture draws it again.
      if self.size != nil { send("\u{1B}[2J") }
      (self.size, layout, cells, line) = (size, nil, [], "")
    }
    if let picture, picture.sequence != UInt64(shown) || layout == nil {
      self.picture = picture
      shown = Int(clamping: picture.sequence)
      paint(picture)
    }
    write(now)
  }

  private func paint(_ published: PublishedPicture) {
    let bytes = Array(buffer: published.jpeg)
    guard let size = try? reader.size(of: bytes.span) else { return skip() }
    let layout = TerminalLayout(of: size, on: device.size, with: abilities)
    if layout != self.layout {
      if self.layout != nil { send("\u{1B}[2J") }
      (self.layout, cells, line) = (layout, [], "")
    }
    do {
      // Show what is painted in parts at once (Contour's synchronized output). Kitty does so anyway, and its pictures are too long.
      let isWhole = if case .kitty = abilities.graphics { true } else { false }
      if !isWhole { send("\u{1B}[?2026h") }
      defer { if !isWhole { send("\u{1B}[?2026l") } }
      send("\u{1B}[\(layout.row + 1);\(layout.column + 1)H")
      switch abilities.graphics {
      case .kitty:
        let picture = try decode(bytes, layout.width, layout.height, share: share)
        // The previous picture stays until this one is there.
        let number = 1 + shown % 2
        output += try TerminalPicture.kitty(
          picture, number: number, columns: layout.columns, rows: layout.rows)
        send("\u{1B}_Ga=d,d=I,i=\(3 - number),q=2\u{1B}\\")
      case .sixel(let colours):
        output += TerminalPicture.sixels(try decode(bytes, layout.width, layout.height), colours: colours)
      case .blocks(let isTrueColour):
        let picture = try decode(bytes, layout.width, layout.height)
        let cells = TerminalPicture.cells(picture, isTrueColour: isTrueColour)
        output += TerminalPicture.blocks(
          cells, over: self.cells, columns: layout.columns, column: layout.column, row: layout.row,
          isTrueColour: isTrueColour)
        self.cells = cells
      }
    } catch {
      return skip()
    }
    send(Self.question)
    began = MonotonicClock.now()
  }

  /// Skips a picture; the next one will do.
  private func skip() {
    picture = nil
    link.take()
  }

  private func decode(
    _ bytes: [UInt8], _ width: Int, _ height: Int, share: Double = 1
  ) throws -> PlanarPicture {
    try reader.read(
      bytes.span, width: Int(Double(width) * share), height: Int(Double(height) * share))
  }

  /// Writes the line under the pictures if it has changed, but not too often.
  private func write(_ now: Int64) {
    let isUrgent = refusal != nil || !isThere
    guard now - lineAt >= Self.pace || (isUrgent && now - lineAt > 100_000_000) || line.isEmpty else {
      return
    }
    let size = size ?? device.size
    let text = words.text(columns: size.columns - 2)
    guard text != line else { return }
    (line, lineAt) = (text, now)
    // Uses its own colours: pictures end above it.
    let space = String(repeating: " ", count: max(size.columns - FittedLine.columns(of: text) - 1, 0))
    let alarms = picture.flatMap { Self.values(of: $0.line).alarms }
    let shown = Self.coloured(text, alarms)
    send("\u{1B}[\(size.rows);1H\u{1B}[0;7m \(shown)\(space)\u{1B}[0m")
  }

  /// What a narrow terminal has room for: how to leave and what was just done, then whose pictures these are, and figures.
  private var words: FittedLine {
    func part(_ text: String, _ rank: Int, least: Int? = nil) -> FittedLine.Part {
      FittedLine.Part(text, rank: rank, least: least, gap: "  ·  ")
    }
    guard isThere else {
      return FittedLine([
        part(name, 1, least: 8), part("\(wasThere ? "gone" : "waiting"): \(state)", 0), part("q quits", 0),
      ])
    }
    var parts = [part(name, 2, least: 8), part(state, 1)]
    if times.count > 1, let first = times.first, let last = times.last, last > first {
      let rate = Double(times.count - 1) * 1e9 / Double(last - first)
      parts.append(part(rate < 9.95 ? "\((rate * 10).rounded() / 10) fps" : "\(Int(rate.rounded())) fps", 3))
    }
    if let horizon = picture.flatMap({ Self.horizon(of: $0.line) }) { parts.append(part(horizon, 4)) }
    if let values = picture.map({ Self.values(of: $0.line) }) {
      if let alarms = values.alarms { parts.append(part(alarms, 1)) }
      if let said = values.said { parts.append(part(said, 6)) }
    }
    if let age { parts.append(part("\(Int(age)) ms old", 5)) }
    if let refusal { parts.append(part(refusal, 0)) } else if let ring { parts.append(part("[\(ring)]", 0)) }
    parts.append(part("q quits", 0))
    return FittedLine(parts)
  }
}
