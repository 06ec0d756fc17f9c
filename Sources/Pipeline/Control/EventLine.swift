import Foundation

/// One line of the control socket: an event as JSON.
enum EventLine {
  /// Bytes, without the newline.
  static let longest = 4096

  /// What a line says, or what to answer.
  static func decode(_ line: some Collection<UInt8>) -> Result<EventMessage.Content, EventMessage.Problem> {
    guard line.count <= longest else { return .failure(.init(what: "longer than \(longest) bytes")) }
    do {
      return .success(try JSONDecoder().decode(EventMessage.self, from: Data(line)).content)
    } catch let problem as EventMessage.Problem {
      return .failure(problem)
    } catch {
      return .failure(.init(what: "not a JSON object"))
    }
  }
}
