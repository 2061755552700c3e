import YAML

/// Reads one source.
struct SourceReader {
    enum Key: String, CaseIterable {
        case url, method, headers, variables, body, answer, paging, limit, rate, cache
    }

    enum PagingKey: String, CaseIterable {
        case page, offset
    }

    /// - Returns: nil where something is wrong that it cannot be without.
    static func read(_ name: String, _ node: ComposeNode, _ reader: inout ValueReader) -> SourceDeclaration? {
        let keys = reader.members(of: node, Key.self, expecting: "a mapping with \"url\" and \"answer\"")
        guard node.members != nil else { return nil }
        for required in [Key.url, .answer] where keys[required] == nil {
            reader.report("\"\(required.rawValue)\" is missing", at: node)
        }
        let url = keys[.url].flatMap { Self.template($0, &reader) }
        let answer = keys[.answer].flatMap {
            reader.program($0, variables: SourceDeclaration.requestVariables)
        }
        let headers = keys[.headers].map { Self.headers($0, &reader) } ?? []
        let variables = keys[.variables].map { Self.texts(of: $0, &reader) } ?? []
        let paging = keys[.paging].flatMap { Self.paging($0, &reader) }
        let body = keys[.body].flatMap { reader.program($0, variables: SourceDeclaration.requestVariables) }
        let method = keys[.method].flatMap { Self.method($0, &reader) } ?? (body == nil ? "GET" : "POST")
        let limit = keys[.limit].flatMap { reader.number($0, in: 1...1000) }
        let rate = keys[.rate].flatMap { Self.rate($0, &reader) }
        let cache = keys[.cache].flatMap { Self.duration($0, &reader) }
        guard let url, let answer else { return nil }
        let source = SourceDeclaration(
            name: name, url: url, method: method, headers: headers, variables: variables, body: body, answer: answer,
            paging: paging, limit: limit, rate: rate, cache: cache)
        check(source, at: keys[.url] ?? node, paging: keys[.paging], &reader)
        return source
    }

    private static func headers(_ node: ComposeNode, _ reader: inout ValueReader) -> [EnvironmentText] {
        let headers = texts(of: node, &reader)
        for header in headers
        where !header.name.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !":\"(),/;<=>?@[\\]{}".utf8.contains($0) }) {
            reader.report(header.mistake("\"\(header.name.shortened)\" is no name of a header"))
        }
        return headers
    }

    private static func texts(of node: ComposeNode, _ reader: inout ValueReader) -> [EnvironmentText] {
        var texts: [EnvironmentText] = []
        for member in reader.members(of: node, expecting: "a mapping of names to texts") {
            guard let text = reader.text(member.value) else { continue }
            texts.append(
                EnvironmentText(name: member.key, text: text, place: member.value.place, path: member.value.path))
        }
        return texts
    }

    private static func template(_ node: ComposeNode, _ reader: inout ValueReader) -> URITemplate? {
        guard let text = reader.text(node, expecting: "a URL") else { return nil }
        do throws(URITemplate.Malformed) {
            let template = try URITemplate(text)
            if isWhole(template.beginning) { return template }
            reader.report(
                "expected a URL that begins with http:// or https:// and a host, before any variable, found \"\(text.shortened)\"",
                at: node)
        } catch {
            reader.report("bad URL: \(error.reason)", at: node)
        }
        return nil
    }

    /// Whether a URL has its scheme and its whole host before the first variable, so that no value decides whom to ask.
    private static func isWhole(_ beginning: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: beginning.hasPrefix) else { return false }
        let rest = beginning.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/") else { return false }
        return slash != rest.startIndex && !rest[..<slash].contains("@")
    }

    private static func method(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        let known = ["GET", "POST", "PUT", "PATCH", "QUERY"]
        guard let text = reader.text(node, expecting: "a method") else { return nil }
        if known.contains(text) { return text }
        reader.report(
            "unknown method \"\(text.shortened)\"\(Suggestion.hint(for: text.uppercased(), among: known + [""])); there are \(known.joined(separator: ", "))",
            at: node)
        return nil
    }

    private static func paging(_ node: ComposeNode, _ reader: inout ValueReader) -> SourceDeclaration.Paging? {
        if let members = node.members {
            let keys = reader.members(of: node, PagingKey.self, expecting: "")
            if members.count == 1, let page = keys[.page], let first = reader.number(page, in: 0...1) {
                return .page(first: first)
            }
            if members.count == 1, let offset = keys[.offset], let first = reader.number(offset, in: 0...1) {
                return .offset(first: first)
            }
            if members.count != 1 { reader.report("expected one of page and offset, with its first number", at: node) }
            return nil
        }
        guard let text = reader.text(node, expecting: "page, offset, cursor or link") else { return nil }
        switch text {
        case "page": return .page(first: 1)
        case "offset": return .offset(first: 0)
        case "cursor": return .cursor
        case "link": return .link
        default:
            let hint = Suggestion.hint(for: text, among: ["page", "offset", "cursor", "link"])
            reader.report("expected page, offset, cursor or link, found \"\(text.shortened)\"\(hint)", at: node)
            return nil
        }
    }

    private static func rate(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        guard let text = reader.text(node, expecting: "a rate such as 30/m") else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let count = Int(parts[0]), 1...1_000_000 ~= count, ["s", "m", "h"].contains(parts[1]) {
            return text
        }
        reader.report("bad rate \"\(text.shortened)\"; write it as 10/s, 30/m or 100/h", at: node)
        return nil
    }

    private static func duration(_ node: ComposeNode, _ reader: inout ValueReader) -> Duration? {
        guard let text = reader.text(node, expecting: "a time such as 10m") else { return nil }
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), 1...1_000_000 ~= count,
            count * unit <= 31_536_000
        {
            return .seconds(count * unit)
        }
        reader.report("bad time \"\(text.shortened)\"; write it as 30s, 10m, 2h or 1d", at: node)
        return nil
    }

    /// What its parts ask of each other.
    private static func check(
        _ source: SourceDeclaration, at url: ComposeNode, paging: ComposeNode?, _ reader: inout ValueReader
    ) {
        let own = source.variables.map(\.name)
        let known = SourceDeclaration.requestVariables + own
        for name in source.url.names where !known.contains(name) {
            let hint = Suggestion.hint(for: name, among: known)
            reader.report(
                "unknown variable \"\(name)\"\(hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint)",
                at: url)
        }
        let pages: [(String, Bool)] = [
            ("page", { if case .page = source.paging { true } else { false } }()),
            ("offset", { if case .offset = source.paging { true } else { false } }()),
            ("cursor", source.paging == .cursor),
        ]
        for (name, isDeclared) in pages where source.uses(name) != isDeclared && !own.contains(name) {
            if isDeclared {
                reader.report("\"\(name)\" is used neither in the URL nor in the body", at: paging ?? url)
            } else {
                reader.report("the variable \"\(name)\" needs \"paging: \(name)\"", at: url)
            }
        }
        if source.uses("limit"), source.limit == nil {
            reader.report("the variable \"limit\" needs \"limit\", the items of a page", at: url)
        }
    }
}
