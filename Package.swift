// swift-tools-version: 6.2
import PackageDescription

// One function per kind of target, so that a new one is a line below.

/// With EARMARK_STATIC=1 in the environment, as `make build` has it, plugins and command bring the Swift runtime
/// along, so that they run where no toolchain is; a plugin then shows nobody more than its descriptor, so that it
/// loads beside any other Swift code. Not the default, since a package with such flags is no dependency for others.
let isStatic = Context.environment["EARMARK_STATIC"] == "1"
let symbols = "\(Context.packageDirectory)/Plugins/exported-symbols.map"

let swiftSettings: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (isStatic ? [.unsafeFlags(["-static-stdlib"])] : [])

let commandLinkerSettings: [LinkerSetting] =
  isStatic ? [.unsafeFlags(["-static-stdlib", "-use-ld=lld", "-Xlinker", "--gc-sections"])] : []

let pluginLinkerSettings: [LinkerSetting] =
  isStatic
  ? commandLinkerSettings + [.unsafeFlags(["-Xlinker", "--version-script=\(symbols)", "-Xlinker", "--no-undefined"])]
  : []

/// A library module under Sources/.
func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// The elements of one loadable plugin (Plugins/FOLDER/Stage), which also register statically, the plugin descriptor
/// beside them (Plugins/FOLDER/Plugin), and the shared object libgstNAME.so that GStreamer loads.
func plugin(_ name: String, folder: String, module: String, _ dependencies: Target.Dependency...) -> (
  product: Product, targets: [Target]
) {
  (
    .library(name: "gst\(name)", type: .dynamic, targets: ["\(module)Plugin"]),
    [
      .target(
        name: "\(module)Stage", dependencies: ["GStreamerKit"] + dependencies, path: "Plugins/\(folder)/Stage",
        swiftSettings: swiftSettings),
      .target(
        name: "\(module)Plugin", dependencies: ["GStreamerKit", .target(name: "\(module)Stage")],
        path: "Plugins/\(folder)/Plugin", swiftSettings: swiftSettings, linkerSettings: pluginLinkerSettings),
    ]
  )
}

/// The tests of one module, in Tests/MODULETests.
func tests(_ module: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.target(name: module)] + dependencies, swiftSettings: swiftSettings)
}

let plugins = [
  plugin(
    "earfingerprint", folder: "fingerprint", module: "Fingerprint", "Fingerprinting", "Recognition", "StageContract"),
  plugin("earapi", folder: "api", module: "API", "Campaigns", "Fingerprinting", "Recognition", "StageContract"),
  plugin("eartimeline", folder: "timeline", module: "Timeline", "Recognition", "StageContract"),
]

let package = Package(
  name: "earmark",
  products: plugins.map(\.product) + [
    .library(name: "Earmark", targets: ["Earmark"]),
    .library(name: "GStreamerKit", targets: ["GStreamerKit"]),
    .library(name: "Fingerprinting", targets: ["Fingerprinting"]),
    .library(name: "Media", targets: ["Media"]),
    .library(name: "Recognition", targets: ["Recognition"]),
    .executable(name: "earmark", targets: ["EarmarkCommand"]),
  ],
  targets: [
    // The libraries and the shims are two targets because SwiftPM tracks the header of a C target only.
    .systemLibrary(
      name: "CGStreamerLibraries", pkgConfig: "gstreamer-audio-1.0",
      providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
    .target(name: "CGStreamer", dependencies: ["CGStreamerLibraries"]),
    module("GStreamerKit", "CGStreamer"),
    module("Signal"),
    // CRC-32 of pack sections. GLib, and so every GStreamer, already depends on this library.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    module("Fingerprinting", "Signal", "CZlib"),
    module("Recognition"),
    module("StageContract", "GStreamerKit", "Recognition", "Fingerprinting"),
    module("Media", "GStreamerKit", "CGStreamer"),
    module("Campaigns", "Recognition", "Fingerprinting"),
    module(
      "Earmark", "GStreamerKit", "Media", "Recognition", "Fingerprinting", "FingerprintStage", "APIStage",
      "TimelineStage"),
    .executableTarget(
      name: "EarmarkCommand",
      dependencies: [
        "Earmark", "Media", "Fingerprinting", "Recognition", "GStreamerKit", "CGStreamer",
      ],
      swiftSettings: swiftSettings, linkerSettings: commandLinkerSettings),
    tests("GStreamerKit", "CGStreamer"),
    tests("Signal"),
    tests("Fingerprinting"),
    tests("Recognition"),
    // Audio files and processes for the tests of several modules.
    .target(name: "TestAudio", path: "Tests/TestAudio", exclude: ["C"], swiftSettings: swiftSettings),
    tests("Media", "GStreamerKit", "CGStreamer", "TestAudio"),
    tests("Earmark", "CGStreamer", "Fingerprinting", "GStreamerKit", "Recognition", "TestAudio"),
    tests("EarmarkCommand", "Earmark", "Media", "Fingerprinting", "Recognition", "GStreamerKit", "TestAudio"),
    // What is heard from a sound server and from streams, as they come.
    .testTarget(
      name: "LiveTests", dependencies: ["Earmark", "EarmarkCommand", "GStreamerKit", "TestAudio"],
      exclude: ["Support/rtsp-server.py"], swiftSettings: swiftSettings),
    .testTarget(
      name: "StageTests",
      dependencies: [
        "Earmark", "Media", "Fingerprinting", "Recognition", "GStreamerKit", "FingerprintPlugin", "APIPlugin",
        "TimelinePlugin", "FingerprintStage", "APIStage", "TimelineStage", "StageContract", "Campaigns", "CGStreamer",
        "TestAudio",
      ], swiftSettings: swiftSettings),
  ] + plugins.flatMap(\.targets)
)
