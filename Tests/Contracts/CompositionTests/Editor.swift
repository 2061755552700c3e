import Composition
import JSON
import JSONRPC
import LanguageServer
import TestSupport

/// An editor with a language server on a fake disk.
struct Editor {
    static let uri = "file:///home/a.yaml"

    private var server: LanguageServer
    private var requests = 0

    init(_ disk: FakeDisk, isInitialized: Bool = true) {
        server = LanguageServer(
            Surroundings(
                folders: FakeDisk.places, files: disk.fileSystem, searchPath: FakeDisk.variables["PATH"],
                check: { path, files in
                    do throws(ComposeError) {
                        _ = try ComposeLoader(
                            files: [path], variables: { FakeDisk.variables[$0] }, folders: FakeDisk.places,
                            fileSystem: files
                        ).load()
                        return []
                    } catch {
                        return error.mistakes
                    }
                }))
        guard isInitialized else { return }
        _ = request("initialize", "{}")
        _ = notify("initialized", "{}")
    }

    var visits: Int { server.visits }
    var exitCode: Int32? { server.exitCode }

    static func quoted(_ text: String) -> String { String(decoding: text.json, as: UTF8.self) }

    mutating func send(_ messages: String...) -> [JSONValue] {
        server.receive(messages.map { .message(Array($0.utf8), wrapping: []) }).map(Self.value)
    }

    mutating func sendTooLong(_ length: Int) -> [JSONValue] { server.receive([.tooLong(length)]).map(Self.value) }

    mutating func notify(_ method: String, _ params: String) -> [JSONValue] {
        send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
    }

    mutating func request(_ method: String, _ params: String) -> JSONValue {
        requests += 1
        return send(#"{"jsonrpc":"2.0","id":\#(requests),"method":"\#(method)","params":\#(params)}"#).first ?? .null
    }

    /// True if a request has one answer, which is a result. It is not read: that takes longer than all else.
    mutating func answers(_ method: String, _ params: String) -> Bool {
        requests += 1
        let answers = server.receive([
            .message(
                Array(#"{"jsonrpc":"2.0","id":\#(requests),"method":"\#(method)","params":\#(params)}"#.utf8),
                wrapping: [])
        ])
        return answers.count == 1
            && answers[0].starts(with: #"{"jsonrpc":"2.0","id":\#(requests),"result":"#.utf8)
    }

    mutating func open(_ text: String, uri: String = uri, version: Int = 1) -> [JSONValue] {
        notify(
            "textDocument/didOpen",
            #"{"textDocument":{"uri":\#(Self.quoted(uri)),"languageId":"yaml","version":\#(version),"text":\#(Self.quoted(text))}}"#
        )
    }

    mutating func change(_ text: String, uri: String = uri, version: Int = 2) -> [JSONValue] {
        notify(
            "textDocument/didChange",
            #"{"textDocument":{"uri":\#(Self.quoted(uri)),"version":\#(version)},"contentChanges":[{"text":\#(Self.quoted(text))}]}"#
        )
    }

    /// What all checks that are due publish.
    mutating func pause() -> [JSONValue] {
        var published: [JSONValue] = []
        while server.hasUnchecked { published += server.checkNext().map(Self.value) }
        return published
    }

    /// The result of a request about the place of "|" in a text, which is then that of the document.
    mutating func result(_ method: String, of marked: String, uri: String = uri) -> JSONValue {
        let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        _ = open(parts.joined(), uri: uri)
        let lines = parts[0].utf16.split(separator: 0x0A, omittingEmptySubsequences: false)
        let position = #"{"line":\#(lines.count - 1),"character":\#(lines.last?.count ?? 0)}"#
        return request(
            "textDocument/\(method)", #"{"textDocument":{"uri":\#(Self.quoted(uri))},"position":\#(position)}"#)[
                "result"]
    }

    mutating func completions(of marked: String) -> [String] {
        guard case .list(let items) = result("completion", of: marked)["items"] else { return [] }
        return items.compactMap { if case .string(let label) = $0["label"] { label } else { nil } }
    }

    private static func value(_ json: [UInt8]) -> JSONValue {
        (try? JSONValue(String(decoding: json, as: UTF8.self))) ?? .null
    }
}

extension JSONValue {
    var text: String { if case .string(let text) = self { text } else { "" } }
    var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
    var number: Int { if case .number(let number) = self { Int(number) } else { -1 } }
}
