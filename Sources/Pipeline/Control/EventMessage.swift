import Foundation
import GlassChrome
import HUDGeometry
import PixelTypes
import Screen
import Values

/// An event as JSON, or one of the requests allowed in its place.
///
/// `{"press":{"x":120,"y":60}}` in points, or `{"press":{"x":0.5,"y":0.1,"unit":"fraction"}}` of the canvas; `move`
/// and `release` likewise, a release also as `{"release":{}}`; `{"scroll":{"x":120,"y":900,"dx":0,"dy":40}}`;
/// `{"toggle":"capture"}`; `{"focus":"next"}`, `previous`, `none` or a control; `{"activate":true}`; `{"adjust":1}`;
/// `{"select":{"id":"camera","value":"dual"}}`; `{"set":{"id":"zoom","value":2}}`; `{"set":{"depth":3.2,"unit":"m"}}`; `{"describe":true}`;
/// `{"mark":"grasp 12"}`; `{"next":true}` or `{"next":"secondary"}`; `{"follow":true}` or `{"follow":12}`. One per message, with no keys beyond those the caller allows.
struct EventMessage: Decodable {
  enum Content: Equatable {
    case event(ChromeEvent)
    /// Requests the screen's description.
    case describe
    /// Requests the next picture, or a camera's next frame.
    case next(camera: String?)
    /// Requests what the job tells programs, from this number on; `nil`: from now on.
    case follow(Int?)
    /// Says values, as an instrument does.
    case values([NamedValue])
  }

  /// What is wrong, for the message's author.
  struct Problem: Error, Equatable {
    var what: String
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  static let verbs = [
    "press", "move", "release", "scroll", "focus", "activate", "adjust", "toggle", "select", "set",
    "mark", "describe", "next", "follow",
  ]
  /// The most UTF-8 bytes in an element's id or a choice's name.
  static let longestName = 256
  /// The largest coordinate in points, in either direction.
  static let farthest = 100_000.0

  var content: Content

  init(from decoder: any Decoder) throws { try self.init(from: decoder, beside: []) }

  /// - Parameters:
  ///   - decoder: holds the message.
  ///   - others: keys that belong to the caller.
  init(from decoder: any Decoder, beside others: [String]) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let keys = values.allKeys.map(\.stringValue).filter { !others.contains($0) }
    if let unknown = keys.filter({ !Self.verbs.contains($0) }).min() {
      throw Problem(what: "unknown key \(Self.quoted(unknown))")
    }
    guard keys.count == 1, let verb = keys.first else {
      throw Problem(what: "needs exactly one of \(Self.verbs.joined(separator: ", "))")
    }
    let key = Key(stringValue: verb)
    do {
      switch verb {
      case "press": content = .event(.press(try Self.position(values, key)))
      case "move": content = .event(.move(try Self.position(values, key)))
      case "release":
        let place = try values.nestedContainer(keyedBy: Key.self, forKey: key)
        content = .event(.release(place.allKeys.isEmpty ? nil : try Self.position(values, key)))
      case "scroll":
        let place = try values.nestedContainer(keyedBy: Key.self, forKey: key)
        func way(_ name: String) throws -> Double {
          let way = try place.decodeIfPresent(Double.self, forKey: Key(stringValue: name)) ?? 0
          guard way.magnitude <= Self.farthest else {
            throw Problem(what: "scroll.\(name) is more than \(Int(Self.farthest)) points")
          }
          return way
        }
        let by = Point(try way("dx"), try way("dy"))
        content = .event(.scroll(try Self.position(values, key, beside: ["dx", "dy"]), by: by))
      case "focus":
        let text = try values.decode(String.self, forKey: key)
        let move: FocusMove? =
          switch text {
          case "none": nil
          case "next": .next
          case "previous": .previous
          default: .control(ElementID(try Self.name(text, verb)))
          }
        content = .event(.focus(move))
      case "activate":
        guard try values.decode(Bool.self, forKey: key) else {
          throw Problem(what: "activate can only be true")
        }
        content = .event(.activate)
      case "adjust":
        let steps = try values.decode(Int.self, forKey: key)
        guard (-100...100).contains(steps) else { throw Problem(what: "adjust must be -100 to 100") }
        content = .event(.adjust(steps))
      case "toggle": content = .event(.toggle(try Self.id(try values.decode(String.self, forKey: key), verb)))
      case "select":
        let (id, value) = try Self.pair(String.self, values, key)
        content = .event(.select(id, value: try Self.name(value, "select.value")))
      case "set":
        let parts = try values.nestedContainer(keyedBy: Key.self, forKey: key)
        guard parts.contains(Key(stringValue: "id")) else {
          let said = try values.decode(NamedValues.self, forKey: key).all
          guard !said.isEmpty else {
            throw Problem(what: "set needs a control's id and value, or values by their names")
          }
          content = .values(said)
          return
        }
        let (id, value) = try Self.pair(Double.self, values, key)
        guard value.isFinite else { throw Problem(what: "set.value must be a number") }
        content = .event(.set(id, value: value))
      case "mark":
        let text = try Self.name(try values.decode(String.self, forKey: key), verb)
        content = .event(.select(ElementID(Control.markName), value: text))
      case "follow":
        if let number = try? values.decode(Int.self, forKey: key) {
          guard number > 0 else { throw Problem(what: "follow begins with number 1") }
          content = .follow(number)
        } else {
          guard try values.decode(Bool.self, forKey: key) else {
            throw Problem(what: "follow can't be false")
          }
          content = .follow(nil)
        }
      case "next":
        if let camera = try? values.decode(String.self, forKey: key) {
          content = .next(camera: try Self.name(camera, verb))
        } else {
          guard try values.decode(Bool.self, forKey: key) else { throw Problem(what: "next can't be false") }
          content = .next(camera: nil)
        }
      default:
        guard try values.decode(Bool.self, forKey: key) else {
          throw Problem(what: "\(verb) can only be true")
        }
        content = .describe
      }
    } catch let error as DecodingError {
      throw Problem(what: Self.explain(error, verb))
    }
  }

