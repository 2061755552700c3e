import Platform
import Recording

/// Performs the rows of a check with a program, one after the other. A row has one word, or several in this order:
///
///     if P                        passes over the row unless the values that are kept match
///     send E, line TEXT           sends an event (`+` has further attributes), or a line as it is
///     enter TEXT                  the user's input at a view
///     replies {to P, with E}      from now on, answers each event that matches while others are awaited
///     await P                     waits for the next event that matches, and keeps it as `last`, and its request as `asked`
///     expect P                    `last` matches
///     keep {NAME: VALUE}          keeps values
///     drawn TEXT, undrawn [TEXT]  waits until the view has drawn a text; it has drawn none of these
///     finish, none P, some P      ends the program; no event before its end matches, or one does
///     close                       closes the program's output; it ends
///     restart                     kills the program, and starts it again, with its snapshot if it sent one (`restored`)
///     each [VALUE], rows [ROW]    performs rows with each value as `it`
///     do MACRO                    performs a macro's rows with the row's other words as values
///
/// `text` is what the report expects if a word fails. `${PATH}` is a value of one of these places, such as `${last.data.items.-1.id}`;
/// P is a ``ConformancePattern``.
final class ConformanceRun {
    typealias Row = ConformanceCheck.Row

    /// Characters that no role has a use for.
    private static let (long, deep) = (String(repeating: "x", count: 900_000), String(repeating: "[", count: 2_000))

    private let dialogue: ConformanceDialogue
    private let macros: [String: [Row]]
    private var kept: Row
    private var replies: Row?
    private var patterns = ConformancePattern()

    init(_ dialogue: ConformanceDialogue, _ macros: [String: [Row]]) {
        self.dialogue = dialogue
        self.macros = macros
        kept = ["long": .string(Self.long), "deep": .string(Self.deep)]
        for (name, word) in dialogue.subject.words { kept[.init(name)] = .string(word) }
    }

    /// - Parameter given: values for these rows alone.
    func perform(_ rows: [Row], _ given: Row = [:]) throws {
        for row in rows {
            let condition = pattern(row["if"], given) ?? .object([:])
            guard patterns.match(condition, .object(kept)) else { continue }
            try converse(row, given)
            try conclude(row, given)
            for value in value(row["each"], given)?.elements ?? [] {
                try perform(row["rows"]?.elements?.compactMap(\.members) ?? [], given.merging(["it": value]) { $1 })
            }
            if let name = row["do"]?.string {
                try perform(macros[name] ?? [], value(.object(row), given)?.members ?? [:])
            }
        }
    }

    private func converse(_ row: Row, _ given: Row) throws {
        if let event = value(row["send"], given)?.members { dialogue.send(event) }
        if let line = value(row["line"], given) {
            dialogue.send(
                line: line.string.map { Array($0.utf8) } ?? line.elements?.compactMap { UInt8($0.text) } ?? [])
        }
        if let text = row["enter"]?.string { dialogue.enter(text) }
        if let members = row["replies"]?.members { replies = members }
        if let wanted = pattern(row["await"], given) {
            let event = try dialogue.next(text(row, given)) { event in
                reply(to: event)
                return patterns.match(wanted, event)
            }
            kept["last"] = event
            kept["asked"] = dialogue.request(of: event)
        }
        if let expected = pattern(row["expect"], given), !patterns.match(expected, kept["last"]) {
            throw dialogue.problem(Excerpt.beginning(of: dialogue.lastLine), text(row, given))
        }
        kept.merge(value(row["keep"], given)?.members ?? [:]) { $1 }
    }

    private func reply(to event: JSONTree) {
        guard let replies, let wanted = replies["to"], patterns.match(wanted, event) else { return }
        kept["count"] = .spelled("\(dialogue.sentLines.count)")
        if let answer = value(replies["with"], ["event": event])?.members { dialogue.send(answer) }
    }

    private func conclude(_ row: Row, _ given: Row) throws {
        if let drawn = value(row["drawn"], given)?.string { try dialogue.wait(forText: drawn, text(row, given)) }
        if let found = row["undrawn"]?.elements?.compactMap(\.string).first(where: dialogue.drawn.contains) {
            throw dialogue.problem("\(found.debugDescription) on descriptor 4", text(row, given))
        }
        if row["finish"] != nil {
            let events = try dialogue.finish()
            if let unwanted = pattern(row["none"], given),
                let event = events.first(where: { patterns.match(unwanted, $0) })
            {
                throw dialogue.problem(Excerpt.beginning(of: event.text), text(row, given))
            }
            if let wanted = pattern(row["some"], given), !events.contains(where: { patterns.match(wanted, $0) }) {
                throw dialogue.problem("(no answer before its end)", text(row, given))
            }
        }
        if row["close"] != nil { try dialogue.close() }
        if row["restart"] != nil { kept["restored"] = .bool(try dialogue.restart()) }
    }

    private func text(_ row: Row, _ given: Row) -> String { value(row["text"], given)?.string ?? "" }

    private func value(_ tree: JSONTree?, _ given: Row) -> JSONTree? {
        tree?.filled(from: kept.merging(given) { $1 }, orNull: false)
    }

    private func pattern(_ tree: JSONTree?, _ given: Row) -> JSONTree? {
        tree?.filled(from: kept.merging(given) { $1 }, orNull: true)
    }
}

extension JSONTree {
    /// The value with others in the place of `${PATH}`; a list is spliced into a list, and `{"times": N, "of": VALUE}` is a list.
    /// - Parameter orNull: whether a member without a value is null; otherwise it is left out.
    func filled(from values: ConformanceCheck.Row, orNull: Bool) -> JSONTree? {
        switch self {
        case .string(let text):
            let known = JSONTree.object(values)
            if text.hasPrefix("${"), text.firstIndex(of: "}") == text.indices.last {
                return known[path: text.dropFirst(2).dropLast()] ?? (orNull ? .null : nil)
            }
            return .string(text.filled { path in known[path: path[...]].map { $0.string ?? $0.text } ?? "" })
        case .array(let elements):
            return .array(
                elements.flatMap { element in
                    let filled = element.filled(from: values, orNull: false)
                    return element.string == nil
                        ? [filled].compactMap(\.self) : filled?.elements ?? [filled].compactMap(\.self)
                })
        case .object(let members):
            guard let count = members["times"].flatMap({ Int($0.text) }), let value = members["of"] else {
                return .object(members.compactMapValues { $0.filled(from: values, orNull: orNull) })
            }
            return .array(
                (0..<count).compactMap { number in
                    value.filled(from: values.merging(["it": .spelled("\(number + 1)")]) { $1 }, orNull: orNull)
                })
        case .null, .bool, .spelled: return self
        }
    }

    /// The value at a path such as `stack.-1.scene`; a negative index counts from the end.
    private subscript(path path: Substring) -> JSONTree? {
        path.split(separator: ".").reduce(self as JSONTree?) { tree, step in
            guard let elements = tree?.elements, let index = Int(step) else { return tree?.members?[Key(String(step))] }
            let place = index < 0 ? elements.count + index : index
            return elements.indices.contains(place) ? elements[place] : nil
        }
    }

    var members: [Key: JSONTree]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var elements: [JSONTree]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
