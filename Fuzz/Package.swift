// swift-tools-version: 6.2
// Fuzz targets, each a way in for bytes that dualcam doesn't control. Run by scripts/fuzz; a package of its own, so
// that dualcam itself is never built with the fuzzer's instrumentation.

import PackageDescription

let package = Package(
  name: "dualcam-fuzz",
  dependencies: [.package(name: "dualcam", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz-splice",
      dependencies: [
        .product(name: "JPEGCodec", package: "dualcam"), .product(name: "PixelTypes", package: "dualcam"),
      ],
      swiftSettings: [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")])
  ],
  swiftLanguageModes: [.v6]
)
