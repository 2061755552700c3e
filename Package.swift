// swift-tools-version: 6.1
import Glibc
import PackageDescription

// The architecture: a target cannot import what its role must not know. Base is for all; Contracts for the groups below it;
// Roles, Session, Network and Offline do not use each other; Studies may use the roles.
// A line is a folder, or a target in it and what it may import. "=" makes it a system library: Debian's packages that have
// it, and its name for pkg-config. Tests may also use the module that they are named after, and what that may import.
let table = """
    # What any program may stand on. Knows no role and no message.
    Sources/Base
      Version, Processes, JSON, SafeText, FuzzySearch, SessionResult
      Platform: CPlatform
      CPlatform =
      Wire: JSON SafeText
      URLOpening: Processes
      Secrecy: JSON Wire
      TerminalText: SafeText CUTF8Proc
      CUTF8Proc = libutf8proc-dev
      Markdown: CMarkGFM
      CMarkGFM = libcmark-gfm-dev libcmark-gfm-extensions-dev
      YAML: SafeText CYAML
      CYAML = libyaml-dev (yaml-0.1)
      Compression: CZlib
      CZlib = zlib1g-dev (zlib)

    # What two programs agree on: messages, and files that several programs read.
    Sources/Contracts
      ViewMessages: JSON
      InteractorMessages: JSON
      RouterMessages: JSON
      SupervisorMessages: JSON
      Composition: JSON Wire SafeText YAML Declarations
      Declarations: YAML
      JQClient: JSON Wire Processes
      WebAccess: JSON Processes CHandover
      CHandover =

    # The programs that play a role. No role uses another.
    Sources/Roles/Fetcher
      HTTPTransfer: CCurl CIDN2 Compression
      CCurl = libcurl4-openssl-dev (libcurl)
      CIDN2 = libidn2-dev (libidn2)
      Fetcher: JSON YAML Wire Processes InteractorMessages HTTPTransfer Secrecy SafeText Declarations JQClient
      viperline-fetcher: JSON Wire Processes Fetcher HTTPTransfer InteractorMessages Declarations JQClient
    Sources/Roles/Presenter
      Scenes: JSON Wire ViewMessages InteractorMessages RouterMessages
      Formatting: JSON Wire InteractorMessages Scenes
      ScreenLayout: ViewMessages Formatting Scenes
      Presenter: JSON YAML Wire ViewMessages InteractorMessages RouterMessages Scenes Formatting ScreenLayout \
          Declarations JQClient
      viperline-presenter: JSON YAML Wire Presenter Declarations JQClient RoleOptions
    Sources/Roles/Router
      Router: JSON Wire RouterMessages Processes URLOpening
      viperline-router: JSON Wire Router URLOpening RoleOptions
    Sources/Roles/Views
      ScreenModel: JSON Wire ViewMessages RouterMessages TerminalText Markdown
      TerminalView: JSON Wire ViewMessages RouterMessages Processes TerminalText Markdown FuzzySearch ScreenModel
      viperline-view: JSON Wire TerminalView RoleOptions
      WebView: JSON Wire ViewMessages RouterMessages TerminalText Markdown FuzzySearch ScreenModel Compression \
          Processes WebAccess CMicroHTTPD
      CMicroHTTPD = libmicrohttpd-dev (libmicrohttpd)
      viperline-web: Wire WebView WebAccess URLOpening
    Sources/Roles/App
      ProgramApp: JSON Wire ViewMessages RouterMessages Processes SafeText FuzzySearch SessionResult
      viperline-app: Wire Processes ProgramApp
    Sources/Roles/JQ
      JQ: JSON JQClient CJQ
      CJQ = libjq-dev
      viperline-jq: JQ JQClient Wire
    Sources/Roles
      RoleOptions: ArgumentParser

    # viperline: the supervisor, the bus, the tools.
    Sources/Session
      Recording: JSON Wire Processes Compression
      Supervision: JSON Wire Composition Processes SupervisorMessages Recording Secrecy SafeText
      SessionClient: JSON Wire Processes SupervisorMessages Recording
      Analysis: JSON Wire Recording TerminalText
      Playback: JSON Wire Processes Recording SessionClient Analysis TerminalText Secrecy
      Templates: Composition Processes
      WebFront: Wire Processes WebAccess
      viperline: JSON Wire YAML Declarations JQClient Composition Supervision SessionClient SupervisorMessages Recording \
          Processes Playback Analysis SafeText Secrecy TerminalText Templates SessionResult WebFront WebAccess

    # Parts of a session on other machines.
    Sources/Network
      NATSBridge: JSON Wire SafeText
      NATSLink: JSON Wire Processes NATSBridge CNATS
      CNATS = libnats-dev (libnats)
      viperline-nats: JSON Wire Processes Composition NATSBridge NATSLink

    # The catalog: answers in place of the network.
    Sources/Offline
      Catalog: Wire Processes Compression CUTF8Proc
      viperline-catalog: JSON Wire Catalog

    # Other patterns than VIPER, for comparison.
    Sources/Studies
      RoleGroup: JSON Wire
      viperline-pattern: Wire RoleGroup Presenter Router URLOpening TerminalView Formatting ViewModel ViewModelBinder \
          VIPInteractor VIPPresenter VIPRouter RoleOptions
    Sources/Studies/MVVM
      ViewModelMessages: JSON Formatting
      ViewModel: JSON Wire ViewModelMessages InteractorMessages RouterMessages Scenes Formatting
      ViewModelBinder: Wire ViewModelMessages ViewMessages RouterMessages Scenes Formatting ScreenLayout
    Sources/Studies/VIP
      VIPMessages: JSON Wire InteractorMessages Scenes
      VIPInteractor: JSON Wire InteractorMessages RouterMessages Scenes VIPMessages
      VIPPresenter: JSON Wire ViewMessages InteractorMessages Scenes Formatting ScreenLayout VIPMessages
      VIPRouter: JSON Wire InteractorMessages RouterMessages Scenes Router VIPMessages

    Tests
      TestSupport: JSON Wire Processes ViewMessages
    Tests/Base
      JSONTests, WireTests, SafeTextTests, SecrecyTests, ProcessesTests, CompressionTests
    Tests/Contracts
      CompositionTests, DeclarationsTests, JQClientTests
    Tests/Roles
      FormattingTests: ScreenLayout ViewMessages
      PresenterTests: VIPMessages ViewModelMessages
      WebViewTests: WebFront TerminalView
      ScreenModelTests: TerminalView WebView
      HTTPTransferTests, FetcherTests, RouterTests, TerminalViewTests, ProgramAppTests
    Tests/Session
      TimeMachineTests: Playback Recording Processes TerminalText
      SupervisionTests, SessionClientTests, RecordingTests, AnalysisTests, PlaybackTests, TemplatesTests, SessionTests
    Tests/Network
      NATSTests: NATSLink NATSBridge
      NATSBridgeTests
    Tests/Offline
      CatalogTests
    Tests/Studies
      VIPTests: VIPMessages VIPInteractor VIPPresenter VIPRouter Presenter Router URLOpening TerminalView \
          Formatting JSON Wire InteractorMessages
      ViewModelTests: ViewModelBinder Presenter Router URLOpening TerminalView ViewMessages
      RoleGroupTests, PatternTests
    """
