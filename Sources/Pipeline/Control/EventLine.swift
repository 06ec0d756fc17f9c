import Foundation

/// A line from the control socket: an event as JSON.
enum EventLine {
  /// In bytes, without the newline.
  static let longest = 4096

  /// The content of a line, or the problem to answer with.
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
