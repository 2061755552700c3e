import Composition
import Foundation
import TestSupport
import Testing
import Wire
import YAML

/// Any file is either read or reported: no crash, no hang, no raw bytes on the terminal.
@Suite struct LoaderFuzzTests {
    /// The special characters of YAML and interpolation.
    private static let tokens = [
        "\n", "  ", "\t", ": ", "- ", "[", "]", "{", "}", "&a ", "*a", "<<: ", "!reset ", "!override ", "!!str ", "!x ",
        "? ",
        "| ", "> ", "'", "\"", "#", "$", "${", "${A:-", "$$", "%", "---\n", "...\n", "~", "\\", "\u{0}", "\u{1B}",
        "\u{E000}",
        "\u{2028}", "\u{FEFF}", "é", "x-", "0", "-1", "services:\n", "command: ", "tty: true\n", "depends_on: [",
        "environment:\n",
    ]

    private static let seeds: [String] = {
        let shipped = ["compose/itunes.yaml", "compose/offline.yaml"].map { Checkout.path($0) }
        return shipped.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) } + [
            """
            x-base: &base {command: [cat, "${SET:-a}"], stop_signal: TERM}
            services:
              a: {<<: *base, receives: [b.x], sends: ['*'], depends_on: {b: {condition: service_healthy, required: false}}, profiles: [p], env_file: [x.env, {path: y.env, required: false}]}
              b:
                command: >
                  sh -c 'echo "$$HOME"'
                environment: [A=1, B]
            include: [c.yaml, {path: [c.yaml, b.yaml], env_file: [x.env]}]
            forbids:
              - {service: [b], sends: c.x, because: "${SET:-why}"}
              - {service: b, receives: [c.x, 'd.*'], because: why}
            """
        ]
    }()

    @Test(arguments: 0..<8)
    func mutatedFiles(_ round: UInt64) {
        expect(Self.seeds.count, equals: 3, "the shipped files are there")
        var random = Seeded(seed: round)
        for _ in 0..<150 {
            let text = mutate(Self.seeds[random.below(Self.seeds.count)], &random)
            let other = mutate(Self.seeds[random.below(Self.seeds.count)], &random)
            check([text, other], environment: mutate(Self.environment, &random))
        }
    }

    private static let environment = """
        # variables
        export A="a\\n${SET:-b}" # c
        B='it\\'s'
        C: $A$B
        D
        """

    private static let hostile: KeyValuePairs = [
        "open lists": String(repeating: "[", count: 100_000),
        "open mappings": String(repeating: "{a: ", count: 100_000),
        "nested lists": String(repeating: "- ", count: 100_000),
        "nested keys": String(repeating: "? ", count: 100_000),
        "deep mappings": (0..<2000).map { "\(String(repeating: " ", count: $0))a:\n" }.joined(),
        "one key many times": String(repeating: "a: 1\n", count: 1000),
        "list in itself": "&a [*a]",
        "mapping in itself": "a: &a {b: *a}",
        "unknown alias": "*a",
        "bare anchor": "&a",
        "bare tag": "!",
        "open tag": "!<",
        "unknown directive": "%YAML 9.9\n---\n",
        "deep interpolation": "services: {a: {command: '\(String(repeating: "${A:-", count: 50_000))'}}",
        "aliases of aliases": "a0: &a0 [x, x]\n"
            + (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined(),
    ]

    @Test(arguments: hostile.map(\.key))
    func hostileFiles(_ name: String) throws {
        let text = try require(Self.hostile.first { $0.key == name }?.value)
        check([text])
        check(["services: {a: {command: cat}}", text])
    }

    @Test func bytesThatAreNoText() {
        var disk = FakeDisk().fileSystem
        disk.read = { _ in .success([0x61, 0xFF, 0x0A]) }
        disk.exists = { _ in true }
        let folders = Folders(working: "/home", executables: "/app/bin")
        let loader = ComposeLoader(files: ["a.yaml"], variables: { _ in nil }, folders: folders, fileSystem: disk)
        let error = #expect(throws: ComposeError.self) { try loader.load() }
        expect(error?.description, equals: "a.yaml: not UTF-8 text")
    }

    private func check(_ texts: [String], environment: String = "") {
        let names = ["a.yaml", "b.yaml"]
        var disk = FakeDisk(files: Dictionary(uniqueKeysWithValues: zip(names, texts)))
        disk.files["c.yaml"] = "services: {c: {command: cat}}"
        for path in ["./.env", "/home/x.env"] { disk.files[path] = environment }
        do throws(ComposeError) {
            let composition = try disk.load(Array(names.prefix(texts.count)))
            expect(!composition.services.isEmpty && composition.services.allSatisfy { !$0.command.isEmpty })
        } catch {
            #expect(!error.mistakes.isEmpty)
            for line in error.mistakes.map(\.description) {
                #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line)")
            }
        }
    }

    private func mutate(_ text: String, _ random: inout Seeded) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0...random.below(6) {
            let at = random.below(scalars.count + 1)
            let end = min(scalars.count, at + random.below(20))
            switch random.below(4) {
            case 0: scalars.removeSubrange(at..<end)
            case 1: scalars.insert(contentsOf: scalars[at..<end], at: random.below(scalars.count + 1))
            default: scalars.insert(contentsOf: Self.tokens[random.below(Self.tokens.count)].unicodeScalars, at: at)
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension Seeded {
    fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }
}
