import TestSupport
import Testing
import Wire

@Suite struct ProtocolAliasesTests {
    @Test(arguments: [
        ("interactor.input.search", "model.input.search"), ("model.output.found", "interactor.output.found"),
        ("router.input.open", "navigator.input.open"), ("view.input.show", "view.input.show"),
        ("interactors.input.search", "interactors.input.search"), ("interactor", "interactor"), ("", ""),
        ("process.input.restore", "process.input.restore"), (".x", ".x"), ("interactor.", "model."),
    ])
    func exchangeTwoNames(type: String, other: String) throws {
        let aliases = try ProtocolAliases("interactor=model,router=navigator")
        expect(aliases.translated(type), equals: other)
        expect(aliases.translated(other), equals: type)
    }

    private static let mistakes: [(text: String, problem: ProtocolAliases.Malformed)] = [
        ("", .noAlias("")), ("interactor", .noAlias("interactor")),
        ("a=b=c", .noAlias("a=b=c")),
        ("a=b,", .noAlias("")), ("=b", .noAlias("=b")), ("a=", .noAlias("a=")), ("a = b", .noAlias("a = b")),
        ("a.input=b", .noAlias("a.input=b")), ("é=b", .noAlias("é=b")), ("a=b\n", .noAlias("a=b\n")),
        ("a=a", .twice("a")), ("a=b,a=c", .twice("a")), ("a=b,c=b", .twice("b")), ("a=b,b=c", .twice("b")),
        ("process=b", .reserved("process")), ("a=process", .reserved("process")),
        (String(repeating: "x", count: 65) + "=b", .noAlias(String(repeating: "x", count: 65) + "=b")),
        ((1...17).map { "a\($0)=b\($0)" }.joined(separator: ","), .tooMany(limit: 16)),
    ]

    @Test(arguments: mistakes) func refuseWhatIsNone(text: String, problem: ProtocolAliases.Malformed) {
        #expect(throws: problem) { try ProtocolAliases(text) }
    }

    @Test func theEnvironmentNamesThem() throws {
        let environment = try RoleEnvironment(role: "a") { $0 == "VIPERLINE_PROTOCOLS" ? "interactor=model" : nil }
        expect(environment.aliases, equals: (try ProtocolAliases("interactor=model")))
        #expect(try RoleEnvironment(role: "a") { _ in nil }.aliases.isEmpty)
        #expect(throws: ProtocolAliases.Malformed.noAlias("x")) {
            try RoleEnvironment(role: "a") { $0 == "VIPERLINE_PROTOCOLS" ? "x" : nil }
        }
    }

    @Test func aReaderAppliesThem() throws {
        var reader = EventReader(aliases: try ProtocolAliases("interactor=model"))
        let lines = """
            {"type":"model.output.found","data":{"type":"model.output.found"}}
            {"type":"interactor.output.found"}
            {"type":"process.input.refused","data":{"type":"model.input.search","bytes":9,"limit":5}}
            {"type":"process.input.refused","data":{"type":7}}

            """
        Array(lines.utf8).withUnsafeBytes { reader.append($0) }
        var events: [Event] = []
        while case .event(let event)? = reader.next() { events.append(event) }
        expect(events.map(\.type).prefix(2), equals: ["interactor.output.found", "model.output.found"])
        expect(events[0].data, equals: Array(#"{"type":"model.output.found"}"#.utf8), "payloads are left as they are")
        let refused = ProcessInput.Refused(type: "interactor.input.search", bytes: 9, limit: 5)
        try expect(events[2].decode(ProcessInput.Refused.self), equals: refused)
        expect(events[3].data, equals: Array(#"{"type":7}"#.utf8))
    }
}
