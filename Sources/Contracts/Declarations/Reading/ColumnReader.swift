import YAML

/// Reads the columns of a scene's table.
enum ColumnReader {
    enum Key: String, CaseIterable {
        case title, align, grow, priority, sort
    }

    static let mostColumns = 50
    /// The member of a row that is not a cell.
    static let tone = "tone"

    static func columns(_ node: ComposeNode, _ reader: inout ValueReader) -> [ColumnDeclaration] {
        let members = reader.members(of: node, expecting: "a mapping of names to columns")
        if node.members != nil, !(1...mostColumns).contains(members.count) {
            reader.report("expected 1 to \(mostColumns) columns, found \(members.count)", at: node)
        }
        return members.prefix(mostColumns).compactMap { member in
            guard let name = reader.name(member, of: node, kind: "column") else { return nil }
            guard name != tone else {
                reader.report("\"\(tone)\" is the tone of a row; choose another name", at: member, of: node)
                return nil
            }
            return column(name, member, &reader)
        }
    }

    /// A title, or a mapping.
    private static func column(
        _ name: String, _ member: ComposeNode.Member, _ reader: inout ValueReader
    ) -> ColumnDeclaration? {
        let node = member.value
        var column = ColumnDeclaration(name: name, title: name, place: member.place)
        if node.scalar != nil {
            column.title = reader.line(node) ?? name
            return column
        }
        let keys = reader.members(of: node, Key.self, expecting: "a title, or a mapping with \"title\" and the like")
        guard node.members != nil else { return nil }
        column.title = keys[.title].flatMap { reader.line($0) } ?? name
        column.alignment = keys[.align].flatMap {
            reader.word($0, of: ColumnDeclaration.Alignment.allCases.map(\.rawValue))
        }
        .flatMap(ColumnDeclaration.Alignment.init)
        column.grows = keys[.grow].flatMap { reader.word($0, of: ["true", "false"]) } == "true"
        column.priority = keys[.priority].flatMap { reader.number($0, in: 0...1000) }
        column.sort = keys[.sort].flatMap { reader.line($0) }
        if let sort = keys[.sort], column.sort?.isEmpty == true {
            reader.report("expected what the source sorts by", at: sort)
        }
        return column
    }
}
