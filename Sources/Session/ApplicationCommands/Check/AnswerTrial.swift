import Commands
import Declarations
import JQClient
import JSON
import SafeText
import Wire
import YAML

/// The programs of a declared application, run on a recorded answer: what an author sees before there is a session.
struct AnswerTrial {
    let application: ApplicationDeclaration
    let runner: any ProgramRunner

    /// Why nothing can be shown.
    struct Failure: CommandProblem, CustomStringConvertible {
        let description: String
        let status = ExitStatus.badInput
    }

    /// The file's value; of NDJSON and of a JSON text sequence, the array of their values, as in a session.
    private static func value(of file: [UInt8]) throws(Failure) -> [UInt8] {
        if (try? JSONBytes(json: file)) != nil { return file }
        do throws(BodyValues.Damage) { return try BodyValues.array(of: file) } catch {
            let place = error.number > 1 ? "; as NDJSON, its value \(error.number) is not" : ""
            throw Failure(description: "the file is not JSON\(place)")
        }
    }

    /// The consequences of the answer, a line each: `item {…}`, `row {…}`, `part {…}`, and `part of SCENE {…}` of the
    /// scenes that are opened with the item. And what of it a view cannot show, each once.
    /// - Parameters:
    ///   - name: the source; the first one by default.
    ///   - values: those of the request's variables.
    func result(
        of answer: [UInt8], source name: String?, values: [String: String] = [:]
    ) throws(Failure) -> (lines: [String], mistakes: [Mistake]) {
        guard let source = name.map({ application[source: $0] }) ?? application.sources.first else {
            let names = application.sources.map(\.name).joined(separator: ", ")
            throw Failure(description: "there is no such source; there are: \(names)")
        }
        let answer = try Self.value(of: answer)
        let variables = Dictionary(source.answer.variables.map { ($0, values[$0]) }, uniquingKeysWith: { $1 })
        let given = try outputs(
            of: source.answer, "\(SourceDeclaration.answerNormaliser) | .items[]", on: answer, JSONBytes(variables))
        let items = TrialItems(given)
        guard !items.all.isEmpty || given.isEmpty else {
            throw Failure(description: source.answer.mistake(items.leftOut.joined(separator: "; ")).description)
        }
        var shapes = TrialShapes()
        var lines: [String] = []
        let scenes = application.scenes.filter { $0.content?.source == source.name }
        for item in items.all {
            lines.append(Self.line("item", item))
            for scene in scenes {
                if let row = scene.row {
                    // The next step of the session may fail, too.
                    for output in try outputs(of: row, "[., \(scene.normaliser)] | .[0]", on: item) {
                        lines.append(Self.line("  row", output))
                        shapes.check(row: output, row, of: scene)
                    }
                }
                guard let parts = scene.parts ?? scene.preview else { continue }
                for output in try self.parts(parts, on: item) {
                    lines.append(Self.line("  part", output))
                    shapes.check(part: output, parts, of: scene)
                }
            }
            for scene in details(of: scenes) {
                guard let parts = scene.parts else { continue }
                for output in try self.parts(parts, on: item) {
                    lines.append(Self.line("  part of \(scene.name)", output))
                    shapes.check(part: output, parts, of: scene)
                }
            }
        }
        for scene in application.scenes {
            for section in scene.sections where section.content.source == source.name {
                let inputs =
                    section.content.action == .lookup
                    ? Array(items.all.prefix(1)) : [Array("[".utf8) + items.all.joined(separator: ",".utf8) + "]".utf8]
                for input in inputs {
                    for output in try self.parts(section.parts, on: input) {
                        lines.append(Self.line("part of \(scene.name).also.\(section.name)", output))
                        shapes.check(part: output, section.parts, of: scene)
                    }
                }
            }
        }
        let hasRows = scenes.contains { $0.row != nil }
        return (lines + items.leftOut + (hasRows ? items.leftOutOfRows : []), shapes.mistakes)
    }

    private func parts(_ program: ProgramText, on input: [UInt8]) throws(Failure) -> [[UInt8]] {
        try outputs(of: program, SceneDeclaration.partNormaliser, on: input)
    }

    /// The scenes without a source that the rows of these scenes open: they show the same items.
    private func details(of scenes: [SceneDeclaration]) -> [SceneDeclaration] {
        let actions = scenes.flatMap { [$0.choose].compactMap(\.self) + $0.press.filter(\.isForItem).map(\.action) }
        let opened = Set(actions.compactMap { if case .open(let name, _, _, _) = $0 { name } else { nil } })
        return application.scenes.filter { $0.content == nil && opened.contains($0.name) }
    }

    private static func line(_ kind: String, _ json: [UInt8]) -> String {
        "\(kind) \(String(decoding: PrintableJSON.escaping(json), as: UTF8.self))"
    }

    private func outputs(
        of program: ProgramText, _ rest: String, on input: [UInt8],
        _ variables: JSONBytes? = nil
    ) throws(Failure) -> [[UInt8]] {
        let none = Dictionary(program.variables.map { ($0, String?.none) }, uniquingKeysWith: { $1 })
        do throws(RunFailure) {
            return try runner.outputs(
                of: "(\(program.text)\n) | \(rest)", on: input, variables: variables ?? JSONBytes(none)
            ).map { LocalText.replaced(in: $0, by: \.english) }
        } catch {
            throw Failure(description: program.mistake(error.reason).description)
        }
    }
}
