// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "swift-argument-parser",
    products: [.library(name: "ArgumentParser", targets: ["ArgumentParser"])],
    targets: [
        .target(name: "ArgumentParser", dependencies: ["ArgumentParserToolInfo"]),
        .target(name: "ArgumentParserToolInfo"),
    ]
)
