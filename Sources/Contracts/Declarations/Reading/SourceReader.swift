import Platform
import Encodings
import YAML
import Spelling

struct SourceReader {
    enum Key: String, CaseIterable {
        case service, url, base, method, headers, variables, body, answer, id, paging, limit, most, reach, rate, burst,
            cache,
            failures, reason
        case keyRate = "key_rate"
    }

    enum PagingKey: String, CaseIterable {
        case page, offset, link
    }

    enum FailureKey: String, CaseIterable {
        case status, words, message
    }

    static let methods = ["GET", "POST", "PUT", "PATCH", "QUERY"]
    static let pagings = ["page", "offset", "cursor", "link"]

    /// - Returns: nil where something is wrong that it cannot be without.
    /// - Parameter scenes: those of its items.
    static func read(
        _ name: String, _ member: ComposeNode.Member, for scenes: [SceneDeclaration], _ reader: inout ValueReader
    ) -> SourceDeclaration? {
        let node = member.value
        let keys = reader.members(of: node, Key.self, expecting: "a mapping with \"url\" and \"answer\"")
        guard node.members != nil else { return nil }
        for required in [Key.url, .answer] where keys[required] == nil {
            reader.missing(required.rawValue, at: node)
        }
        let url = keys[.url].flatMap { Self.template($0, &reader) }
        var known: Set<String> = []
        let filters = scenes.flatMap(\.variables).map(\.name).filter { known.insert($0).inserted }
        let programVariables = SourceDeclaration.requestVariables + filters
        let answer = keys[.answer].flatMap { reader.program($0, variables: programVariables) }
        let headers = keys[.headers].map { Self.headers($0, &reader) } ?? []
        let variables = keys[.variables].map { Self.variables($0, &reader) } ?? []
        let paging = keys[.paging].flatMap { Self.paging($0, &reader) }
        let body = keys[.body].flatMap { reader.program($0, variables: programVariables) }
        let method = keys[.method].flatMap { Self.method($0, &reader) } ?? (body == nil ? "GET" : "POST")
        let bounds = bounds(keys, &reader)
        let refusals = refusals(keys, &reader)
        let server = ServerDeclaration(
            service: keys[.service].flatMap { reader.line($0) }, base: keys[.base].flatMap { variable($0, &reader) },
            ids: keys[.id].flatMap { reader.line($0) })
        let cache = keys[.cache].flatMap { Self.duration($0, &reader) }
        guard let url, let answer else { return nil }
        let source = SourceDeclaration(
            name: name, url: url, method: method, headers: headers, variables: variables, body: body, answer: answer,
            paging: paging, bounds: bounds, cache: cache, filters: filters, orders: scenes.flatMap(\.orders),
            server: server, refusals: refusals, place: member.place)
        check(source, at: keys[.url] ?? node, paging: keys[.paging], &reader)
        if let id = keys[.id], source.actions != [.lookup] || !source.uses("id") {
            reader.report("\"id\" is for a source that looks up an item by {id}", at: id)
        }
        return source
    }

    private static func bounds(_ keys: [Key: ComposeNode], _ reader: inout ValueReader) -> SourceBounds {
        let bounds = SourceBounds(
            limit: keys[.limit].flatMap { reader.number($0, in: 1...1000) },
            most: keys[.most].flatMap { reader.number($0, in: 1...1000) },
            reach: keys[.reach].flatMap { reader.number($0, in: 1...1_000_000_000) },
            rate: keys[.rate].flatMap { Self.rate($0, &reader) },
            keyRate: keys[.keyRate].flatMap { Self.rate($0, &reader) },
            burst: keys[.burst].flatMap { reader.number($0, in: 1...1000) })
        for key in [Key.keyRate, .burst] where bounds.rate == nil {
            if let value = keys[key] { reader.report("\"\(key.rawValue)\" goes with \"rate\"", at: value) }
        }
        return bounds
    }

    private static func refusals(_ keys: [Key: ComposeNode], _ reader: inout ValueReader) -> RefusalsDeclaration {
        var refusals = RefusalsDeclaration(reason: keys[.reason].flatMap { reader.program($0) })
        guard let node = keys[.failures] else { return refusals }
        for member in reader.members(of: node, expecting: "a mapping of kinds of failures to responses") {
            guard let kind = RefusalsDeclaration.Kind(rawValue: member.key) else {
                let kinds = RefusalsDeclaration.Kind.allCases.map(\.rawValue)
                reader.report(ValueReader.unknown("kind of failure", member.key, among: kinds), at: member, of: node)
                continue
            }
            let keys = reader.members(
                of: member.value, FailureKey.self, expecting: "a mapping with status, words and message")
            let words = keys[.words].map { node in (node.items ?? [node]).compactMap { reader.line($0) } }
            refusals.rules.append(
                RefusalsDeclaration.Rule(
                    kind: kind, status: keys[.status].flatMap { reader.number($0, in: 400...599) },
                    words: words?.filter { !$0.isEmpty } ?? [], message: keys[.message].flatMap { reader.line($0) }))
        }
        return refusals
    }

    private static func variable(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        guard let text = reader.text(node, expecting: "a variable of the environment") else { return nil }
        if text.utf8.first?.isDigit == false, text.utf8.isWord(with: "_") { return text }
        return reader.refuse(
            "expected the name of a variable of the environment, found \"\(text.shortened)\"", at: node)
    }

