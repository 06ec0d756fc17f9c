import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Text is typed")
struct TextInputTests {
  private static func typed(_ edits: [TextEdit], into text: String = "", limit: Int = 256) -> TextInput {
    var input = TextInput(text, limit: limit)
    for edit in edits { input.take(edit) }
    return input
  }

  @Test("characters go where the insertion point is, and keys move and delete")
  func edits() {
    let input = Self.typed([
      .insert("Lke"), .press(.left), .press(.left), .insert("a"), .press(.end), .insert("!"),
      .press(.backspace), .press(.home), .press(.delete), .insert("l"),
    ])
    #expect(input.text == "lake" && input.cursor == 1)
  }

  @Test("nothing happens beyond the ends")
  func ends() {
    for (text, keys) in [
      ("ab", [TextEdit.Key.delete, .right]), ("ab", [.home, .backspace, .left]), ("ab", [.enter, .escape]),
    ] {
      let input = Self.typed(keys.map { .press($0) }, into: text)
      #expect(input.text == "ab" && input.cursor == (keys.contains(.home) ? 0 : 2))
    }
  }

  @Test("characters are what people see: marks, flags and families are one each")
  func graphemes() {
    #expect(Self.typed([.insert("e"), .insert("\u{301}"), .press(.backspace)]).text == "")
    let family = "👨‍👩‍👧‍👦"
    #expect(Self.typed([.insert("a" + family + "b"), .press(.left), .press(.backspace)]).text == "ab")
    let accented = Self.typed([.insert("e"), .insert("\u{301}")])
    #expect(accented.text.count == 1 && accented.cursor == 1)
  }

  @Test("it takes no more than its limit, and no line breaks")
  func limits() {
    #expect(Self.typed([.insert("abcdef"), .insert("g")], limit: 4).text == "abcd")
    #expect(TextInput("abcdef", limit: 3).text == "abc")
    #expect(Self.typed([.insert("a\nb\tc")]).text == "abc")
  }

  @Test("a tap gives a field the keys, and what is typed names it")
  func focus() throws {
    let view = onGlass(
      VStack {
        TextField("Place", text: Binding("place", "Bled")).frame(width: 200)
        Button("go", title: "Go")
      })
    let list = try fakeLayout.resolve(view, in: canvas)
    let field = try #require(list.accessibility.first { $0.role == .textField })
    #expect(field.label == "Place" && field.value == "Bled")
    var finger = TouchTracker()
    func take(_ event: ChromeEvent) -> TouchTracker.Outcome {
      finger.handle(event, on: list.accessibility, canvasWidth: 400, canvasHeight: 300)
    }
    #expect(take(.edit(.insert("x"))) == .nothing)
    #expect(take(.press(.points(field.frame.center))) == .nothing)
    #expect(take(.release(nil)) == .action(.activate(field.id)))
    #expect(take(.edit(.insert("x"))) == .action(.edit(field.id, .insert("x"))))
    #expect(take(.focus(.next)) == .nothing)
    // The button has the keys now.
    #expect(take(.edit(.insert("x"))) == .nothing)
    #expect(take(.toggle(field.id)) == .action(.activate(field.id)))
    #expect(take(.edit(.press(.enter))) == .action(.edit(field.id, .press(.enter))))
  }

  /// The line's text and the insertion point's place from the line's leading edge.
  private func line(
    _ text: String, cursor: Int, width: Double = 200,
    direction: LayoutEnvironment.Direction = .leftToRight
  ) throws -> (text: String, place: Double) {
    let view = onGlass(
      TextField("Place", text: Binding("place", text), cursor: cursor).textFieldStyle(.plain)
        .frame(width: width))
    let list = try fakeLayout.resolve(
      view, in: canvas, environment: LayoutEnvironment(direction: direction))
    var (shown, start, place) = ("", 0.0, 0.0)
    for item in list.groups[0].items {
      if case .text(let line) = item { (shown, start) = (line.text, line.frame.x) }
      if case .shape(_, _, let frame, _, _, _) = item { place = frame.x }
    }
    return (shown, place - start)
  }

  @Test("the insertion point stands between the characters, whichever way they run")
  func insertionPoint() throws {
    // Body is 17 points; each character of this measurer is half of that wide.
    #expect(try line("Bled", cursor: 0).place == 0)
    #expect(try line("Bled", cursor: 3).place == 25.5)
    #expect(try line("שלום", cursor: 1).place == 34 - 8.5)
    #expect(try line("Bled", cursor: 3, direction: .rightToLeft).place.distance(to: 25.5).magnitude <= 2)
  }

  @Test("long text gives way so that the insertion point is seen")
  func long() throws {
    let text = "A boat on the lake in the morning"
    let (shown, place) = try line(text, cursor: text.count, width: 150)
    #expect(shown.hasPrefix("…") && shown.hasSuffix("morning"))
    #expect(place > 100 && place <= 150)
    #expect(try line(text, cursor: 0, width: 150).text.hasPrefix("A boat"))
  }
}
