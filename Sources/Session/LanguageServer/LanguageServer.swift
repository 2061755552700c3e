import JSON
package import JSONRPC
package import Composition
import Version
package import YAML

/// The things that the server knows besides the open documents.
package struct Surroundings {
    package let folders: Folders
    /// The disk, without the open documents.
    package let files: FileSystem
    /// The folders in which programs are looked for.
    package let searchPath: String?
    /// Finds what `viperline check` reports about a file.
    package let check: (_ path: String, _ files: FileSystem) -> [Mistake]

    package init(
        folders: Folders = .current, files: FileSystem = .local, searchPath: String?,
        check: @escaping (String, FileSystem) -> [Mistake]
    ) {
        self.folders = folders
        self.files = files
        self.searchPath = searchPath
        self.check = check
    }
}

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
    private var documents: [String: TextDocument] = [:]
    /// The documents whose mistakes may have changed, the first one first.
    private var unchecked: [String] = []
    /// The exit code, as soon as the client has asked for the end.
    package private(set) var exitCode: Int32?

    package init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// True if a check is due as soon as the user pauses.
    package var hasUnchecked: Bool { !unchecked.isEmpty }

    /// Bytes that the outlines have looked at, for tests.
    package var visits: Int { documents.values.reduce(0) { $0 + $1.outline.visits } }

    // MARK: - Messages

    /// Takes what has come at once, in order. A request whose cancellation is among it is not carried out.
    package mutating func receive(_ items: [FrameReader.Item]) -> [[UInt8]] {
        let messages = items.map(Self.message)
        let cancelled = Set(messages.compactMap { (try? $0.get()).flatMap(Self.cancelled) })
        return messages.flatMap { exitCode == nil ? receive($0, cancelled) : [] }
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

    private mutating func receive(
        _ received: Result<RPCMessage, RPCError>, _ cancelled: Set<[UInt8]>
    ) -> [[UInt8]] {
        do throws(RPCError) {
            let message = try received.get()
            guard message.kind != .batch else {
                throw RPCError(RPCCode.invalidRequest, "an array of messages is not read")
            }
            guard message.isOfVersion2 else { throw RPCError(RPCCode.invalidRequest, "jsonrpc is not \"2.0\"") }
            guard let method = message.method else { return [] }
            let params = message.text(message.params).map(JSONBytes.init)
            guard let id = message.id else { return notified(method, params) }
            guard !cancelled.contains(id) else { throw RPCError(RPCCode.cancelled, "cancelled") }
            return [RPCOutput.result(try answer(method, params).bytes, id: id)]
        } catch {
            return [RPCOutput.failure(error, id: (try? received.get())?.id)]
        }
    }

    // MARK: - Requests

    private static let capabilities = """
        {"capabilities":{"positionEncoding":"utf-16",\
        "textDocumentSync":{"openClose":true,"change":1,"save":true},\
        "completionProvider":{"triggerCharacters":[":"," ","[","{",",",".","-"]},\
        "hoverProvider":true,"definitionProvider":true},\
        "serverInfo":{"name":"viperline","version":"\(Version.current)"}}
        """

    private static let null = JSONBytes(Array("null".utf8))

    private mutating func answer(_ method: String, _ params: JSONBytes?) throws(RPCError) -> JSONBytes {
        switch (phase, method) {
        case (.new, "initialize"):
            phase = .running
            return JSONBytes(Array(Self.capabilities.utf8))
        case (.new, _): throw RPCError(RPCCode.serverNotInitialized, "the first request is initialize")
        case (.shutDown, _): throw RPCError(RPCCode.invalidRequest, "after shutdown, the only message is exit")
        case (.running, "initialize"): throw RPCError(RPCCode.invalidRequest, "the server is initialized already")
        case (.running, "shutdown"):
            phase = .shutDown
            return Self.null
        case (.running, "textDocument/completion"): return try answer(params) { $0.completions(at: $1) }
        case (.running, "textDocument/hover"): return try answer(params) { $0.hover(at: $1) }
        case (.running, "textDocument/definition"): return try answer(params) { $0.definition(at: $1) }
        case (.running, _): throw RPCError(RPCCode.methodNotFound, "there is no method \(method.prefix(100))")
        }
    }

    /// - Returns: null if the document is not open.
    private func answer(
        _ params: JSONBytes?, _ answer: (Answers, _ offset: Int) -> some JSONWritable
    ) throws(RPCError) -> JSONBytes {
        let named = try Self.read(params)
        guard let position = named.position else { throw RPCError(RPCCode.invalidParams, "position is missing") }
        guard let document = documents[named.textDocument.uri] else { return Self.null }
        let answers = Answers(document: document, files: files, surroundings: surroundings)
        return JSONBytes(answer(answers, document.offset(of: position)))
    }

    private static func read(_ params: JSONBytes?) throws(RPCError) -> DocumentParameters {
        guard let params else { throw RPCError(RPCCode.invalidParams, "params are missing") }
        do throws(JSONError) { return try DocumentParameters(json: params.bytes) } catch {
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
            case "textDocument/didOpen", "textDocument/didChange":
                let params = try Self.read(params)
                let changes = params.contentChanges ?? []
                guard changes.allSatisfy({ $0.range == nil }) else {
                    return [log(1, "\(params.textDocument.uri): only changes of the whole text are supported")]
                }
                guard let text = changes.last?.text ?? params.textDocument.text else { return [] }
                return keep(params.textDocument.uri, params.textDocument.version, text)
            case "textDocument/didClose": return forget(try Self.read(params).textDocument.uri)
            case "textDocument/didSave", "workspace/didChangeWatchedFiles":
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
        let bytes = others.values.reduce(text.utf8.count) { $0 + $1.bytes.count }
        guard others.count < Self.mostDocuments, bytes <= Self.mostBytes else {
            return forget(uri) + [log(2, "\(uri) is not checked: too many or too large documents are open")]
        }
        documents[uri] = TextDocument(uri: uri, version: version, text: text)
        // The mistakes of the other documents may depend on this one.
        unchecked = [uri] + others.keys.sorted()
        return []
    }

    private mutating func forget(_ uri: String) -> [[UInt8]] {
        guard documents.removeValue(forKey: uri) != nil else { return [] }
        unchecked = documents.keys.sorted()
        return [publish(PublishedDiagnostics(uri: uri, diagnostics: []))]
    }

    private func publish(_ diagnostics: PublishedDiagnostics) -> [UInt8] {
        RPCOutput.notification("textDocument/publishDiagnostics", diagnostics.json)
    }

    private func log(_ type: Int, _ message: String) -> [UInt8] {
        RPCOutput.notification("window/logMessage", LoggedMessage(type: type, message: message).json)
    }

    // MARK: - Checks

    /// The disk with the open documents over it.
    private var files: FileSystem {
        var texts: [String: [UInt8]] = [:]
        for document in documents.values { if let path = document.path { texts[path] = document.bytes } }
        return surroundings.files.replacing(texts, working: surroundings.folders.working)
    }

    /// Checks the next document.
    /// - Returns: the messages to send.
    package mutating func checkNext() -> [[UInt8]] {
        guard !unchecked.isEmpty, let document = documents[unchecked.removeFirst()] else { return [] }
        // A document that is no file has no folder in which its paths begin.
        let mistakes = document.path.map { surroundings.check($0, files) } ?? []
        let diagnostics = document.diagnostics(mistakes)
        return [publish(PublishedDiagnostics(uri: document.uri, version: document.version, diagnostics: diagnostics))]
    }
}