  // MARK: - Parts

  private static func position(
    _ values: KeyedDecodingContainer<Key>, _ key: Key, beside others: [String] = []
  ) throws -> ChromeEvent.Position {
    let place = try values.nestedContainer(keyedBy: Key.self, forKey: key)
    try allow(["x", "y", "unit"] + others, in: place, key)
    let point = Point(
      try place.decode(Double.self, forKey: Key(stringValue: "x")),
      try place.decode(Double.self, forKey: Key(stringValue: "y")))
    let unit = try place.decodeIfPresent(String.self, forKey: Key(stringValue: "unit")) ?? "points"
    switch unit {
    case "points":
      guard point.x.magnitude <= farthest, point.y.magnitude <= farthest else {
        throw Problem(what: "\(key.stringValue) is more than \(Int(farthest)) points")
      }
      return .points(point)
    case "fraction":
      guard (0...1).contains(point.x), (0...1).contains(point.y) else {
        throw Problem(what: "\(key.stringValue) as a fraction must be 0 to 1")
      }
      return .fraction(point)
    default: throw Problem(what: "\(key.stringValue).unit must be points or fraction, not \(quoted(unit))")
    }
  }

  private static func pair<Value: Decodable>(
    _ type: Value.Type, _ values: KeyedDecodingContainer<Key>, _ key: Key
  ) throws -> (ElementID, Value) {
    let pair = try values.nestedContainer(keyedBy: Key.self, forKey: key)
    try allow(["id", "value"], in: pair, key)
    let name = try pair.decode(String.self, forKey: Key(stringValue: "id"))
    return (
      try id(name, key.stringValue + ".id"), try pair.decode(type, forKey: Key(stringValue: "value"))
    )
  }

  private static func allow(_ names: [String], in container: KeyedDecodingContainer<Key>, _ key: Key) throws {
    if let unknown = container.allKeys.map(\.stringValue).filter({ !names.contains($0) }).min() {
      throw Problem(what: "unknown key \(quoted(unknown)) in \(key.stringValue)")
    }
  }

  private static func id(_ text: String, _ place: String) throws -> ElementID {
    ElementID(try name(text, place))
  }

  private static func name(_ text: String, _ place: String) throws -> String {
    guard !text.isEmpty, text.utf8.count <= longestName,
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else {
      throw Problem(what: "\(place) is empty, longer than \(longestName) bytes or has control characters")
    }
    return text
  }

  /// Untrusted text for an error message.
  static func quoted(_ text: String) -> String { "\"" + PlainText.value(text, atMost: 40) + "\"" }

  private static func explain(_ error: DecodingError, _ verb: String) -> String {
    switch error {
    case .keyNotFound(let key, _): return "\(verb).\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      let place = context.codingPath.last?.stringValue ?? verb
      return place == verb ? "\(verb) has the wrong type" : "\(verb).\(place) has the wrong type"
    default: return "\(verb) can't be understood"
    }
  }
}
