import Declarations
import JQClient
import JSON
import SafeText
import YAML

/// The programs of a declared application, run on a recorded answer: what an author sees before there is a session.
struct AnswerTrial {
    let application: ApplicationDeclaration
    let runner: any ProgramRunner

    /// Why nothing can be shown.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What the answer becomes, a line each: `item {…}`, `row {…}`, `part {…}`, and `part of SCENE {…}` of the
    /// scenes that are opened with the item.
    /// - Parameter name: the source; the first one by default.
    func lines(of answer: [UInt8], source name: String?) throws(Failure) -> [String] {
        guard let source = name.map({ application[source: $0] }) ?? application.sources.first else {
            let names = application.sources.map(\.name).joined(separator: ", ")
            throw Failure(description: "there is no such source; there are: \(names)")
        }
        guard (try? JSONBytes(json: answer)) != nil else { throw Failure(description: "the file is not JSON") }
        let nothing = Dictionary(source.answer.variables.map { ($0, String?.none) }, uniquingKeysWith: { $1 })
        let given = try outputs(
            of: source.answer, "\(SourceDeclaration.answerNormaliser) | .items[]", on: answer, JSONBytes(nothing))
        let (items, leftOut) = Self.separated(given)
        guard !items.isEmpty || given.isEmpty else {
            throw Failure(description: source.answer.mistake(leftOut.joined(separator: "; ")).description)
        }
        var lines: [String] = []
        let scenes = application.scenes.filter { $0.content?.source == source.name }
        for item in items {
            lines.append(Self.line("item", item))
            for scene in scenes {
                if let row = scene.row {
                    for output in try outputs(of: row, ".", on: item) { lines.append(Self.line("  row", output)) }
                }
                guard let parts = scene.parts ?? scene.preview else { continue }
                for output in try outputs(of: parts, ".", on: item) { lines.append(Self.line("  part", output)) }
            }
            for scene in details(of: scenes) {
                guard let parts = scene.parts else { continue }
                for output in try outputs(of: parts, ".", on: item) {
                    lines.append(Self.line("  part of \(scene.name)", output))
                }
            }
        }
        for scene in application.scenes {
            for section in scene.sections where section.content.source == source.name {
                let inputs =
                    section.content.action == .lookup
                    ? Array(items.prefix(1)) : [Array("[".utf8) + items.joined(separator: ",".utf8) + "]".utf8]
                for input in inputs {
                    for output in try outputs(of: section.parts, ".", on: input) {
                        lines.append(Self.line("part of \(scene.name).also.\(section.name)", output))
                    }
                }
            }
        }
        return lines + leftOut
    }

    /// The scenes without a source that the rows of these scenes open: they show the same items.
    private func details(of scenes: [SceneDeclaration]) -> [SceneDeclaration] {
        let actions = scenes.flatMap { [$0.choose].compactMap(\.self) + $0.press.filter(\.isForItem).map(\.action) }
        let opened = Set(actions.compactMap { if case .open(let name, _, _) = $0 { name } else { nil } })
        return application.scenes.filter { $0.content == nil && opened.contains($0.name) }
    }

    /// The items that a session shows, and a line each about those that it does not.
    private static func separated(_ given: [[UInt8]]) -> (items: [[UInt8]], leftOut: [String]) {
        var known: Set<String> = []
        var (nameless, repeated): ([[UInt8]], [[UInt8]]) = ([], [])
        let items = given.filter { item in
            guard
                let id = JSONSlices.member("id", of: item.span).flatMap({ JSONText.decode(item.span.extracting($0)) }),
                !id.isEmpty
            else {
                nameless.append(item)
                return false
            }
            if known.insert(id).inserted { return true }
            repeated.append(item)
            return false
        }
        let lines = [
            leftOut(nameless, "without an id that is a string or a number"),
            leftOut(repeated, "with an id that has come before"),
        ]
        return (items, lines.compactMap(\.self))
    }

    private static func leftOut(_ items: [[UInt8]], _ reason: String) -> String? {
        guard let first = items.first else { return nil }
        let beginning = String(decoding: PrintableJSON.escaping(first).prefix(200), as: UTF8.self)
        return "left out: \(items.count) \(items.count == 1 ? "item" : "items") \(reason), the first one: \(beginning)"
    }

    private static func line(_ kind: String, _ json: [UInt8]) -> String {
        "\(kind) \(String(decoding: PrintableJSON.escaping(json), as: UTF8.self))"
    }

    private func outputs(
        of program: ProgramText, _ rest: String, on input: [UInt8],
        _ variables: JSONBytes = JSONBytes([String: String]())
    ) throws(Failure) -> [[UInt8]] {
        do throws(RunFailure) {
            return try runner.outputs(of: "(\(program.text)\n) | \(rest)", on: input, variables: variables)
        } catch {
            throw Failure(description: program.mistake(error.reason).description)
        }
    }
}
