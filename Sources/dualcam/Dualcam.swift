import ArgumentParser
import Glibc
import Pipeline

/// The executable: reads arguments, turns errors into text and exit codes, and no more.
@main
struct Dualcam: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dualcam",
    abstract: "Two cameras in, an annotated picture out: HUD in the viewfinders, glass around them.",
    discussion: """
      EXAMPLES
        dualcam devices                                    which cameras are there
        dualcam record -o out/first --frames 120           two synthetic cameras, no hardware needed
        dualcam record --primary /dev/video0 --secondary /dev/video2 -o out/lab --duration 1m
        dualcam run --primary /dev/video0 --latest /tmp/now.jpg
        dualcam annotate --primary file:clip.avi -o out/clip
        dualcam verify out/lab
        dualcam chrome -o wall.png                         what the glass looks like

      SOURCES
        /dev/video0, v4l2:/dev/v4l/by-id/…                 a camera
        file:PATH                                          folder or glob of JPEGs, .mjpeg, .avi, .y4m
        synth:coast?w=1920&h=1080&roll=3                   a scene: coast, walker, city, chart, fog, grey, noise

      EXIT CODES
        0 done, 64 usage, 65 bad data, 69 no device, 71 no thread or memory, 73 can't create output,
        74 input or output failed, 75 busy, 77 no permission, 78 configuration
      """,
    version: Version.text,
    subcommands: [
      Devices.self, Run.self, Record.self, Annotate.self, Analyze.self, Bench.self, Contrast.self,
      Chrome.self,
      Verify.self, Library.self,
    ])

  static func main() {
    // A reader that goes away is an error to be handled, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that grows beyond RLIMIT_FSIZE.
    signal(SIGXFSZ, SIG_IGN)
    Exhaustion.endClearly()
    // Before anything from outside is read.
    do { try Sandbox.begin() } catch { Console.warn("\(error)") }
    do {
      let launch = try Launch(Array(CommandLine.arguments.dropFirst()))
      Launch.current.withLock { $0 = launch }
      var command = try launch.parse()
      do { try command.run() } catch { throw launch.explain(error) }
    } catch let error as PipelineError {
      Console.error("\(error)", remedy: error.remedy)
      Glibc.exit(error.exitCode)
    } catch {
      exit(withError: error)
    }
  }
}
