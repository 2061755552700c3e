// swift-tools-version: 6.1
import PackageDescription

// The architecture: a target cannot import what its role must not know. Base is for all; Contracts for the groups below it;
// Roles, Session, Network and Offline do not use each other; Studies may use the roles.
// A line is a folder with its purpose, or targets in it and what they may import. "=" makes one a system library: Debian's packages
// that have it, and its name for pkg-config. "+" makes one of C, which embeds files in a program. Tests may also use the module that
// they are named after, and what that may import.
let table = """
    Sources/Base  # What any program may stand on. Knows no role and no message.
      Version, Processes, Encodings, SafeText, Spelling, SessionResult
      CBaseFiles +
      Languages: CBaseFiles
      JSON: Spelling
      FuzzySearch: CUTF8Proc
      Platform: CPlatform
      CPlatform =
      Wire: JSON SafeText
      URLOpening: Processes Encodings
      Secrecy: JSON Encodings CBaseFiles
      TerminalText: SafeText CUTF8Proc
      CUTF8Proc = libutf8proc-dev
      Markdown: CMarkGFM
      CMarkGFM = libcmark-gfm-dev libcmark-gfm-extensions-dev
      YAML: SafeText Spelling CYAML
      CYAML = libyaml-dev (yaml-0.1)
      Compression: CZlib
      CZlib = zlib1g-dev (zlib)
      JSONRPC: JSON
      Commands: JSON Wire SafeText Spelling Processes Version CGetopt
      CGetopt =
    Sources/Contracts  # What two programs agree on: messages, and files that several programs read.
      ViewMessages: JSON Spelling
      InteractorMessages, RouterMessages, SupervisorMessages, RPCMessages, AgentTools: JSON
      Composition: JSON Wire SafeText Spelling YAML Declarations
      CApplications +
      Declarations: YAML Spelling Encodings CApplications
      JQClient: JSON Wire Processes
      Picking: Commands FuzzySearch SafeText Processes
      Stills: JSON
      WebAccess: JSON Processes CHandover
      CHandover =
    Sources/Roles/Fetcher  # The programs that play a role. No role uses another.
      HTTPTransfer: JSON Encodings Processes CCurl CIDN2 Compression
      CCurl = libcurl4-openssl-dev (libcurl)
      CIDN2 = libidn2-dev (libidn2)
      Fetcher: JSON YAML Encodings Wire Processes InteractorMessages HTTPTransfer Secrecy SafeText Declarations JQClient
      viperline-fetcher: JSON Wire Processes Fetcher HTTPTransfer InteractorMessages Declarations JQClient
    Sources/Roles/Presenter
      Scenes: JSON Wire ViewMessages InteractorMessages RouterMessages
      Formatting: JSON Encodings Wire InteractorMessages Scenes Languages
      ScreenLayout: ViewMessages Formatting Scenes
      Presenter: JSON JSONRPC YAML Wire Secrecy ViewMessages InteractorMessages RouterMessages RPCMessages Scenes Formatting ScreenLayout \
          Declarations JQClient
      viperline-presenter: JSON YAML Wire Presenter Declarations JQClient RoleOptions
    Sources/Roles/Router
      Router: JSON Wire RouterMessages Processes URLOpening
      viperline-router: JSON Wire Router URLOpening RoleOptions
    Sources/Roles/Views
      ScreenModel: JSON Encodings Wire ViewMessages RouterMessages SafeText TerminalText Markdown Languages FuzzySearch
      TerminalView: JSON Encodings Wire ViewMessages RouterMessages Processes TerminalText Markdown FuzzySearch ScreenModel \
          Stills Languages
      AgentView: JSON JSONRPC Wire ViewMessages RouterMessages TerminalText FuzzySearch Version ScreenModel TerminalView \
          AgentTools CAgentFiles
      CAgentFiles +
      viperline-view: JSON Wire TerminalView AgentView AgentTools RoleOptions
      WebView: JSON Encodings Wire ViewMessages RouterMessages TerminalText Markdown FuzzySearch ScreenModel Compression \
          Processes WebAccess CMicroHTTPD CPageFiles Languages
      CPageFiles +
      CMicroHTTPD = libmicrohttpd-dev (libmicrohttpd)
      viperline-web: Wire WebView WebAccess URLOpening
    Sources/Roles/App
      ProgramApp: JSON Wire ViewMessages RouterMessages Processes SafeText TerminalText FuzzySearch SessionResult Picking Languages
      viperline-app: Wire Processes ProgramApp Picking Languages
    Sources/Roles/JQ
      JQ: JSON JQClient Spelling CJQ
      CJQ = libjq-dev
      viperline-jq: JQ JQClient Wire
    Sources/Roles
      RoleOptions: Commands
    Sources/Session  # viperline: the supervisor, the bus, the tools.
      Recording: JSON Wire Processes Compression Version
      Watching: Composition Processes
      Supervision: JSON Encodings Wire Composition Processes SupervisorMessages Recording Secrecy SafeText Watching
      SessionClient: JSON Wire Processes SupervisorMessages Recording
      Analysis: JSON Wire Recording TerminalText
      CSessionFiles +
      Playback: JSON Wire SafeText Processes Recording SessionClient Analysis TerminalText Secrecy Stills CSessionFiles
      Templates: Composition Processes
      WebFront: Wire Processes WebAccess
      RPC: JSON JSONRPC RPCMessages Encodings Wire Recording Processes SafeText Secrecy Watching
      LanguageServer: JSON JSONRPC Encodings Wire SafeText YAML Composition Version
      CommandBasis: JSON Encodings Wire YAML Declarations JQClient Composition Recording Processes SafeText SupervisorMessages \
          Commands
      SessionCommands: JSON Wire Composition Supervision SessionClient SupervisorMessages Recording Processes Playback \
          Analysis SafeText SessionResult WebFront WebAccess Picking Commands CommandBasis AgentTools Declarations YAML CSessionFiles
      ApplicationCommands: JSON Wire YAML Declarations JQClient Composition Supervision SessionClient Recording Processes \
          Playback Analysis SafeText Secrecy TerminalText Templates LanguageServer Encodings ViewMessages Spelling \
          Version Commands CommandBasis
      RecordingCommands: JSON Wire Composition Supervision Recording Processes Playback Analysis SafeText Secrecy \
          Commands CommandBasis
      RPCCommands: JSONRPC RPC Wire Encodings Composition Recording Processes SafeText Secrecy Watching Version Commands \
          CommandBasis
      viperline: SessionCommands ApplicationCommands RecordingCommands RPCCommands CommandBasis Wire
    Sources/Network  # Parts of a session on other machines.
      NATSBridge: JSON Encodings Wire SafeText InteractorMessages
      NATSLink: JSON Wire Processes NATSBridge CNATS
      CNATS = libnats-dev (libnats)
      viperline-nats: JSON Encodings Wire Processes Composition NATSBridge NATSLink
    Sources/Offline  # The catalog: answers in place of the network.
      CSamples +
      Catalog: JSON YAML Encodings Processes Compression CUTF8Proc CSamples
      viperline-catalog: JSON Wire Processes Catalog
    Sources/Studies  # Other patterns than VIPER, for comparison.
      RoleGroup: JSON RouterMessages Wire
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
    Tests/Simulation  # The supervisor, joins and pools in worlds of values.
      CSimulation +
      viperline-simulation: CSimulation Analysis Composition JSON NATSBridge Recording Supervision Processes Wire
    Tests/Fuzz
      FuzzTests: JSON JSONRPC Wire YAML Compression Processes SafeText Secrecy Composition Declarations RouterMessages ViewMessages \
          WebAccess Recording Supervision TerminalView WebView
    Tests/Base
      WireTests: Processes
      CommandsTests
      JSONTests, JSONRPCTests, EncodingsTests, SafeTextTests, SpellingTests, SecrecyTests, ProcessesTests, CompressionTests, \
          LanguagesTests
    Tests/Contracts
      CompositionTests: LanguageServer JSONRPC
      DeclarationsTests, JQClientTests, PickingTests
    Tests/Roles
      FormattingTests: ScreenLayout ViewMessages
      PresenterTests: VIPMessages ViewModelMessages Fetcher Languages
      WebViewTests: WebFront TerminalView
      ScreenModelTests: TerminalView WebView AgentView JSONRPC
      ProgramAppTests: Commands
      AgentViewTests
      HTTPTransferTests, FetcherTests, RouterTests, TerminalViewTests
    Tests/Session
      TimeMachineTests: Playback Recording Processes TerminalText Stills
      RPCTests, SupervisionTests, SessionClientTests, RecordingTests, AnalysisTests, PlaybackTests, TemplatesTests, SessionTests
    Tests/Network
      NATSTests: NATSLink NATSBridge
      NATSBridgeTests
    Tests/Offline
      CatalogTests
    Tests/Studies
      VIPTests: VIPMessages VIPInteractor VIPPresenter VIPRouter Presenter Router URLOpening TerminalView \
          Formatting JSON Wire InteractorMessages
      ViewModelTests: ViewModelBinder Presenter Router URLOpening TerminalView ViewMessages
      RoleGroupTests: ViewMessages
      PatternTests
    """
