// swift-tools-version: 6.2
// Fuzz targets, each a way in for bytes that dualcam doesn't control. Run by tools/hostile/fuzz; a package of its own, so
// that dualcam itself is never built with the fuzzer's instrumentation. It reaches readers that are internal by
// @testable, as the tests do: tools/hostile/fuzz builds with -enable-testing.

import PackageDescription

let package = Package(
  name: "dualcam-fuzz",
  dependencies: [
    .package(name: "dualcam", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "JPEGCodec", "PixelTypes", "CaptureKit", "FrameBus", "HUDGeometry", "GlassChrome", "parts",
      ]
      .map { .product(name: $0, package: "dualcam") }
        + [.product(name: "NIOEmbedded", package: "swift-nio")],
      swiftSettings: [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")])
  ],
  swiftLanguageModes: [.v6]
)
