// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "my-application",
    targets: [.executableTarget(name: "my-application", path: "Sources")]
)
