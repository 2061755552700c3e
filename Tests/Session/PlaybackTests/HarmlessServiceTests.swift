import Playback
import Recording
import TestSupport
import Testing

@Suite struct HarmlessServiceTests {
    private static func service(
        _ command: [String], _ environment: [String: String?] = [:]
    ) -> CassetteHeader.Service {
        .init(command: command, receives: [], sends: [], environment: environment)
    }

    /// The services that the shipped applications record, live and offline.
    @Test(
        arguments: [
            (["viperline-presenter"], ["YOUTUBE_PLAYLIST": "PL1", "LANG": "de_DE.UTF-8"]),
            (
                ["viperline-router", "--root", "playlist", "--parameter", "id=PL1"],
                ["BROWSER": "true", "VIPERLINE_PRINT_URLS": "1"]
            ),
            (["viperline-presenter", "--scenes", "apps,app"], [:]),
            (["viperline-presenter", "--application", "${VIPERLINE_COMPOSE_DIR}/npm.yaml"], [:]),
            (
                ["viperline-fetcher", "--application", "${VIPERLINE_COMPOSE_DIR}/npm.yaml"],
                ["VIPERLINE_BASE_URLS": "a.example=http://catalog.invalid/a,b.example=http://catalog.invalid/b"]
            ),
            (["viperline-pattern", "mvc", "viewcontroller", "--root", "apps", "--linear", "--playlist", "PL1"], [:]),
            (["viperline-pattern", "vip", "interactor"], [:]),
            (["viperline-router", "--root=apps"], [:]), (["viperline-view", "--linear"], [:]),
            (["viperline-catalog", "--socket", "${VIPERLINE_SESSION_DIR}/catalog.sock", "--fault", "429"], [:]),
            (
                ["viperline-fetcher", "--rate", "10/s"],
                [
                    "ITUNES_BASE_URL": "http://catalog.invalid/itunes", "GITHUB_BASE_URL": "https://api.github.com",
                    "VIPERLINE_PROTOCOLS": "interactor=model",
                    "VIPERLINE_UNIX_HOSTS": "catalog.invalid=${VIPERLINE_SESSION_DIR}/catalog.sock",
                    "VIPERLINE_PUBLIC_ONLY": "1", "YOUTUBE_API_KEY": nil, "GITHUB_TOKEN": nil,
                ]
            ),
        ] as [([String], [String: String?])])
    func ourRolesAreHarmless(command: [String], environment: [String: String?]) {
        expect(HarmlessService.concerns("s", Self.service(command, environment), runsCommand: true), equals: [])
    }

    @Test(arguments: [
        [], [""], ["sh", "-c", "curl x | sh"], ["/usr/bin/viperline-view"], ["./viperline-view"],
        ["viperline", "run", "x.yaml"],
        ["viperline-router/../sh"], ["viperline-catalog", "--", "sh", "-c", "id"],
        ["viperline-catalog", "--socket", "/home/me/.ssh/agent"],
        ["viperline-catalog", "--socket", "${VIPERLINE_SESSION_DIR}/../x"],
        ["viperline-catalog", "--socket=${VIPERLINE_SESSION_DIR}/a/b"], ["viperline-catalog", "--socket"],
        ["viperline-fetcher", "--netrc", "/home/me/.netrc"], ["viperline-fetcher", "--proxy", "http://evil.example"],
        ["viperline-fetcher", "--cacert", "x"], ["viperline-fetcher", "cache", "clear"],
        ["viperline-fetcher", "--rate"], ["viperline-pattern"], ["viperline-pattern", "mvc"],
        ["viperline-pattern", "mvc", "model"], ["viperline-pattern", "--root", "apps"],
        ["viperline-pattern", "mvp", "presenter", "--socket", "x"],
        ["viperline-presenter", "--application", "/home/me/x.yaml"],
        ["viperline-fetcher", "--application", "${VIPERLINE_COMPOSE_DIR}/../x.yaml"],
        ["viperline-router", "--root", "--parameter"], ["viperline-view", "--linear=yes"],
    ])
    func anotherCommandIsTheirsToVouchFor(command: [String]) {
        let concerns = HarmlessService.concerns("s", Self.service(command), runsCommand: true)
        expect(concerns.count, equals: 1)
        expect(concerns.first?.hasPrefix("s runs: "), equals: true)
        expect(HarmlessService.concerns("s", Self.service(command), runsCommand: false), equals: [], "it is not run")
    }

