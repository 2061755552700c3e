// swift-tools-version: 6.1
import PackageDescription

// The dependencies of each target are the architecture: a target cannot import what its role must not know.
// scripts/check-boundaries holds this file against the table in ARCHITECTURE.md.

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "viperline",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPlatform"),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),

        // What every program shares, and the messages of each edge.
        .target(name: "Platform", dependencies: ["CPlatform"]),
        .target(name: "JSON"),
        .target(name: "Wire", dependencies: ["JSON"]),
        .target(name: "Processes"),
        .target(name: "TerminalText", dependencies: ["CUTF8Proc"]),
        .target(name: "ViewMessages", dependencies: ["JSON"]),
        .target(name: "InteractorMessages", dependencies: ["JSON"]),
        .target(name: "RouterMessages", dependencies: ["JSON"]),
        .target(name: "SupervisorMessages", dependencies: ["JSON"]),
        .target(name: "Recording", dependencies: ["JSON", "Wire", "Processes", "CZlib"]),

        // The roles.
        .target(name: "HTTPTransfer", dependencies: ["CCurl", "CIDN2", "CZlib"]),
        .target(name: "Fetcher", dependencies: ["JSON", "Wire", "Processes", "InteractorMessages", "HTTPTransfer"]),
        .target(
            name: "Presenter",
            dependencies: ["JSON", "Wire", "ViewMessages", "InteractorMessages", "RouterMessages"]),
        .target(name: "Router", dependencies: ["JSON", "Wire", "RouterMessages", "Processes"]),
        .target(
            name: "TerminalView",
            dependencies: ["JSON", "Wire", "ViewMessages", "RouterMessages", "Processes", "TerminalText"]),

        // The offline upstream.
        .target(
            name: "Catalog",
            dependencies: ["Processes", "CZlib", .product(name: "FlyingFox", package: "FlyingFox")],
            // FlyingFox brings FoundationNetworking, whose static archive needs libcurl.
            linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux]))]),

        // The supervisor.
        .target(name: "Composition", dependencies: ["JSON", "Wire", "CYAML"]),
        .target(
            name: "Supervision",
            dependencies: ["JSON", "Wire", "Composition", "Processes", "SupervisorMessages", "Recording"]),
        .target(name: "Control", dependencies: ["JSON", "Wire", "Processes", "SupervisorMessages", "Recording"]),

        // What a recorded session is good for.
        .target(
            name: "Playback",
            dependencies: ["JSON", "Wire", "Processes", "Recording", "Control", "Analysis", "TerminalText"]),
        .target(name: "Analysis", dependencies: ["JSON", "Wire", "Recording", "TerminalText"]),

        // Thin mains.
        .executableTarget(
            name: "viperline",
            dependencies: [
                "JSON", "Wire", "Composition", "Supervision", "Control", "SupervisorMessages", "Recording",
                "Processes",
                "Playback", "Analysis",
                argumentParser,
            ]),
        .executableTarget(
            name: "viperline-fetcher",
            dependencies: [
                "JSON", "Wire", "Processes", "Fetcher", "HTTPTransfer", "InteractorMessages", argumentParser,
            ]),
        .executableTarget(
            name: "viperline-presenter", dependencies: ["JSON", "Wire", "Presenter", argumentParser]),
        .executableTarget(name: "viperline-router", dependencies: ["JSON", "Wire", "Router", argumentParser]),
        .executableTarget(name: "viperline-view", dependencies: ["JSON", "Wire", "TerminalView", argumentParser]),
        .executableTarget(name: "viperline-catalog", dependencies: ["JSON", "Wire", "Catalog", argumentParser]),

        // Tests.
        .target(name: "TestSupport", dependencies: ["JSON", "Wire", "Processes"], path: "Tests/TestSupport"),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
        .testTarget(name: "WireTests", dependencies: ["JSON", "Wire", "TestSupport"]),
        .testTarget(name: "ProcessesTests", dependencies: ["Processes", "TestSupport"]),
        .testTarget(name: "HTTPTransferTests", dependencies: ["HTTPTransfer", "TestSupport"]),
        .testTarget(
            name: "FetcherTests",
            dependencies: ["Fetcher", "HTTPTransfer", "JSON", "Wire", "InteractorMessages", "TestSupport"]),
        .testTarget(
            name: "PresenterTests",
            dependencies: [
                "Presenter", "JSON", "Wire", "ViewMessages", "InteractorMessages", "RouterMessages", "TestSupport",
            ]),
        .testTarget(name: "RouterTests", dependencies: ["Router", "JSON", "Wire", "RouterMessages", "TestSupport"]),
        .testTarget(
            name: "TerminalViewTests",
            dependencies: [
                "TerminalView", "TerminalText", "JSON", "Wire", "ViewMessages", "RouterMessages", "Processes",
                "TestSupport",
            ]),
        .testTarget(name: "CatalogTests", dependencies: ["Catalog", "TestSupport", "viperline-catalog"]),
        .testTarget(name: "CompositionTests", dependencies: ["Composition", "TestSupport", "viperline"]),
        .testTarget(
            name: "SupervisionTests",
            dependencies: ["Supervision", "Composition", "Processes", "JSON", "Wire", "TestSupport"]),
        .testTarget(
            name: "ControlTests",
            dependencies: ["Control", "Recording", "SupervisorMessages", "Processes", "JSON", "Wire", "TestSupport"]),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Recording", "JSON", "Wire", "Processes", "TestSupport", "viperline", "viperline-fetcher",
                "viperline-presenter", "viperline-router", "viperline-view", "viperline-catalog",
            ]),
        .testTarget(
            name: "PlaybackTests",
            dependencies: [
                "Playback", "Recording", "JSON", "Wire", "TestSupport", "viperline", "viperline-fetcher",
                "viperline-presenter",
                "viperline-router", "viperline-view", "viperline-catalog",
            ]),
        .testTarget(
            name: "AnalysisTests",
            dependencies: [
                "Analysis", "Recording", "JSON", "Wire", "TerminalText", "TestSupport", "viperline", "viperline-view",
            ]),
        .testTarget(
            name: "TimeMachineTests",
            dependencies: [
                "Playback", "Recording", "Processes", "TerminalText", "TestSupport", "viperline", "viperline-view",
            ]),
        .testTarget(
            name: "SessionTests",
            dependencies: [
                "TestSupport", "viperline", "viperline-fetcher", "viperline-presenter", "viperline-router",
                "viperline-view", "viperline-catalog",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    if target.name != "Platform" { target.dependencies.append("Platform") }
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
