import Foundation
import TestSupport
import Testing

/// Files of every version, as they were (`Tests/Golden`), are read by this one: protocols/versions.md promises it.
@Suite struct GoldenTests {
    private static let folder = Checkout.path("Tests/Golden")

    /// `VERSION/NAME` of each file with this ending.
    private static func files(_ ending: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(ending) }.sorted()
    }

    static let cassettes = files(".ndjson")
    /// A file without a first scene or a view is a part of others.
    static let applications = files(".yaml").filter { file in
        !["roles", "offline", "web", "declared"].contains { file.hasSuffix("/\($0).yaml") }
    }
    /// Whose screens are still the same.
    static let unchanged: [(String, String)] = [
        ("0.1.0/greeting.ndjson", "presenter"), ("0.1.0/greeting.ndjson", "router"), ("0.1.0/greeting.ndjson", "view"),
        ("0.1.0/trafficlight.ndjson", "presenter"), ("0.1.0/trafficlight.ndjson", "view"),
        ("0.2.0/hackernews.ndjson", "presenter"), ("0.2.0/mvvm-greeting.ndjson", "viewmodel"),
    ]

    private static func viperline(_ words: String..., input: String = "") throws -> Command.Result {
        let scratch = try TemporaryFolder()
        return try Command.run(
            [Products.executable("viperline")] + words, input: input, environment: ["XDG_RUNTIME_DIR": scratch.path],
            folder: folder)
    }

    @Test func eachVersionHasFiles() throws {
        let versions = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter {
            $0.first?.isNumber == true
        }
        expect(versions.sorted(), equals: ["0.1.0", "0.2.0"])
        expect(Self.cassettes.count >= 5 && Self.applications.count >= 6)
    }

    @Test(arguments: cassettes) func aRecordingIsReadWithoutDamage(_ file: String) throws {
        let lines = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8).split(separator: "\n").count
        for command in ["stat", "diagram", "show"] {
            let result = try Self.viperline("cassette", command, file)
            expect(result.status == 0 && result.diagnostics.isEmpty, "\(command): \(result.diagnostics)")
            if command == "show" { expect(result.lines.count, equals: lines - 1) }
        }
    }

    @Test(arguments: unchanged) func aRecordingIsStillATest(_ file: String, _ service: String) throws {
        let result = try Self.viperline("verify", service, file, "--patience", "30")
        expect(result.status == 0 && result.output.contains("as recorded"), "\(result.output)\(result.diagnostics)")
    }

    /// The recorded fetcher answers today's presenter and view.
    @Test(arguments: ["greeting", "trafficlight"]) func aDoubleOfAnOldServiceWorksInASessionOfToday(_ name: String)
        throws
    {
        let double = "fetcher=viperline double fetcher \(Self.folder)/0.1.0/\(name).ndjson"
        let result = try Self.viperline("run", name, "--replace", double, input: "press 1\nquit\n")
        expect(result.status == 0 && result.output.contains("=="), "\(result.output)\(result.diagnostics)")
    }

    @Test(arguments: applications) func aComposeFileHasNoErrors(_ file: String) throws {
        let result = try Self.viperline("check", "./\(file)")
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        let overlay = file.prefix { $0 != "/" } + "/offline.yaml"
        let merged = try Self.viperline("check", "./\(file)", "-f", "./\(overlay)")
        expect(merged.status, equals: 0, "\(merged.output)\(merged.diagnostics)")
    }

    /// The wiring of 0.1.0 with the programs of today.
    @Test func anOldComposeFileIsASession() throws {
        let result = try Self.viperline(
            "run", "./0.1.0/itunes.yaml", "-f", "./0.1.0/offline.yaml", input: "search music\nselect 1\nback\nquit\n")
        let titles = result.lines.filter { $0.hasPrefix("== ") }
        expect(
            result.status == 0 && titles.count == 4 && titles.last == "== App Store ==",
            "\(result.output)\(result.diagnostics)")
    }

    /// A recording of a later version: unknown members are ignored, and a newer format is named.
    @Test func aNewerRecordingIsReadAsFarAsItIsUnderstood() throws {
        let scratch = try TemporaryFolder()
        let old = try String(contentsOfFile: "\(Self.folder)/0.1.0/greeting.ndjson", encoding: .utf8)
        let members = old.replacing(#""composition""#, with: #""unheard":{"of":[1]},"composition""#, maxReplacements: 1)
            .replacing(#"{"t":"#, with: #"{"unheard":7,"t":"#)
        try scratch.write(members, to: "members.ndjson")
        let lenient = try Self.viperline("verify", "presenter", "\(scratch.path)/members.ndjson", "--patience", "30")
        expect(lenient.status == 0 && lenient.diagnostics.isEmpty, "\(lenient.diagnostics)")
        try scratch.write(old.replacing(#""version":1"#, with: #""version":2"#), to: "newer.ndjson")
        let newer = try Self.viperline("verify", "presenter", "\(scratch.path)/newer.ndjson", "--patience", "30")
        expect(newer.output.contains("4 outputs as recorded") && newer.diagnostics.contains("update viperline"))
    }

    /// Regression: --accept rewrote the file without the lines that it could not read.
    @Test(arguments: ["version", "line", "none"]) func acceptingChangesLosesNothing(_ damage: String) throws {
        let scratch = try TemporaryFolder()
        var text = try String(contentsOfFile: "\(Self.folder)/0.1.0/greeting.ndjson", encoding: .utf8)
            .replacing("Show greeting", with: "Greet")
        if damage == "version" { text = text.replacing(#""version":1"#, with: #""version":2,"later":[1]"#) }
        if damage == "line" { text += "{\"later\":1}\n" }
        let file = try scratch.write(text, to: "cassette.ndjson").path
        let result = try Self.viperline("verify", "presenter", file, "--accept", "--patience", "30")
        expect(result.status, equals: (damage == "none" ? 0 : 65), "\(result.output)\(result.diagnostics)")
        let after = try scratch.text(of: "cassette.ndjson")
        expect(damage == "none" ? after.contains("Show greeting") : after == text)
        expect(damage == "none" || result.diagnostics.contains("nothing is written"))
    }
}