let embedded = [
    "WebView": ["Assets/script.js", "Assets/style.css", "Assets/icon.svg"],
    "Catalog": ["apps", "paragraphs", "songs", "repositories", "videos"].map { "Samples/\($0).txt" },
]

/// The targets of the table, in its order.
func targets() -> [Target] {
    var found: [Target] = []
    var folder = ""
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
        guard line.hasPrefix(" ") else {
            folder = String(line)
            continue
        }
        for entry in line.split(separator: ",") {
            let words = entry.split { " :()".contains($0) }.map(String.init)
            let target = target(words[0], Array(words.dropFirst()), tested: found)
            target.path = "\(folder)/\(target.name)"
            found.append(target)
        }
    }
    return found
}

/// tested: where the module of a test is.
func target(_ name: String, _ words: [String], tested: [Target]) -> Target {
    if words.first == "=" {
        let (packages, others) = (
            words.filter { $0.hasSuffix("-dev") }, words.dropFirst().filter { !$0.hasSuffix("-dev") }
        )
        return .systemLibrary(name: name, pkgConfig: others.first, providers: [.apt(packages)])
    }
    let uses = words.map(dependency)
    if name.hasSuffix("Tests") {
        let module = tested.first { $0.name + "Tests" == name }
        let own = module.map { [dependency($0.name)] + $0.dependencies } ?? []
        return .testTarget(name: name, dependencies: own + uses + [dependency("TestSupport")])
    }
    if name.hasPrefix("viperline") {
        return .executableTarget(name: name, dependencies: uses + ["Version", "ArgumentParser"].map(dependency))
    }
    return .target(name: name, dependencies: uses, resources: (embedded[name] ?? []).map { .embedInCode($0) })
}

func dependency(_ name: String) -> Target.Dependency {
    name == "ArgumentParser" ? .product(name: name, package: "swift-argument-parser") : .byName(name: name)
}

let parser = ".build-dependencies/swift-argument-parser"
guard access("\(Context.packageDirectory)/\(parser)", F_OK) == 0 else {
    print("swift-argument-parser is missing: run scripts/fetch-parser first")
    exit(1)
}

let package = Package(
    name: "viperline", dependencies: [.package(path: parser)], targets: targets(),
    swiftLanguageModes: [.v6])

for target in package.targets where target.type != .system {
    if target.name != "Platform" { target.dependencies.append("Platform") }
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
