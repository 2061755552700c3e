import Declarations
import JQClient
import InteractorMessages
import JSON
import ViewMessages
import YAML

/// Runs the jq programs of a declared application's scenes. Their output is untrusted text like any other: it is read
/// leniently, and the view makes it harmless.
struct ItemPrograms: Sendable {
    let runner: any ProgramRunner
    /// Takes a sentence for the log.
    let diagnose: @Sendable (String) -> Void

    /// A program's output for each item; nil if it has failed.
    typealias Made<Value> = (values: [Value?], failure: String?)

    /// The rows of items, in their order; nil for an item that the program fails on.
    func rows(of items: [JSONItem], _ program: ProgramText) -> Made<Row> {
        let made = run(program, then: SceneDeclaration.rowNormaliser, on: items.map(\.json))
        let rows = zip(items, made.values).map { item, outputs in
            outputs?.first.flatMap { try? RowText(json: $0) }?.row(id: item.id)
        }
        return (rows, made.failure)
    }

    /// The rows of a table; nil for an item that the program fails on.
    /// - Parameter columns: the members of a row that its cells show, in their order.
    func cells(of items: [JSONItem], _ program: ProgramText, _ columns: [String]) -> Made<TableRow> {
        let made = run(program, then: SceneDeclaration.cellNormaliser(columns), on: items.map(\.json))
        let rows = zip(items, made.values).map { item, outputs in
            outputs?.first.flatMap { try? DeclaredCells(json: $0) }
                .map { TableRow(id: item.id, cells: $0.cells, tone: $0.tone.flatMap { Tone(rawValue: $0) }) }
        }
        return (rows, made.failure)
    }

    /// The parts of a screen; nil if the program has failed.
    func parts(of item: JSONItem, _ program: ProgramText) -> (parts: [Part]?, failure: String?) {
        parts(of: item.json, program)
    }

    /// The same for any input.
    func parts(of input: JSONBytes, _ program: ProgramText) -> (parts: [Part]?, failure: String?) {
        let made = run(program, then: SceneDeclaration.partNormaliser, on: [input])
        return (made.values.first.flatMap { $0 }?.map { part($0, of: program) }, made.failure)
    }

    /// In the place of a part with a wrong shape stands what is wrong with it: the file's author sees the screen, not the log.
    private func part(_ json: [UInt8], of program: ProgramText) -> Part {
        do throws(JSONError) {
            return try Part(json: json).explained
        } catch {
            let kind = (try? JSONSlices.members(json.span))?.first.flatMap {
                JSONText.decode(json.span.extracting($0.key))
            }
            let sentence = "This view cannot show \"\(kind ?? "?")\": \(error)"
            diagnose(program.mistake(sentence).description)
            return .unknown(UnknownPart(kind: kind ?? "?", fallback: sentence))
        }
    }

    /// The text that a program makes of its input; nil for any other output.
    func text(of input: JSONBytes, _ program: ProgramText) -> String? {
        let outputs = run(program, then: Self.textNormaliser, on: [input]).values.first.flatMap { $0 }
        return outputs?.first.flatMap { try? String(json: $0) }
    }

    /// - Parameter rest: a second program, for the first one's outputs.
    private func run(_ program: ProgramText, then rest: String, on inputs: [JSONBytes]) -> Made<[[UInt8]]> {
        let question = JQQuestion(program: "(\(program.text)\n) | \(rest)", inputs: inputs)
        var failure: String?
        var values: [[[UInt8]]?] = []
        do throws(RunFailure) {
            values = try runner.run(question).map { result in
                failure = failure ?? result.failure
                return result.failure == nil ? result.outputs.map(\.bytes) : nil
            }
        } catch {
            failure = error.reason
            values = inputs.map { _ in nil }
        }
        if let failure { diagnose(program.mistake(failure).description) }
        return (values, failure)
    }

    private static let textNormaliser = #"""
        (if type == "string" then . elif type == "number" then tostring else null end)
        """#
}

/// The cells of a table's row.
struct DeclaredCells: JSONReadable {
    var cells: [TableCell]
    var tone: String?
}
