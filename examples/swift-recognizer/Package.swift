// swift-tools-version: 6.2
import PackageDescription

// A program of its own that uses the library. Yours would name a URL and a version in place of the path.
let package = Package(
  name: "swift-recognizer",
  dependencies: [.package(name: "earmark", path: "../..")],
  targets: [
    .executableTarget(
      name: "swift-recognizer",
      dependencies: [
        .product(name: "Earmark", package: "earmark"), .product(name: "GStreamerKit", package: "earmark"),
      ],
      path: "Sources")
  ]
)
