/// One of a driver's buffers, mapped into this process's memory. Shared by the stream and the slot that shows it, and
/// unmapped when both have released it, so a frame that is still being read stays readable after the camera is
/// gone.
@safe
final class MappedBuffer<Kernel: KernelInterface> {
  let memory: UnsafeMutableRawBufferPointer
  private let kernel: Kernel
  private let isConverting: Bool

  /// - Throws: ``CaptureError/system(call:path:code:)``, or ``CaptureError/notACamera(path:reason:)`` when the
  ///   driver's buffer is smaller than the frames it promised, or absurdly large.
  init(index: Int, of device: borrowing VideoDevice<Kernel>, atLeast bytes: Int) throws(CaptureError) {
    kernel = device.kernel
    isConverting = device.handle.isConverting
    var report = BufferReport()
    report.index = UInt32(index)
    var code = uninterrupted { device.kernel.queryBuffer(device.handle, &report) }
    guard code == 0 else { throw device.failure(code, call: "VIDIOC_QUERYBUF") }
    guard report.length > 0, Int(report.length) >= bytes, Int(report.length) <= Negotiator.largestBuffer
    else {
      throw .notACamera(
        path: device.path, reason: "its driver gives buffers of \(report.length) bytes for frames of \(bytes)"
      )
    }
    var mapped = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    code = uninterrupted {
      unsafe device.kernel.map(
        device.handle, length: Int(report.length), offset: report.offset, &mapped)
    }
    guard code == 0 else { throw device.failure(code, call: "mmap") }
    unsafe memory = unsafe mapped
  }

  /// Calls `body` with the first bytes, no more than there are.
  func withBytes<Result>(_ count: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the memory stays mapped as long as self lives, which is longer than the call.
    let bytes = unsafe UnsafeBufferPointer(
      start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: min(count, memory.count))
    return unsafe body(bytes.span)
  }

  // SAFETY: the memory was mapped by init with this very length, and nobody else holds it any more.
  deinit { _ = unsafe kernel.unmap(memory, isConverting: isConverting) }
}
