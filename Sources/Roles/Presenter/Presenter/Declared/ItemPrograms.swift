import Declarations
import Formatting
import JQClient
import InteractorMessages
import JSON
import ViewMessages
import YAML

/// Runs the jq programs of a declared application's scenes. Their output is untrusted text like any other: it is read
/// leniently, and the view makes it harmless.
struct ItemPrograms: Sendable {
    let runner: any ProgramRunner
    /// The user, who reads what programs make.
    var reader = Reader()
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
    /// - Parameter given: the parameters of the scene, in a program that uses them.
    func parts(
        of input: JSONBytes, _ program: ProgramText, given: [String: String] = [:]
    ) -> (parts: [Part]?, failure: String?) {
        let made = run(program, then: SceneDeclaration.partNormaliser, on: [input], given)
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
    func text(of input: JSONBytes, _ program: ProgramText, given: [String: String] = [:]) -> String? {
        let outputs = run(program, then: Self.textNormaliser, on: [input], given).values.first.flatMap { $0 }
        return outputs?.first.flatMap { try? String(json: $0) }
    }

    /// The texts of the object that a program makes of its input.
    func texts(of input: JSONBytes, _ program: ProgramText, given: [String: String] = [:]) -> [String: String] {
        let outputs = run(program, then: SceneDeclaration.textsNormaliser, on: [input], given).values.first.flatMap {
            $0
        }
        return outputs?.first.flatMap { try? [String: String](json: $0) } ?? [:]
    }

    /// - Parameter rest: a second program, for the first one's outputs.
    private func run(
        _ program: ProgramText, then rest: String, on inputs: [JSONBytes], _ given: [String: String] = [:]
    ) -> Made<[[UInt8]]> {
        let question = JQQuestion(
            program: "(\(program.text)\n) | \(rest)", inputs: inputs,
            variables: program.variables.isEmpty
                ? JSONBytes([String: String]()) : JSONBytes([SceneDeclaration.given: given]))
        var failure: String?
        var values: [[[UInt8]]?] = []
        do throws(RunFailure) {
            values = try runner.run(question).map { result in
                failure = failure ?? result.failure
                return result.failure == nil
                    ? result.outputs.map { LocalText.replaced(in: $0.bytes, by: reader.text) } : nil
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

extension Reader {
    /// A text of a program in the user's language.
    fileprivate func text(_ text: LocalText) -> String {
        switch text {
        case .words(let words, let values): filled(words, values)
        case .day(let day): date(day) ?? day
        case .short(let number): Quantity.short(number, for: self)
        case .count(let number, let one, let other): count(number, one, other)
        }
    }
}

/// The cells of a table's row.
struct DeclaredCells: JSONReadable {
    var cells: [TableCell]
    var tone: String?
}