/// Targets that are not optimised, as tests are not: what they do takes no time that a user sees. A check may name more, which it only
/// compiles and tries.
let cold =
    [
        "viperline", "CommandBasis", "SessionCommands", "ApplicationCommands", "RecordingCommands", "RPCCommands",
        "LanguageServer", "Templates", "Composition", "Declarations",
    ] + (Context.environment["VIPERLINE_COLD"] ?? "").split(separator: " ").map(String.init)

/// The targets of the table, in its order.
func targets() -> [Target] {
    var found: [Target] = []
    var folder = ""
    for line in table.split(separator: "\n") {
        guard line.hasPrefix(" ") else {
            folder = String(line.prefix { $0 != " " })
            continue
        }
        let names = line.prefix { !":=+".contains($0) }
        let words = line.dropFirst(names.count).split(whereSeparator: " :()".contains).map(String.init)
        for name in names.split(whereSeparator: " ,".contains) {
            let target = target(String(name), words, tested: found)
            target.path = "\(folder)/\(name)"
            found.append(target)
        }
    }
    return found
}

/// Folders of modules with files that a module of C embeds.
let assets = [
    "Playback": "Checks", "WebView": "Assets", "AgentView": "Assets", "Secrecy": "Assets", "Languages": "Assets",
    "Catalog": "Answers", "SessionCommands": "Shells",
]

