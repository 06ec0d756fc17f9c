import Compositor
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes
import Values

/// Draws stamps into finished pictures, as they are drawn into those of a job. These are decoded and encoded again.
struct PictureStamper: ~Copyable {
  /// A viewfinder in a picture.
  struct Place: Equatable {
    var rect: PixelRect
    var camera: String
  }

  /// Hardly any loss, for what is encoded once more.
  private static let quality = 95

  private let stamps: [PictureStamp]
  private var decoder: JPEGDecoder
  private var encoder: JPEGEncoder
  private var canvas: PlanarPicture?
  private var painter = InkPainter(canvas: PixelSize(clampingWidth: 1, height: 1), subsampling: .yuv420)
  private var places: [Place] = []
  private var inks: [StampInk] = []

  init(_ stamps: [PictureStamp], _ decoder: consuming JPEGDecoder, _ encoder: consuming JPEGEncoder) {
    self.stamps = stamps
    self.decoder = decoder
    self.encoder = encoder
  }

  /// - Parameters:
  ///   - places: where it stands.
  ///   - time: the picture's, in nanoseconds since 1970, or since the film began.
  ///   - isLocal: whether it is shown as the time zone's.
  ///   - values: what instruments said.
  /// - Throws: `JPEGError`; `GlassError` when there is no usable font.
  mutating func stamp(
    _ jpeg: [UInt8], in places: [Place], at time: Int64, isLocal: Bool, values: [ValueSample]
  ) throws -> [UInt8] {
    let header = try decoder.readHeader(jpeg.span)
    let used = header.subsampling == .grey ? .yuv420 : header.subsampling
    let picture: PlanarPicture
    if let canvas, canvas.size == header.size, canvas.subsampling == used {
      picture = canvas
    } else {
      picture = PlanarPicture(size: header.size, subsampling: used)
      canvas = picture
      painter = InkPainter(canvas: header.size, subsampling: used)
      self.places = []
    }
    if places != self.places {
      self.places = places
      inks = []
      for place in places {
        let inner = places.map(\.rect).filter { $0 != place.rect && place.rect.contains($0) }
        inks += try StampInk.all(
          stamps, over: place.rect, hasName: places.count > 1, inner: inner, camera: place.camera)
      }
    }
    _ = try decoder.decode(jpeg.span, into: picture)
    painter.begin()
    for index in inks.indices {
      inks[index].set(nanoseconds: time, isLocal: isLocal, values: values)
      inks[index].draw(into: picture, with: &painter)
    }
    return try encoder.encode(picture, quality: Self.quality)
  }
}