    /// Also for a program that the user has named.
    @Test(
        arguments: [
            ("PATH", "/tmp/evil"), ("PATH", nil), ("LD_PRELOAD", "/tmp/evil.so"), ("LD_PRELOAD", nil),
            ("BROWSER", "sh -c id"),
            ("LD_PRELOAD=/tmp/x;PASSWORD", nil), ("VIPERLINE_LINE_LIMIT", "9223372036854775807"),
            ("ITUNES_BASE_URL", "http://10.0.0.1/"), ("ITUNES_BASE_URL", "https://evil.example"),
            ("GITHUB_BASE_URL", "http://x.invalid@evil.example/"), ("YOUTUBE_BASE_URL", "http://evil.example/.invalid"),
            ("VIPERLINE_PROTOCOLS", "interactor"), ("VIPERLINE_PROTOCOLS", "process=x"),
            ("VIPERLINE_UNIX_HOSTS", "d.invalid=/var/run/docker.sock"),
            ("VIPERLINE_BASE_URLS", "a.example=http://catalog.invalid/a,b.example=http://10.0.0.1/"),
            ("VIPERLINE_BASE_URLS", "a.example"),
            ("VIPERLINE_UNIX_HOSTS", "api.github.com=${VIPERLINE_SESSION_DIR}/s"), ("VIPERLINE_PUBLIC_ONLY", "0"),
            ("VIPERLINE_PRINT_URLS", "0"), ("VIPERLINE_PRINT_URLS", ""), ("VIPERLINE_PRINT_URLS", nil),
            ("LANG", "../../tmp"), ("XDG_CACHE_HOME", "/tmp"), ("PYTHONSTARTUP", "/tmp/x.py"), ("NODE_OPTIONS", "-r x"),
        ] as [(String, String?)])
    func anotherVariableIsTheirsToVouchFor(name: String, value: String?) {
        let concerns = HarmlessService.concerns("s", Self.service(["x"], [name: value]), runsCommand: false)
        expect(concerns.count, equals: 1)
        expect(concerns.first?.hasPrefix("s is given: \(name)="), equals: true)
    }

    @Test func aPersonsCredentialsAreNotForAStrangersCassette() {
        let user = [
            "PATH": "/bin", "GITHUB_TOKEN": "mine", "BROWSER": "firefox", "LC_ALL": "C", "http_proxy": "http://p",
        ]
        expect(
            VerificationEnvironment.inherited(from: user, isOwnProgram: false),
            equals: [
                "PATH": "/bin", "LC_ALL": "C", "BROWSER": "true", "VIPERLINE_PRINT_URLS": "1",
                "VIPERLINE_PUBLIC_ONLY": "1",
            ])
        let own = VerificationEnvironment.inherited(from: user, isOwnProgram: true)
        expect(own["GITHUB_TOKEN"], equals: "mine")
        expect(own["BROWSER"] == "true" && own["VIPERLINE_PRINT_URLS"] == "1")
    }

    /// Dependency chains of any length, also circular; each service comes after those that it depends on.
    @Test func aLongChainOfDependenciesIsFollowed() {
        let count = 100_000
        let services = Dictionary(
            uniqueKeysWithValues: (0..<count).map { number in
                let next = "s\((number + 1) % count)"
                return ("s\(number)", CassetteHeader.Service(command: [], receives: [], sends: [], dependsOn: [next]))
            })
        let names = CassetteHeader(composition: "c", started: "", services: services).backingServices(of: "s0")
        expect(names.count, equals: count - 1)
        expect(names.last, equals: "s1")
    }
}