/// tested: where the module of a test is.
func target(_ name: String, _ words: [String], tested: [Target]) -> Target {
    if words.first == "=" {
        let other = words.dropFirst().first { !$0.hasSuffix("-dev") }
        return .systemLibrary(name: name, pkgConfig: other, providers: [.apt(words.filter { $0.hasSuffix("-dev") })])
    }
    if words.first == "+" { return .target(name: name, publicHeadersPath: "include") }
    let uses = words.map(Target.Dependency.init(stringLiteral:))
    if name.hasSuffix("Tests") {
        let module = tested.first { $0.name + "Tests" == name }
        let own = module.map { [.init(stringLiteral: $0.name)] + $0.dependencies } ?? []
        return .testTarget(name: name, dependencies: own + uses + ["TestSupport"])
    }
    if name.hasPrefix("viperline") {
        return .executableTarget(name: name, dependencies: uses + ["Version", "Commands"])
    }
    return .target(name: name, dependencies: uses, exclude: assets[name].map { [$0] } ?? [])
}

/// A release has the Swift runtime inside. What needs no shared library starts in half the time without the dynamic linker; both
/// kinds can be loaded at any address.
func linking(_ program: String) -> [String] {
    let linker = "--ld-path=\(Context.packageDirectory)/scripts/link-static"
    let lean = ["-Xclang-linker", linker, "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
    let dynamic = ["viperline-fetcher", "viperline-web", "viperline-jq", "viperline-nats", "viperline-simulation"]
    if dynamic.contains(program) { return ["-static-stdlib"] + lean }
    return ["-static-executable", "-Xclang-linker", "-static-pie"] + lean
}

let package = Package(name: "viperline", targets: targets(), swiftLanguageModes: [.v6])

// Folders that are not built: scripts/run builds what a session on this machine needs, and a release has no tests.
let unused = ["session": ["Sources/Network", "Sources/Studies", "Tests"], "release": ["Tests"]]
if let folders = unused[Context.environment["VIPERLINE_PARTS"] ?? ""] {
    package.targets.removeAll { target in folders.contains { (target.path ?? "").hasPrefix($0) } }
}

for target in package.targets where target.type != .system && target.publicHeadersPath == nil {
    if target.name != "Platform" { target.dependencies.append("Platform") }
    let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    // Regular expressions are a library of 2 MB that each program would have; what needs them imports it.
    let lean = ["-Xfrontend", "-disable-implicit-string-processing-module-import"]
    var flags: [SwiftSetting] = target.type == .test ? [] : [.unsafeFlags(lean)]
    // Tests and commands run for less time than it takes to optimise them. Without the second flag, another process
    // reads such a module again for those that import it.
    if target.type == .test || cold.contains(target.name) {
        flags.append(.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
    }
    target.swiftSettings = features.map { .enableUpcomingFeature($0) } + flags
    if target.type == .executable {
        target.linkerSettings = [.unsafeFlags(linking(target.name), .when(configuration: .release))]
    }
}
