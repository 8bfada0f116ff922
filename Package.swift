// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "provision-tags",
  platforms: [.macOS("26.0")],
  products: [
    .library(name: "Provision", targets: ["Provision"]),
    .executable(name: "provision-tags", targets: ["provision-tags"]),
  ],
  targets: [
    // libnfc itself, and one-line inlines for what Swift cannot read of it.
    .systemLibrary(
      name: "CLibNFC", pkgConfig: "libnfc",
      providers: [.apt(["libnfc-dev"]), .brew(["libnfc"])]),
    // Header only: libc calls that Swift's Glibc module does not show (getopt_long, posix_openpt, …).
    .systemLibrary(name: "CPlatform"),
    .target(
      name: "Provision", dependencies: ["CLibNFC", "CPlatform"], swiftSettings: swiftSettings),
    // A PN532 on a pseudo-terminal with virtual tags; knows nothing of Provision.
    .target(name: "VirtualReader", dependencies: ["CPlatform"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "provision-tags", dependencies: ["Provision", "VirtualReader", "CPlatform"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ProvisionTests", dependencies: ["Provision", "VirtualReader"],
      resources: [.copy("Vectors")], swiftSettings: swiftSettings),
    .testTarget(
      name: "VirtualReaderTests", dependencies: ["VirtualReader"], swiftSettings: swiftSettings),
    .testTarget(
      name: "CommandTests", dependencies: ["Provision", "VirtualReader", "provision-tags", "CPlatform"],
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
