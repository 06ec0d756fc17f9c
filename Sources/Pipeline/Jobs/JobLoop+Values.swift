import Compositor
import GlassChrome
import HostResources
import Screen
import Values

/// What values say at a picture's time, and what follows from it: alarms and triggers.
extension JobLoop {
  /// Takes what held when the picture's leading frame was taken.
  func takeValues(at nanoseconds: Int64) {
    guard let values = parts.values else { return look() }
    values.sample(at: nanoseconds, of: parts.pairer.inputs[parts.pairer.leader].slot, into: &moment.values)
    values.takeAttitude(into: &moment.attitude)
    moment.valuesTime = nanoseconds
    look()
  }

  private func look() {
    _ = conditions.look(at: moment.values, nanoseconds: clock.picture)
    guard !alarms.all.isEmpty else { return }
    if alarms.look(at: moment.values, nanoseconds: clock.picture) { apart(tellOfAlarms) }
    (moment.alarms, moment.alarmsUnknown) = (alarms.on, alarms.unknown)
    if alarms.on.isEmpty { return }
    for index in moment.values.indices where alarms.holds(of: moment.values[index].name) {
      moment.values[index].isAlarmed = true
    }
  }

  private func tellOfAlarms() {
    let values = moment.values
    var (begun, over, unknown) = ([String](), [String](), [String]())
    alarms.takeNews { alarm in
      parts.board?.tell(.alarm) { line in
        line.member("condition", alarm.text)
        line.member("state", alarm.state.rawValue)
      }
      let now = values.first { $0.name == alarm.condition.name }.flatMap(Self.text) ?? ""
      switch alarm.state {
      case .on:
        events(.warning("alarm: \(alarm.text)\(now)"))
        begun.append(alarm.text)
      // What is known to be well from the beginning is no news to people.
      case .off where alarm.isTold:
        events(.note("alarm over: \(alarm.text)\(now)"))
        over.append(alarm.text)
      case .off: break
      case .unknown:
        events(
          .warning(
            "alarm unknown: \(alarm.text): there is no such \(alarm.condition.name) that isn't too old"))
        unknown.append(alarm.text)
      }
    }
    // The screen says one thing at a time: what is worst.
    if !begun.isEmpty {
      say(\.alarmIsOn, begun, .error)
    } else if !unknown.isEmpty {
      say(\.alarmIsUnknown, unknown, .error)
    } else if !over.isEmpty {
      say(\.alarmIsOver, over, .success)
    }
  }

  private func say(_ phrase: (ScreenWords) -> Phrase, _ conditions: [String], _ role: Toast.Role) {
    let text = conditions.joined(separator: ", ")
    showing.stage.screen?.say({ phrase($0)(text) }, role: role, nanoseconds: clock.picture)
  }

  /// As messages show it, after a condition.
  private static func text(_ value: ValueSample) -> String? {
    switch value.content {
    case .number(let number):
      let text = "\((number * 1000).rounded() / 1000)"
      return "; \(value.name) is \(text)\(value.unit.isEmpty ? "" : " ")\(value.unit)"
    case .text(let text): return "; \(value.name) is \(text)"
    case nil: return nil
    }
  }
}