    private static func headers(_ node: ComposeNode, _ reader: inout ValueReader) -> [EnvironmentText] {
        let headers = texts(of: node, &reader)
        for header in headers {
            // The value of an environment variable is checked later, when it is known.
            let value =
                header.text.contains("$") ? header.text.filter { $0 != "$" && $0 != "{" && $0 != "}" } : header.text
            let name = header.name.lowercased() == "host" && value != header.text ? "X" : header.name
            if let refusal = HeaderRule.refusal(of: name, value) { reader.report(header.mistake(refusal)) }
        }
        if let second = headers.filter({ $0.name.lowercased() == "host" }).dropFirst().first {
            reader.report(second.mistake("\"\(second.name)\" is listed twice; a request has one host"))
        }
        return headers
    }

    /// Further variables of the URL.
    private static func variables(_ node: ComposeNode, _ reader: inout ValueReader) -> [EnvironmentText] {
        let variables = texts(of: node, &reader)
        for variable in variables where SourceDeclaration.requestVariables.contains(variable.name) {
            reader.report(
                variable.mistake("\"\(variable.name)\" is a variable of each request already; choose another name"))
        }
        return variables
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
            let problem =
                SourceAddress.problem(of: template)
                ?? (template.hasDotSegment(with: [:]) ? "a path has no part \".\" or \"..\"" : nil)
            guard let problem else { return template }
            return reader.refuse(problem, at: node)
        } catch {
            return reader.refuse("bad URL: \(error.reason)", at: node)
        }
    }

    private static func method(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        let known = methods
        guard let text = reader.text(node, expecting: "a method") else { return nil }
        if known.contains(text) { return text }
        return reader.refuse(
            "unknown method \"\(text.shortened)\"\(Suggestion.hint(for: text.uppercased(), among: known + [""])); there are \(known.joined(separator: ", "))",
            at: node)
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
            if members.count == 1, let link = keys[.link], let name = reader.line(link), !name.isEmpty {
                return .linked(parameter: name)
            }
            if members.count != 1 {
                reader.report(
                    "expected one of page and offset, with its first number, and link, with a parameter", at: node)
            }
            return nil
        }
        switch reader.word(node, of: pagings) {
        case "page": return .page(first: 1)
        case "offset": return .offset(first: 0)
        case "cursor": return .cursor
        case "link": return .link
        default: return nil
        }
    }

    private static func rate(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        guard let text = reader.text(node, expecting: "a rate such as 30/m") else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let count = Int(parts[0]), 1...1_000_000 ~= count, ["s", "m", "h"].contains(parts[1]) {
            return text
        }
        return reader.refuse("bad rate \"\(text.shortened)\"; write it as 10/s, 30/m or 100/h", at: node)
    }

    private static func duration(_ node: ComposeNode, _ reader: inout ValueReader) -> Duration? {
        guard let text = reader.text(node, expecting: "a time such as 10m") else { return nil }
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), 1...1_000_000 ~= count,
            count * unit <= 31_536_000
        {
            return .seconds(count * unit)
        }
        return reader.refuse("bad time \"\(text.shortened)\"; write it as 30s, 10m, 2h or 1d", at: node)
    }

    /// Checks the parts of a source against each other.
    private static func check(
        _ source: SourceDeclaration, at url: ComposeNode, paging: ComposeNode?, _ reader: inout ValueReader
    ) {
        let own = source.variables.map(\.name)
        let known = source.programVariables + own
        for name in source.url.names where !known.contains(name) {
            let hint = Suggestion.hint(for: name, among: known)
            reader.report(
                "unknown variable \"\(name)\"\(hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint)",
                at: url)
        }
        for name in ["page", "offset", "cursor"] {
            let isDeclared = source.paging?.variable == name
            guard source.uses(name) != isDeclared, !own.contains(name) else { continue }
            if isDeclared {
                reader.report("\"\(name)\" is used neither in the URL nor in the body", at: paging ?? url)
            } else {
                reader.report("the variable \"\(name)\" needs \"paging: \(name)\"", at: url)
            }
        }
        if source.uses("limit"), source.bounds.limit == nil {
            reader.report("the variable \"limit\" needs \"limit\", the items of a page", at: url)
        }
    }
}

/// The part of a source's URL that names the server. It comes before the first variable, so that no value decides it.
enum SourceAddress {
    /// The mistake in a URL; nil if there is none. The URL may have a password, which is not repeated.
    static func problem(of template: URITemplate) -> String? {
        let text = template.beginning
        guard let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix) else {
            return "expected a URL that begins with http:// or https://" + found(template.text)
        }
        let rest = text.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?#".contains($0) }
        let authority = rest[..<(end ?? rest.endIndex)]
        if authority.contains("@") {
            return
                "a URL has neither name nor password here; send them in a header, such as Authorization, from a variable (${NAME})"
        }
        // A variable right after the host could be a part of it.
        guard end != nil || template.names.isEmpty else {
            return "expected the whole host and a \"/\" before the first variable, so that no value decides whom to ask"
                + found(template.text)
        }
        return isHost(authority) ? nil : "expected a host, with or without a port up to 65535" + found(template.text)
    }

    private static func found(_ text: String) -> String {
        text.contains("@") ? "" : ", found \"\(text.shortened)\""
    }

    private static func isHost(_ authority: Substring) -> Bool {
        var port = authority
        if authority.hasPrefix("[") {
            // An IPv6 address: hexadecimal digits, colons, and the dots of an IPv4 address at its end.
            guard let end = authority.firstIndex(of: "]"), authority[..<end].dropFirst().contains(":"),
                authority[..<end].dropFirst().allSatisfy({ $0.isHexDigit && $0.isASCII || $0 == ":" || $0 == "." })
            else { return false }
            port = authority[authority.index(after: end)...]
        } else {
            port = authority.drop { $0 != ":" }
            guard port.startIndex > authority.startIndex else { return false }
        }
        guard let colon = port.first else { return true }
        return colon == ":" && port.dropFirst().allSatisfy { "0"..."9" ~= $0 }
            && UInt16(port.dropFirst()).map { $0 > 0 } == true
    }
}
