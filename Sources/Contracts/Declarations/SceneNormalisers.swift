import Platform

/// The programs that follow the programs of a scene. A session and `viperline check --answer` show the same, because both run them.
extension SceneDeclaration {
    private static let asText = #"""
        def viperline_text: if . == null or type == "string" then . elif type == "array" then map(viperline_text) | map(select(. != null)) | join(", ") else tostring end;
        """#

    package static let rowNormaliser = #"""
        (\#(asText) if type == "object" then . elif type == "string" then {title: .} else error("expected a row, found \(type)") end | if .title == null then error(if has("title") then "the title of a row is null" else "a row has no title; it has: \(keys_unsorted | join(", "))" end) else . end | {title, symbol, subtitle, accessory, tone} | map_values(viperline_text))
        """#

    /// - Parameter columns: the members of a row that its cells show, in their order.
    package static func cellNormaliser(_ columns: [String]) -> String {
        let columns = columns.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }.joined(
            separator: ", ")
        return #"""
            (\#(asText) if type == "object" then . else error("expected a row, found \(type)") end | . as $row | {tone: (.tone | viperline_text), cells: [(\#(columns)) as $column | $row[$column] | if type == "object" then {text: (.text | viperline_text), tone: (.tone | viperline_text)} else {text: viperline_text} end | .text = (.text // "") | with_entries(select(.value != null))]})
            """#
    }

    package static let partNormaliser = #"""
        (\#(asText) def viperline_part: if type == "array" then .[] | viperline_part elif . == null then empty elif type == "object" then . else text(viperline_text) end; viperline_part)
        """#

    /// The members of an object that are texts.
    package static let textsNormaliser = #"""
        (if type == "object" then with_entries(select(.value | type == "string")) else error("expected an object of texts, found \(type)") end)
        """#

    /// The program that follows the scene's `row`.
    package var normaliser: String { columns.isEmpty ? Self.rowNormaliser : Self.cellNormaliser(columns.map(\.name)) }
}
