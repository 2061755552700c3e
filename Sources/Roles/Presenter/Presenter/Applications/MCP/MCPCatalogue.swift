import JSON
import JSONRPC
import RPCMessages

/// The offers of an MCP server: its tools, resources and prompts, in its own order.
struct MCPCatalogue: JSONCodable, Equatable {
    var entries: [MCPEntry] = []
    /// The lists that have not come to their end.
    var pending: [String] = []
    /// The number of pages that have come, by list.
    var pages: [String: Int] = [:]
    /// The cursor of the page that was asked for last.
    var cursors: [String: String] = [:]
    /// The answers of the server in place of lists.
    var failures: [String: RPCFailure] = [:]
    /// Entries that were left out, because there are too many, or they cannot be read.
    var omitted: Int = 0

    static let methods = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]
    static let mostEntries = 2000
    static let mostPages = 100
    /// Bytes of an entry with its description and schema.
    static let longestEntry = 64 << 10
    /// The part of a line, in eighths, that all entries may have: the presenter's state has to fit into one.
    static let shareOfEntries = 3

    func entry(_ id: String?) -> MCPEntry? { id.flatMap { id in entries.first { $0.id == id } } }

    /// True while lists are still to come. No server has to have templates, and some never answer a request for them.
    var isLoading: Bool { pending.contains { $0 != MCPEntry.Kind.template.method } }

    /// Asks for the lists again; the entries stay until the new ones have come.
    /// - Parameter offered: the lists that the server declares.
    mutating func reload(_ offered: [String]) -> [RPCServerInput.Request] {
        (pending, pages, cursors, failures, omitted) = (offered, [:], [:], [:], 0)
        entries.removeAll { !offered.contains($0.kind.method) }
        return offered.map { RPCServerInput.Request(method: $0) }
    }

    /// - Returns: the request for the next page, if there is one.
    /// - Parameter lineLimit: bytes of a line of the session.
    mutating func receive(_ answer: RPCServerOutput.Response, lineLimit: Int) -> RPCServerInput.Request? {
        guard let method = answer.method, pending.contains(method) else { return nil }
        let page = pages[method] ?? 0
        pages[method] = page + 1
        if page == 0 { entries.removeAll { $0.kind.method == method } }
        guard let result = answer.result?.bytes, answer.error == nil else {
            pending.removeAll { $0 == method }
            // A server need not have all three kinds, nor answer what it does not know.
            let isExpected =
                switch answer.error?.code {
                case RPCCode.methodNotFound: true
                case RPCCode.timedOut: method == MCPEntry.Kind.template.method
                default: false
                }
            if let error = answer.error, !isExpected { failures[method] = error.short }
            return nil
        }
        append(result, of: method, lineLimit / 8 * Self.shareOfEntries)
        guard page + 1 < Self.mostPages, entries.count < Self.mostEntries,
            // An empty one is one, too; but some servers mean their last page by it.
            let cursor = (try? MCPCursor(json: result))?.nextCursor, cursor != cursors[method]
        else {
            pending.removeAll { $0 == method }
            return nil
        }
        cursors[method] = cursor
        return RPCServerInput.Request(method: method, params: JSONBytes(MCPCursor.Parameters(cursor: cursor)))
    }

    private mutating func append(_ result: [UInt8], of method: String, _ most: Int) {
        guard let kind = MCPEntry.Kind.allCases.first(where: { $0.method == method }) else { return }
        var room = most - entries.reduce(0) { $0 + $1.size }
        for range in JSONSlices.elements(of: kind.member, in: result.span) ?? [] {
            let read = range.count <= Self.longestEntry ? MCPEntry(kind, Array(result[range])) : nil
            if let read, self.entry(read.id) == read { continue }
            guard entries.count < Self.mostEntries, let entry = read, self.entry(entry.id) == nil, entry.size <= room
            else {
                omitted += 1
                continue
            }
            room -= entry.size
            entries.append(entry)
        }
    }
}

/// The members of a list's answer, and the parameters of the request for its next page.
struct MCPCursor: JSONReadable {
    var nextCursor: String?

    struct Parameters: JSONWritable {
        var cursor: String
    }
}

/// A tool, a resource, a template of resources, or a prompt.
struct MCPEntry: JSONCodable, Equatable {
    enum Kind: String, JSONCodable, CaseIterable {
        case tool, resource, template, prompt

        /// The method that lists entries of this kind.
        var method: String {
            switch self {
            case .tool: "tools/list"
            case .resource: "resources/list"
            case .template: "resources/templates/list"
            case .prompt: "prompts/list"
            }
        }

        /// The methods for what a server declares to have; all if it declares nothing at all.
        /// - Parameter capabilities: an object with a member for each.
        static func lists(declared capabilities: JSONBytes?) -> [String] {
            guard let capabilities else { return MCPCatalogue.methods }
            return MCPCatalogue.methods.filter { method in
                JSONSlices.member(String(method.prefix { $0 != "/" }), of: capabilities.bytes.span) != nil
            }
        }

        /// The member of the list's answer.
        var member: String {
            switch self {
            case .tool: "tools"
            case .resource: "resources"
            case .template: "resourceTemplates"
            case .prompt: "prompts"
            }
        }
    }

    var kind: Kind
    /// The name of a tool or a prompt, the URI of a resource, the template of URIs.
    var name: String
    var title: String
    var detail: String
    /// A JSON Schema of a tool's arguments, or the list of a prompt's arguments.
    var schema: JSONBytes?
    var isDestructive: Bool = false

    /// Bytes; an entry with a longer one is left out.
    static let longestName = 1000

    /// Bytes, about.
    var size: Int { name.utf8.count + title.utf8.count + detail.utf8.count + (schema?.bytes.count ?? 0) + 100 }

    /// Unique among all entries of a server.
    var id: String { "\(kind.rawValue) \(name)" }

    /// - Parameter json: an element of the list. Nil for one without a name.
    init?(_ kind: Kind, _ json: [UInt8]) {
        guard let listed = try? Listed(json: json) else { return nil }
        let name: String? =
            switch kind {
            case .tool, .prompt: listed.name
            case .resource: listed.uri
            case .template: listed.uriTemplate
            }
        guard let name, !name.isEmpty, name.utf8.count <= Self.longestName else { return nil }
        self.kind = kind
        self.name = name
        title =
            [listed.title, listed.annotations?.title, listed.name].lazy.compactMap(\.self).first { !$0.isEmpty } ?? name
        detail = listed.description ?? ""
        schema = kind == .tool ? listed.inputSchema : listed.arguments
        isDestructive = listed.annotations?.destructiveHint == true && listed.annotations?.readOnlyHint != true
    }

    /// The members of all kinds.
    struct Listed: JSONReadable {
        var name: String?
        var uri: String?
        var uriTemplate: String?
        var title: String?
        var description: String?
        var inputSchema: JSONBytes?
        var arguments: JSONBytes?
        var annotations: MCPAnnotations?
    }
}

/// The hints of a server about a tool.
struct MCPAnnotations: JSONReadable {
    var title: String?
    var readOnlyHint: Bool?
    var destructiveHint: Bool?
}
