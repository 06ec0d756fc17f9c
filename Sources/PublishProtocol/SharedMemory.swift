import CFileSystem
import Glibc
import HostResources

/// Slots of memory that other processes read while this one writes: `memfd_create(2)`, sealed so that its size is fixed and no
/// other process can write to it (`F_SEAL_FUTURE_WRITE`, Linux 5.1).
///
/// Each slot begins with a header of ``headerBytes``, in little-endian 64-bit numbers: the sequence of its contents, 0 while
/// being written, and the number of bytes that follow the header. A reader copies those bytes and then checks that the sequence
/// is unchanged.
@safe
package final class SharedMemory: @unchecked Sendable {
  // SAFETY: one thread writes; readers are other processes, which check the sequence. The mapping stays as long as this object.
  /// Bytes of a slot's header (docs/publishing.md).
  package static let headerBytes = 64

  /// The number of slots.
  package let slots: Int
  /// Bytes from one slot to the next.
  package let slotBytes: Int
  /// The memory's descriptor, for readers.
  package let descriptor: Int32
  private let base: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - slots: at least 2.
  ///   - capacity: bytes that each holds.
  /// - Throws: `FileError.cannotCreate(path:reason:)` if the machine lacks memory or the kernel such seals.
  package init(slots: Int, capacity: Int) throws(FileError) {
    let page = 4096
    self.slots = slots
    slotBytes = (Self.headerBytes + capacity + page - 1) / page * page
    var start: UnsafeMutableRawPointer?
    let file = unsafe cfilesystem_share("dualcam-pictures", slots * slotBytes, &start)
    guard file >= 0, let start = unsafe start else {
      throw .cannotCreate(path: "memory for published pictures", reason: SystemCall.text(-file))
    }
    descriptor = file
    unsafe base = start
  }

  deinit {
    unsafe munmap(base, slots * slotBytes)
    close(descriptor)
  }

  /// Bytes that a slot holds.
  package var capacity: Int { slotBytes - Self.headerBytes }

  /// Writes bytes into a slot.
  ///
  /// - Parameters:
  ///   - bytes: at most ``capacity``.
  ///   - slot: from 0.
  ///   - sequence: more than 0, and never reused.
  package func write(_ bytes: Span<UInt8>, to slot: Int, sequence: UInt64) {
    precondition((0..<slots).contains(slot) && bytes.count <= capacity)
    // SAFETY: the slot lies inside the mapping and has room for header and bytes (checked above).
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe cfilesystem_publish(base + slot * slotBytes, bytes.baseAddress, bytes.count, sequence)
    }
  }
}

/// Another process's ``SharedMemory``, mapped for reading.
@safe
package final class SharedMemoryReader: @unchecked Sendable {
  // SAFETY: the mapping is only read, stays as long as this object, and can't shrink: it is sealed.
  private let base: UnsafeRawPointer
  private let size: Int

  /// Takes ownership of the descriptor.
  ///
  /// - Throws: `FileError.io(path:reason:)` if it isn't memory with a sealed size.
  package init(descriptor: Int32) throws(FileError) {
    defer { close(descriptor) }
    var bytes = 0
    var start: UnsafeRawPointer?
    let code = unsafe cfilesystem_map_shared(descriptor, &bytes, &start)
    guard code == 0, let start = unsafe start else {
      throw .io(path: "the pictures' memory", reason: SystemCall.text(code))
    }
    unsafe base = start
    size = bytes
  }

  deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: base), size) }

  /// Copies a slot's bytes; false if it holds something else by now or isn't within the memory.
  ///
  /// - Parameters:
  ///   - offset: bytes to the slot's beginning, a multiple of 8.
  ///   - count: bytes that it should hold.
  ///   - sequence: the sequence that it should hold.
  ///   - room: for at least `count` bytes; its contents after a failure are meaningless.
  package func take(at offset: Int, count: Int, sequence: UInt64, into room: UnsafeMutableRawBufferPointer)
    -> Bool
  {
    guard offset >= 0, offset % 8 == 0, count >= 0, count <= size,
      offset <= size - count - SharedMemory.headerBytes
    else { return false }
    precondition(room.count >= count)
    // SAFETY: the slot lies inside the mapping, the room has `count` bytes (checked above).
    return unsafe cfilesystem_take(base + offset, room.baseAddress, count, sequence)
  }
}
