import Declarations
import Evaluation
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

    /// What the answer becomes, a line each: `item {…}`, `row {…}`, `part {…}`.
    /// - Parameter name: the source; the first one by default.
    func lines(of answer: [UInt8], source name: String?) throws(Failure) -> [String] {
        guard let source = name.map({ application[source: $0] }) ?? application.sources.first else {
            let names = application.sources.map(\.name).joined(separator: ", ")
            throw Failure(description: "there is no such source; there are: \(names)")
        }
        guard (try? JSONBytes(json: answer)) != nil else { throw Failure(description: "the answer is no JSON") }
        let nothing = Dictionary(source.answer.variables.map { ($0, String?.none) }, uniquingKeysWith: { $1 })
        let items = try outputs(
            of: source.answer, "(if type == \"array\" then . else .items end)[]", on: answer, JSONBytes(nothing))
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
        }
        return lines
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
