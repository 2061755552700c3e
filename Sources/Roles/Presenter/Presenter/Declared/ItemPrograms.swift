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
        let made = run(program, then: Self.rowNormaliser, on: items.map(\.json))
        let rows = zip(items, made.values).map { item, outputs in
            outputs?.first.flatMap { try? RowText(json: $0) }?.row(id: item.id)
        }
        return (rows, made.failure)
    }

    /// The rows of a table; nil for an item that the program fails on.
    /// - Parameter columns: the members of a row that its cells show, in their order.
    func cells(of items: [JSONItem], _ program: ProgramText, _ columns: [String]) -> Made<TableRow> {
        let names = String(decoding: JSONBytes(columns).bytes, as: UTF8.self)
        let made = run(program, then: Self.cellNormaliser(names), on: items.map(\.json))
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
        let made = run(program, then: Self.partNormaliser, on: [input])
        return (made.values.first.flatMap { $0 }?.compactMap { try? Part(json: $0) }, made.failure)
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

    private static let asText = #"""
        def viperline_text: if . == null or type == "string" then . elif type == "array" then map(viperline_text) | map(select(. != null)) | join(", ") else tostring end;
        """#

    private static let rowNormaliser = #"""
        (\#(asText) if type == "object" then . elif type == "string" then {title: .} else error("expected a row, found \(type)") end | if .title == null then error("a row has no title") else . end | {title, symbol, subtitle, accessory, tone} | map_values(viperline_text))
        """#

    private static func cellNormaliser(_ columns: String) -> String {
        #"""
        (\#(asText) if type == "object" then . else error("expected a row, found \(type)") end | . as $row | {tone: (.tone | viperline_text), cells: [\#(columns)[] as $column | $row[$column] | if type == "object" then {text: (.text | viperline_text), tone: (.tone | viperline_text)} else {text: viperline_text} end | .text = (.text // "") | with_entries(select(.value != null))]})
        """#
    }

    private static let partNormaliser = #"""
        (\#(asText) def viperline_part: if type == "array" then .[] | viperline_part elif . == null then empty elif type == "object" then . else text(viperline_text) end; viperline_part)
        """#

    private static let textNormaliser = #"""
        (if type == "string" then . elif type == "number" then tostring else null end)
        """#
}

/// The cells of a table's row.
struct DeclaredCells: JSONReadable {
    var cells: [TableCell]
    var tone: String?
}
