import Glibc

/// An output node's mapped buffers (https://docs.kernel.org/userspace-api/media/v4l/mmap.html). Each frame is copied into
/// one that the driver doesn't hold, and queued.
@safe
final class OutputBuffers {
  // SAFETY: the memory is mapped from `init` to `deinit`, and nobody else gets it.
  struct Failure: Error { var code: Int32 }

  // Enough for a node that shows one while another waits.
  private static let wanted: UInt32 = 4

  private let kernel: any NodeKernel
  private let device: DeviceHandle
  private var memory: [UnsafeMutableRawBufferPointer] = unsafe []
  /// Indices of the buffers that the driver doesn't hold.
  private var free: [UInt32] = []
  private var isOn = false

  /// - Throws: `Failure` with the errno; ENOMEM when the driver's buffers are too small for a frame.
  init(_ device: DeviceHandle, frameBytes: Int, kernel: any NodeKernel) throws(Failure) {
    self.kernel = kernel
    self.device = device
    var count = Self.wanted
    let code = uninterrupted { kernel.requestBuffers(device, &count) }
    guard code == 0 else { throw Failure(code: code) }
    guard (1...32).contains(count) else { throw Failure(code: ENOMEM) }
    for index in 0..<count {
      var report = BufferReport(index: index)
      var mapped = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
      var code = kernel.queryBuffer(device, &report)
      if code == 0 {
        code = unsafe kernel.map(device, length: Int(report.length), offset: report.offset, &mapped)
      }
      guard code == 0 else {
        unmapAll()
        throw Failure(code: code)
      }
      unsafe memory.append(mapped)
      guard mapped.count >= frameBytes else {
        unmapAll()
        throw Failure(code: ENOMEM)
      }
      free.append(index)
    }
  }

  deinit { unmapAll() }

  private func unmapAll() {
    for index in unsafe memory.indices { _ = unsafe kernel.unmap(memory[index], isConverting: false) }
    unsafe memory.removeAll()
  }

  func write(_ bytes: Span<UInt8>) -> VideoOutput.Outcome {
    if free.isEmpty {
      var report = BufferReport()
      let code = uninterrupted { kernel.dequeueBuffer(device, &report) }
      if code == EAGAIN { return .busy }
      if code != 0 { return .failed(code: code) }
      // Check the driver's index before using it.
      guard unsafe memory.indices.contains(Int(report.index)) else { return .failed(code: EIO) }
      free.append(report.index)
    }
    let index = free.removeLast()
    // SAFETY: a frame fits each buffer, as checked when they were mapped, and the driver doesn't hold this one.
    unsafe bytes.withUnsafeBytes { unsafe memory[Int(index)].copyMemory(from: $0) }
    var code = uninterrupted { kernel.queueBuffer(device, index: index, bytes: UInt32(bytes.count)) }
    if code != 0 { return .failed(code: code) }
    if !isOn {
      code = uninterrupted { kernel.streamOn(device) }
      if code != 0 { return .failed(code: code) }
      isOn = true
    }
    return .written
  }
}
