import CVideo4Linux
import Glibc

/// A kernel of this machine, not a test's: waits and clocks are the process's own.
protocol HostKernel: KernelInterface {}

extension HostKernel {
  // SAFETY, for every call below: the C function uses its pointers within the call and keeps none.

  func poll(_ device: DeviceHandle?, wake: Int32, milliseconds: Int32, _ events: inout PollEvents) -> Int32 {
    var bits: UInt32 = 0
    var woken = false
    let code = unsafe cv4l_poll(device?.descriptor ?? -1, wake, milliseconds, &bits, &woken)
    events.isReadable = bits & cv4l_poll_in != 0
    events.isBroken = bits & (cv4l_poll_error | cv4l_poll_hangup) != 0
    events.isWoken = woken
    return code
  }

  func makeWake(_ wake: inout Int32) -> Int32 { unsafe cv4l_wake_make(&wake) }

  func signalWake(_ wake: Int32) -> Int32 { cv4l_wake_signal(wake) }

  func closeWake(_ wake: Int32) { _ = cv4l_close(wake, false) }

  func rest(milliseconds: Int32) { usleep(UInt32(clamping: milliseconds) * 1000) }

  var nanoseconds: Int64 { cv4l_monotonic_ns() }
}
