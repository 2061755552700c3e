import Platform

/// A command for a shell, in which each place is a parameter: what a row contains is never a part of the text that the shell reads.
struct ShellScript {
    let text: String
    /// The places of the parameters, such as `{2}`; that of all marked rows is the last one.
    private(set) var places: [String] = []

    /// Variables with the state of the session, for commands that mention them by fzf's names.
    static let variables = [
        "FZF_QUERY", "FZF_PROMPT", "FZF_POS", "FZF_MATCH_COUNT", "FZF_TOTAL_COUNT", "FZF_SELECT_COUNT",
    ]

    private enum Context { case quotes, group, backquotes }

    /// The places in the order of the text.
    private struct Found {
        var name: String
        var isFile: Bool
        var isAll: Bool { name.hasPrefix("{+") }
    }

    /// - Throws: a refusal of a place between single quotes, where a shell reads no parameter.
    init(_ line: String) throws(RowCommand.Refusal) {
        var (output, contexts, isQuoted) = ("", [Context](), false)
        var found: [Found] = []
        var rest = line[...]
        while let character = rest.popFirst() {
            if character == "{", output.last != "$", let (place, end) = Self.place(rest) {
                guard !isQuoted else {
                    throw RowCommand.Refusal(
                        description:
                            "\(place.name) between single quotes would be read by another program as its own text; "
                            + "end the quotes before it")
                }
                rest = rest[end...]
                found.append(place)
                let isBare = contexts.last != .quotes
                output += Self.parameter(place, found.count, isBare: isBare)
                continue
            }
            output.append(character)
            switch character {
            case "'" where contexts.last != .quotes: isQuoted.toggle()
            case _ where isQuoted: break
            case "\\": if let next = rest.popFirst() { output.append(next) }
            case "\"": Self.turn(.quotes, in: &contexts)
            case "`": Self.turn(.backquotes, in: &contexts)
            case "(" where contexts.last != .quotes || output.hasSuffix("$("): contexts.append(.group)
            case ")" where contexts.last == .group: contexts.removeLast()
            default: break
            }
        }
        let all = Set(found.filter(\.isAll).map(\.name))
        guard all.count <= 1 else {
            throw RowCommand.Refusal(description: "a command has room for one place of all marked rows")
        }
        let mentioned = Self.variables.filter { line.contains($0) }
        text = Self.beginning(found, mentioned) + output
        places = found.map { $0.isAll ? "" : $0.name } + mentioned.map { "{\($0)}" } + all
    }

    private static func turn(_ context: Context, in contexts: inout [Context]) {
        if contexts.last == context { contexts.removeLast() } else { contexts.append(context) }
    }

    /// `{}`, `{q}`, `{n}`, `{2}`, each with fzf's signs before it: `+` for all marked rows, `f` for a file that has them.
    private static func place(_ rest: Substring) -> (Found, Substring.Index)? {
        guard let close = rest.prefix(40).firstIndex(of: "}") else { return nil }
        var name = rest[..<close]
        var signs: Set<Character> = []
        while let sign = name.first, "+fsr".contains(sign) { signs.insert(name.removeFirst()) }
        guard name.isEmpty || name == "n" || name == "q" && signs.isEmpty || FieldRanges(argument: String(name)) != nil
        else { return nil }
        let isAll = signs.contains("+")
        if isAll, name == "n" { return nil }
        return (
            Found(name: isAll ? "{+\(name)}" : "{\(name)}", isFile: signs.contains("f")), rest.index(after: close)
        )
    }

    private static func parameter(_ place: Found, _ number: Int, isBare: Bool) -> String {
        let quote = isBare ? "\"" : ""
        if place.isFile { return "\(quote)${viperline_f\(number)}\(quote)" }
        return place.isAll ? isBare ? "\"$@\"" : "$*" : "\(quote)${viperline_\(number)}\(quote)"
    }

    /// Gives the parameters names, so that `$@` has all marked rows, and writes the files.
    private static func beginning(_ found: [Found], _ variables: [String]) -> String {
        guard !found.isEmpty || !variables.isEmpty else { return "" }
        let names = found.indices.map { "viperline_\($0 + 1)=${\($0 + 1)}" }
        let given = variables.enumerated().map { "\($1)=${\(found.count + $0 + 1)}" }
        var text = (names + given).joined(separator: " ") + "; shift \(found.count + variables.count); "
        if !variables.isEmpty { text += "export \(variables.joined(separator: " ")); " }
        let files = found.indices.filter { found[$0].isFile }
        for index in files {
            let rows = found[index].isAll ? "$@" : "$viperline_\(index + 1)"
            text += "viperline_f\(index + 1)=$(mktemp) && printf '%s\\n' \"\(rows)\" >\"$viperline_f\(index + 1)\"; "
        }
        let removed = files.map { "\"$viperline_f\($0 + 1)\"" }.joined(separator: " ")
        return files.isEmpty ? text : text + "trap 'rm -f \(removed)' EXIT; "
    }
}
