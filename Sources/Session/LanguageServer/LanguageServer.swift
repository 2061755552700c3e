import JSON
package import JSONRPC
import Composition
import Version
import YAML

/// A language server for compose files: messages in, messages out. It reads files, and starts nothing but what the check starts.
package struct LanguageServer {
    private enum Phase {
        case new, running, shutDown
    }

    /// Open documents, and the bytes of all.
    package static let mostDocuments = 500
    package static let mostBytes = 64 << 20

    private let surroundings: Surroundings
    private var phase = Phase.new
    private var documents: [String: (document: TextDocument, outline: YAMLOutline)] = [:]
    private var names: KnownNames
    /// The documents whose mistakes may have changed, the first one first.
    private var unchecked: [String] = []
    /// The exit code, as soon as the client has asked for the end.
    package private(set) var exitCode: Int32?

    package init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
        names = KnownNames(surroundings)
    }

    /// Whether a check is due as soon as the user pauses.
    package var hasUnchecked: Bool { !unchecked.isEmpty }

    /// How many bytes the outlines have looked at, for tests.
    package var visits: Int { documents.values.reduce(0) { $0 + $1.outline.visits } }

    // MARK: - Messages

    /// Takes what has come at once, in order. A request whose cancellation is among it is not carried out.
    /// - Returns: the messages to send.
    package mutating func receive(_ items: [FrameReader.Item]) -> [[UInt8]] {
        let messages = items.map(Self.message)
        let cancelled = Set(messages.compactMap { (try? $0.get()).flatMap(Self.cancelled) })
        var output: [[UInt8]] = []
        for message in messages where exitCode == nil {
            switch message {
            case .success(let message): output += receive(message, cancelled)
            case .failure(let error): output.append(RPCOutput.failure(error, id: nil))
            }
        }
        return output
    }

    private static func message(of item: FrameReader.Item) -> Result<RPCMessage, RPCError> {
        switch item {
        case .message(let bytes, _):
            Result { () throws(RPCMessage.Problem) in try RPCMessage(bytes) }.mapError(\.refusal)
        case .noise(_, let problem): .failure(RPCError(RPCCode.parseError, "\(problem)"))
        case .tooLong(let length):
            .failure(
                RPCError(
                    RPCCode.invalidRequest,
                    "a message of \(length) bytes is too long; at most \(FrameReader.longestMessage >> 20) MiB"))
        }
    }

    private static func cancelled(by message: RPCMessage) -> [UInt8]? {
        guard message.method == "$/cancelRequest", let params = message.text(message.params) else { return nil }
        return (try? Cancellation(json: params))?.id.bytes
    }

    private mutating func receive(_ message: RPCMessage, _ cancelled: Set<[UInt8]>) -> [[UInt8]] {
        guard message.isOfVersion2, message.kind != .batch else {
            let fault = message.kind == .batch ? "an array of messages is not read" : "jsonrpc is not \"2.0\""
            return [RPCOutput.failure(RPCError(RPCCode.invalidRequest, fault), id: message.id)]
        }
        guard let method = message.method else { return [] }
        let params = message.text(message.params).map(JSONBytes.init)
        guard let id = message.id else { return notified(method, params) }
        guard !cancelled.contains(id) else {
            return [RPCOutput.failure(RPCError(RPCCode.cancelled, "cancelled"), id: id)]
        }
        do throws(RPCError) {
            return [RPCOutput.result(try answer(method, params).bytes, id: id)]
        } catch {
            return [RPCOutput.failure(error, id: id)]
        }
    }

    // MARK: - Requests

    private mutating func answer(_ method: String, _ params: JSONBytes?) throws(RPCError) -> JSONBytes {
        switch (phase, method) {
        case (.new, "initialize"):
            phase = .running
            return JSONBytes(InitializeResult())
        case (.new, _): throw RPCError(RPCCode.serverNotInitialized, "the first request is initialize")
        case (.shutDown, _): throw RPCError(RPCCode.invalidRequest, "after shutdown, the only message is exit")
        case (.running, "initialize"): throw RPCError(RPCCode.invalidRequest, "the server is initialized already")
        case (.running, "shutdown"):
            phase = .shutDown
            return JSONBytes(Array("null".utf8))
        case (.running, "textDocument/completion"):
            guard let (document, outline, offset) = try place(params) else {
                return JSONBytes(CompletionList(items: []))
            }
            let completions = Completions(
                document: document, outline: outline, files: files, surroundings: surroundings)
            return JSONBytes(completions.list(at: offset, &names))
        case (.running, "textDocument/hover"):
            guard let (document, outline, offset) = try place(params) else { return JSONBytes(Hover?.none) }
            let description = KeyDescription(document: document, outline: outline, surroundings: surroundings)
            return JSONBytes(description.hover(at: offset))
        case (.running, "textDocument/definition"):
            guard let (document, outline, offset) = try place(params) else { return JSONBytes(TextLocation?.none) }
            let references = FileReferences(
                document: document, outline: outline, files: files, surroundings: surroundings)
            return JSONBytes(references.definition(at: offset))
        case (.running, _): throw RPCError(RPCCode.methodNotFound, "there is no method \(method.prefix(100))")
        }
    }

    /// The document and the offset that a request names; nil if the document is not open.
    private func place(
        _ params: JSONBytes?
    ) throws(RPCError) -> (document: TextDocument, outline: YAMLOutline, offset: Int)? {
        let named: NamedPlace = try Self.read(params)
        guard let position = named.position else { throw RPCError(RPCCode.invalidParams, "position is missing") }
        guard let (document, outline) = documents[named.textDocument.uri] else { return nil }
        return (document, outline, document.offset(of: position))
    }

    private static func read<Params: JSONReadable>(_ params: JSONBytes?) throws(RPCError) -> Params {
        guard let params else { throw RPCError(RPCCode.invalidParams, "params are missing") }
        do throws(JSONError) { return try Params(json: params.bytes) } catch {
            throw RPCError(RPCCode.invalidParams, "params: \(error)")
        }
    }

    // MARK: - Documents

    private mutating func notified(_ method: String, _ params: JSONBytes?) -> [[UInt8]] {
        if method == "exit" {
            exitCode = phase == .shutDown ? 0 : 1
            return []
        }
        guard phase == .running else { return [] }
        do throws(RPCError) {
            switch method {
            case "textDocument/didOpen":
                let opened: OpenedDocument = try Self.read(params)
                names.forget()
                return keep(opened.textDocument.uri, opened.textDocument.version, opened.textDocument.text)
            case "textDocument/didChange":
                let changed: ChangedDocument = try Self.read(params)
                guard let change = changed.contentChanges.last else { return [] }
                guard changed.contentChanges.allSatisfy({ $0.range == nil }) else {
                    return [log(1, "\(changed.textDocument.uri): only changes of the whole text are supported")]
                }
                return keep(changed.textDocument.uri, changed.textDocument.version, change.text)
            case "textDocument/didClose":
                let closed: NamedPlace = try Self.read(params)
                return forget(closed.textDocument.uri)
            case "textDocument/didSave", "workspace/didChangeWatchedFiles":
                names.forget()
                unchecked = documents.keys.sorted()
                return []
            default: return []
            }
        } catch {
            return [log(1, "\(method): \(error.message)")]
        }
    }

    private mutating func keep(_ uri: String, _ version: Int?, _ text: String) -> [[UInt8]] {
        let others = documents.filter { $0.key != uri }
        let bytes = others.values.reduce(text.utf8.count) { $0 + $1.document.bytes.count }
        guard others.count < Self.mostDocuments, bytes <= Self.mostBytes else {
            return forget(uri) + [log(2, "\(uri) is not checked: too many or too large documents are open")]
        }
        let document = TextDocument(uri: uri, version: version, text: text)
        documents[uri] = (document, YAMLOutline(document.bytes))
        // The mistakes of the other documents may depend on this one.
        unchecked = [uri] + documents.keys.filter { $0 != uri }.sorted()
        return []
    }

    private mutating func forget(_ uri: String) -> [[UInt8]] {
        guard documents.removeValue(forKey: uri) != nil else { return [] }
        unchecked = documents.keys.sorted()
        return [RPCOutput.notification(Self.publishing, PublishedDiagnostics(uri: uri, diagnostics: []).json)]
    }

    private static let publishing = "textDocument/publishDiagnostics"

    private func log(_ type: Int, _ message: String) -> [UInt8] {
        RPCOutput.notification("window/logMessage", LoggedMessage(type: type, message: message).json)
    }

    // MARK: - Checks

    /// The disk with the open documents over it.
    private var files: FileSystem {
        var texts: [String: [UInt8]] = [:]
        for (document, _) in documents.values { if let path = document.path { texts[path] = document.bytes } }
        return surroundings.files.replacing(texts, working: surroundings.folders.working)
    }

    /// Checks the next document.
    /// - Returns: the messages to send.
    package mutating func checkNext() -> [[UInt8]] {
        guard !unchecked.isEmpty else { return [] }
        let uri = unchecked.removeFirst()
        guard let (document, outline) = documents[uri] else { return [] }
        // What is not a file has no folder in which its paths begin.
        let mistakes = document.path.map { surroundings.check($0, files) } ?? []
        let diagnostics = DiagnosticList(document: document, outline: outline).diagnostics(mistakes)
        return [
            RPCOutput.notification(
                Self.publishing,
                PublishedDiagnostics(uri: uri, version: document.version, diagnostics: diagnostics).json)
        ]
    }
}

/// What the server can do.
struct InitializeResult: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("capabilities")
        writer.beginObject()
        writer.member("positionEncoding", "utf-16")
        writer.key("textDocumentSync")
        writer.beginObject()
        writer.member("openClose", true)
        // The whole text with each change.
        writer.member("change", 1)
        writer.member("save", true)
        writer.endObject()
        writer.member("completionProvider", ["triggerCharacters": [":", " ", "[", "{", ",", ".", "-"]])
        writer.member("hoverProvider", true)
        writer.member("definitionProvider", true)
        writer.endObject()
        writer.member("serverInfo", ["name": "viperline", "version": Version.current])
        writer.endObject()
    }
}
