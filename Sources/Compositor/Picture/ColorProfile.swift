// ICC.1:2022, 7.2 and B.4: the profile's header, and how a JPEG holds it in APP2 segments.

import PixelTypes

/// The colour profile of a camera's JPEGs, which its pixels mean nothing without: a picture made of them has it, too.
package struct ColorProfile {
  /// As the JPEG's segments, with their markers; empty without a profile.
  package private(set) var segments: [UInt8] = []
  private static let name = Array("ICC_PROFILE\0".utf8)
  /// Where a first segment has the colour space: behind marker, length, name, number, count and 16 bytes of the header.
  private static let space = 4 + name.count + 2 + 16

  /// Makes one without a profile.
  package init() {}

  /// Takes a JPEG's, if it is one for RGB, which YCbCr stands for. Allocates only for a longer one than before.
  package mutating func take(_ jpeg: Span<UInt8>) {
    segments.removeAll(keepingCapacity: true)
    var place = 2
    while let segment = try? JPEGSegment.next(in: jpeg, from: place), segment.marker != JPEGMarker.startOfScan
    {
      place = segment.end
      let start = segment.offset
      guard segment.marker == JPEGMarker.application2, segment.end > start + Self.space,
        Self.name.indices.allSatisfy({ jpeg[start + 4 + $0] == Self.name[$0] })
      else { continue }
      if segments.isEmpty, !"RGB ".utf8.enumerated().allSatisfy({ jpeg[start + Self.space + $0.0] == $0.1 }) {
        return
      }
      for index in start..<segment.end { segments.append(jpeg[index]) }
    }
  }
}
