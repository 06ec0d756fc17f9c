import Glibc

/// libFuzzer's own loop, which calls back with one input after another.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum Main {
  /// Named by the environment; without a name the targets are listed.
  static let target = unsafe getenv("FUZZ_TARGET").flatMap {
    unsafe FuzzTarget(rawValue: String(cString: $0))
  }

  static func main() {
    guard target != nil else {
      for target in FuzzTarget.allCases { print(target.rawValue) }
      return
    }
    var count = CommandLine.argc
    // SAFETY: the process's own arguments; libFuzzer's pointer is good for `size` bytes during the call.
    var arguments = unsafe CommandLine.unsafeArgv
    let code = unsafe withUnsafeMutablePointer(to: &arguments) { pointer in
      let raw = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(
        to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self)
      return unsafe runFuzzer(&count, raw) { bytes, size in
        let input = unsafe UnsafeBufferPointer(start: bytes, count: size)
        unsafe Main.target?.run(input.span)
        return 0
      }
    }
    exit(code)
  }
}
