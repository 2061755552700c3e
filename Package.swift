// swift-tools-version: 6.1
import PackageDescription

// The dependencies of each target are the architecture: a target cannot import what its role must not know.
// scripts/check-boundaries holds this file against the table in ARCHITECTURE.md.

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "viperline",
    dependencies: [
        .package(path: "Dependencies/swift-argument-parser")
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPlatform"),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CMarkGFM",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(name: "CHandover"),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CJQ", providers: [.apt(["libjq-dev"])]),
        .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),

        // What every program shares, and the messages of each edge.
        .target(name: "Platform", dependencies: ["CPlatform"]),
        .target(name: "Version"),
        .target(name: "JSON"),
        .target(name: "SafeText"),
        .target(name: "YAML", dependencies: ["SafeText", "CYAML"]),
        .target(name: "Compression", dependencies: ["CZlib"]),
        .target(name: "Wire", dependencies: ["JSON", "SafeText"]),
        .target(name: "Secrecy", dependencies: ["JSON"]),
        .target(name: "Processes"),
        .target(name: "TerminalText", dependencies: ["SafeText", "CUTF8Proc"]),
        .target(name: "Markdown", dependencies: ["CMarkGFM"]),
        .target(name: "FuzzySearch"),
        .target(name: "SessionResult"),
        .target(name: "ViewMessages", dependencies: ["JSON"]),
        .target(name: "InteractorMessages", dependencies: ["JSON"]),
        .target(name: "RouterMessages", dependencies: ["JSON"]),
        .target(name: "SupervisorMessages", dependencies: ["JSON"]),
        .target(name: "Recording", dependencies: ["JSON", "Wire", "Processes", "Compression"]),

        // Declared applications.
        .target(name: "Declarations", dependencies: ["YAML"]),
        .target(name: "Evaluation", dependencies: ["JSON", "Wire", "Processes"]),
        .target(name: "JQ", dependencies: ["JSON", "Evaluation", "CJQ"]),

        // The roles.
        .target(name: "HTTPTransfer", dependencies: ["CCurl", "CIDN2", "Compression"]),
        .target(
            name: "Fetcher",
            dependencies: [
                "JSON", "YAML", "Wire", "Processes", "InteractorMessages", "HTTPTransfer", "Secrecy", "SafeText",
                "Declarations", "Evaluation",
            ]),
        .target(
            name: "Scenes", dependencies: ["JSON", "Wire", "ViewMessages", "InteractorMessages", "RouterMessages"]),
        .target(name: "Formatting", dependencies: ["JSON", "Wire", "InteractorMessages", "Scenes"]),
        .target(name: "ScreenLayout", dependencies: ["ViewMessages", "Formatting", "Scenes"]),
        .target(
            name: "Presenter",
            dependencies: [
                "JSON", "YAML", "Wire", "ViewMessages", "InteractorMessages", "RouterMessages", "Scenes", "Formatting",
                "ScreenLayout", "Declarations", "Evaluation",
            ]),
        .target(name: "Router", dependencies: ["JSON", "Wire", "RouterMessages", "Processes"]),
        .target(
            name: "ScreenModel", dependencies: ["JSON", "Wire", "ViewMessages", "RouterMessages", "TerminalText"]),
        .target(
            name: "TerminalView",
            dependencies: [
                "JSON", "Wire", "ViewMessages", "RouterMessages", "Processes", "TerminalText", "Markdown",
                "FuzzySearch", "ScreenModel",
            ]),
        .target(name: "WebAccess", dependencies: ["JSON", "Processes", "CHandover"]),
        .target(name: "Serving", dependencies: ["Wire", "Processes", "WebAccess"]),
        .target(
            name: "WebView",
            dependencies: [
                "JSON", "Wire", "ViewMessages", "RouterMessages", "TerminalText", "Markdown", "FuzzySearch",
                "ScreenModel", "Compression", "Processes", "WebAccess", "CMicroHTTPD",
            ],
            resources: [
                .embedInCode("Assets/script.js"), .embedInCode("Assets/style.css"), .embedInCode("Assets/icon.svg"),
            ]
        ),
        .target(
            name: "Script",
            dependencies: [
                "JSON", "Wire", "ViewMessages", "RouterMessages", "Processes", "SafeText", "FuzzySearch",
                "SessionResult",
            ]),

        // Parts of a session on other machines.
        .target(name: "NATSBridge", dependencies: ["JSON", "Wire", "SafeText"]),
        .target(name: "NATSLink", dependencies: ["JSON", "Wire", "Processes", "NATSBridge", "CNATS"]),

        // The roles of other patterns.
        .target(
            name: "CycleMessages", dependencies: ["JSON", "Wire", "InteractorMessages", "Scenes"],
            path: "Sources/Patterns/VIP/Messages"),
        .target(
            name: "CycleInteractor",
            dependencies: ["JSON", "Wire", "InteractorMessages", "RouterMessages", "Scenes", "CycleMessages"],
            path: "Sources/Patterns/VIP/Interactor"),
        .target(
            name: "CyclePresenter",
            dependencies: [
                "JSON", "Wire", "ViewMessages", "InteractorMessages", "Scenes", "Formatting", "ScreenLayout",
                "CycleMessages",
            ], path: "Sources/Patterns/VIP/Presenter"),
        .target(
            name: "CycleRouter",
            dependencies: [
                "JSON", "Wire", "InteractorMessages", "RouterMessages", "Scenes", "Router", "CycleMessages",
            ], path: "Sources/Patterns/VIP/Router"),

        // Several roles in one process.
        .target(name: "RoleGroup", dependencies: ["JSON", "Wire"]),

        // What the command lines of several programs share.
        .target(name: "RoleOptions", dependencies: [argumentParser]),

        // Model-View-ViewModel.
        .target(
            name: "ViewModelMessages", dependencies: ["JSON", "Formatting"], path: "Sources/Patterns/MVVM/Messages"),
        .target(
            name: "ViewModel",
            dependencies: [
                "JSON", "Wire", "ViewModelMessages", "InteractorMessages", "RouterMessages", "Scenes", "Formatting",
            ], path: "Sources/Patterns/MVVM/ViewModel"),
        .target(
            name: "ViewModelBinder",
            dependencies: [
                "Wire", "ViewModelMessages", "ViewMessages", "RouterMessages", "Scenes", "Formatting", "ScreenLayout",
            ], path: "Sources/Patterns/MVVM/Binder"),

        // The offline upstream.
        .target(
            name: "Catalog",
            dependencies: ["Processes", "Compression", "CUTF8Proc"]),

        // The supervisor.
        .target(name: "Composition", dependencies: ["JSON", "Wire", "SafeText", "YAML", "Declarations"]),
        .target(
            name: "Supervision",
            dependencies: [
                "JSON", "Wire", "Composition", "Processes", "SupervisorMessages", "Recording", "Secrecy", "SafeText",
            ]),
        .target(name: "Templates", dependencies: ["Composition", "Processes"]),
        .target(name: "Control", dependencies: ["JSON", "Wire", "Processes", "SupervisorMessages", "Recording"]),

        // What a recorded session is good for.
        .target(
            name: "Playback",
            dependencies: [
                "JSON", "Wire", "Processes", "Recording", "Control", "Analysis", "TerminalText", "Secrecy",
            ]),
        .target(name: "Analysis", dependencies: ["JSON", "Wire", "Recording", "TerminalText"]),

        // Thin mains.
        .executableTarget(
            name: "viperline",
            dependencies: [
                "JSON", "Wire", "YAML", "Declarations", "Evaluation", "Composition", "Supervision", "Control",
                "SupervisorMessages", "Recording", "Processes", "Playback", "Analysis", "SafeText", "Secrecy",
                "TerminalText", "Templates", "SessionResult", "Version",
                "Serving", "WebAccess",
                argumentParser,
            ]),
        .executableTarget(
            name: "viperline-fetcher",
            dependencies: [
                "JSON", "Wire", "Processes", "Fetcher", "HTTPTransfer", "InteractorMessages", "Declarations",
                "Evaluation",
                "Version", argumentParser,
            ]),
        .executableTarget(
            name: "viperline-presenter",
            dependencies: [
                "JSON", "YAML", "Wire", "Presenter", "Declarations", "Evaluation", "RoleOptions", "Version",
                argumentParser,
            ]),
        .executableTarget(
            name: "viperline-jq", dependencies: ["JQ", "Evaluation", "Wire", "Version", argumentParser]),
        .executableTarget(
            name: "viperline-router",
            dependencies: ["JSON", "Wire", "Router", "RoleOptions", "Version", argumentParser]),
        .executableTarget(
            name: "viperline-view",
            dependencies: ["JSON", "Wire", "TerminalView", "RoleOptions", "Version", argumentParser]),
        .executableTarget(
            name: "viperline-web", dependencies: ["Wire", "WebView", "WebAccess", "Router", "Version", argumentParser]),
        .executableTarget(
            name: "viperline-script", dependencies: ["Wire", "Processes", "Script", "Version", argumentParser]),
        .executableTarget(
            name: "viperline-nats",
            dependencies: [
                "JSON", "Wire", "Processes", "Composition", "NATSBridge", "NATSLink", "Version", argumentParser,
            ]),
        .executableTarget(
            name: "viperline-pattern",
            dependencies: [
                "Wire", "RoleGroup", "Presenter", "Router", "TerminalView", "Formatting", "ViewModel",
                "ViewModelBinder", "CycleInteractor", "CyclePresenter", "CycleRouter", "RoleOptions", "Version",
                argumentParser,
            ]),
        .executableTarget(
            name: "viperline-catalog", dependencies: ["JSON", "Wire", "Catalog", "Version", argumentParser]),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["JSON", "Wire", "Processes", "ViewMessages"], path: "Tests/TestSupport"),
        .testTarget(name: "CompressionTests", dependencies: ["Compression"]),
        .testTarget(name: "SafeTextTests", dependencies: ["SafeText"]),
        .testTarget(name: "SecrecyTests", dependencies: ["Secrecy"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
        .testTarget(name: "WireTests", dependencies: ["JSON", "Wire", "TestSupport"]),
        .testTarget(name: "DeclarationsTests", dependencies: ["Declarations", "YAML"]),
        .testTarget(
            name: "EvaluationTests", dependencies: ["Evaluation", "JQ", "JSON", "TestSupport", "viperline-jq"]),
        .testTarget(name: "ProcessesTests", dependencies: ["Processes", "TestSupport"]),
        .testTarget(name: "HTTPTransferTests", dependencies: ["HTTPTransfer", "TestSupport"]),
        .testTarget(
            name: "FetcherTests",
            dependencies: [
                "Fetcher", "HTTPTransfer", "JSON", "YAML", "Wire", "InteractorMessages", "Declarations", "Evaluation",
                "TestSupport", "viperline-jq",
            ]),
        .testTarget(
            name: "FormattingTests",
            dependencies: ["Formatting", "Scenes", "ScreenLayout", "ViewMessages", "InteractorMessages"]),
        .testTarget(
            name: "PresenterTests",
            dependencies: [
                "Presenter", "Scenes", "Formatting", "ScreenLayout", "JSON", "YAML", "Wire", "ViewMessages",
                "InteractorMessages", "RouterMessages", "TestSupport", "CycleMessages", "Declarations", "Evaluation",
                "viperline-jq",
                "ViewModelMessages",
            ]),
        .testTarget(
            name: "CycleTests",
            dependencies: [
                "CycleMessages", "CycleInteractor", "CyclePresenter", "CycleRouter", "Presenter", "Router",
                "TerminalView", "Formatting", "JSON", "Wire", "InteractorMessages", "TestSupport", "viperline-pattern",
            ]),
        .testTarget(name: "RouterTests", dependencies: ["Router", "JSON", "Wire", "RouterMessages", "TestSupport"]),
        .testTarget(
            name: "ViewModelTests",
            dependencies: [
                "ViewModel", "ViewModelBinder", "ViewModelMessages", "Formatting", "JSON", "Wire", "Presenter",
                "Router", "TerminalView", "ViewMessages", "RouterMessages", "TestSupport", "viperline-pattern",
            ]),
        .testTarget(
            name: "TerminalViewTests",
            dependencies: [
                "TerminalView", "FuzzySearch", "ScreenModel", "Markdown", "TerminalText", "JSON", "Wire",
                "ViewMessages",
                "RouterMessages", "Processes", "TestSupport",
            ]),
        .testTarget(
            name: "WebViewTests",
            dependencies: [
                "WebView", "WebAccess", "Serving", "TerminalView", "ScreenModel", "Markdown", "JSON", "Wire",
                "ViewMessages", "RouterMessages",
                "TestSupport", "viperline-web",
            ]),
        .testTarget(
            name: "ScriptTests",
            dependencies: [
                "Script", "SessionResult", "JSON", "Wire", "Processes", "ViewMessages", "RouterMessages", "TestSupport",
            ]),
        .testTarget(
            name: "RoleGroupTests",
            dependencies: ["RoleGroup", "Wire", "JSON", "Router", "Presenter", "RouterMessages", "TestSupport"]),
        .testTarget(
            name: "PatternTests",
            dependencies: [
                "TestSupport", "viperline", "viperline-pattern", "viperline-fetcher", "viperline-presenter",
                "viperline-router", "viperline-view", "viperline-catalog",
            ]),
        .testTarget(name: "NATSBridgeTests", dependencies: ["NATSBridge", "JSON", "Wire"]),
        .testTarget(
            name: "NATSTests",
            dependencies: [
                "NATSLink", "NATSBridge", "Processes", "JSON", "Wire", "TestSupport", "viperline", "viperline-nats",
                "viperline-fetcher", "viperline-presenter", "viperline-router", "viperline-view", "viperline-catalog",
            ]),
        .testTarget(name: "CatalogTests", dependencies: ["Catalog", "TestSupport", "viperline-catalog"]),
        .testTarget(
            name: "CompositionTests", dependencies: ["Composition", "YAML", "Wire", "TestSupport", "viperline"]),
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
            name: "TemplatesTests",
            dependencies: [
                "Templates", "Composition", "Processes", "TestSupport", "viperline", "viperline-presenter",
                "viperline-router", "viperline-view", "viperline-script", "viperline-fetcher", "viperline-catalog",
                "viperline-jq",
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
                "viperline-view", "viperline-catalog", "viperline-pattern", "viperline-script",
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
