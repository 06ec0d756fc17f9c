/// How many luma samples share one chroma sample (ITU-T T.81 A.1.1 sampling factors).
public enum ChromaSubsampling: String, Sendable, CaseIterable, Hashable {
  /// One chroma sample for each luma sample.
  case yuv444 = "4:4:4"
  /// Two luma samples of a row share a chroma sample.
  case yuv422 = "4:2:2"
  /// Two by two luma samples share a chroma sample.
  case yuv420 = "4:2:0"
  /// Two luma rows share a chroma row; a webcam's 4:2:2 turned by 90° looks like this.
  case yuv440 = "4:4:0"
  /// No chroma planes.
  case grey

  /// Luma samples for each chroma sample, along a row.
  public var horizontal: Int { self == .yuv422 || self == .yuv420 ? 2 : 1 }
  /// Luma rows for each chroma row.
  public var vertical: Int { self == .yuv440 || self == .yuv420 ? 2 : 1 }
  /// Width of a JPEG MCU in luma pixels when chroma has sampling factor 1×1.
  public var mcuWidth: Int { 8 * horizontal }
  /// Height of a JPEG MCU in luma pixels when chroma has sampling factor 1×1.
  public var mcuHeight: Int { 8 * vertical }

  /// Size of a chroma plane for a luma plane of this size: odd sizes round up.
  public func chromaSize(width: Int, height: Int) -> (width: Int, height: Int) {
    self == .grey
      ? (0, 0) : ((width + horizontal - 1) / horizontal, (height + vertical - 1) / vertical)
  }
}
