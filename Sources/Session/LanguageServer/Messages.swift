import JSON

/// A place between two characters: a line, and UTF-16 code units in it, both counted from 0.
struct TextPosition: JSONCodable, Equatable, Sendable {
    var line: Int
    var character: Int
}

struct TextRange: JSONCodable, Equatable, Sendable {
    var start: TextPosition
    var end: TextPosition
}

struct TextLocation: JSONWritable, Equatable, Sendable {
    var uri: String
    var range: TextRange
}

/// The parameters of all messages about a document.
struct DocumentParameters: JSONReadable {
    struct Document: JSONReadable {
        var uri: String
        var version: Int?
        /// The whole text of a document that the client opens.
        var text: String?
    }

    struct Change: JSONReadable {
        var range: TextRange?
        var text: String
    }

    var textDocument: Document
    var position: TextPosition?
    /// The last change is the whole text.
    var contentChanges: [Change]?
}

struct Cancellation: JSONReadable {
    var id: JSONBytes
}

struct Diagnostic: JSONWritable, Equatable, Sendable {
    var range: TextRange
    /// 1 is an error.
    var severity: Int = 1
    var source: String = "viperline"
    var message: String
}

struct PublishedDiagnostics: JSONWritable, Equatable, Sendable {
    var uri: String
    var version: Int?
    var diagnostics: [Diagnostic]
}

struct Markup: JSONWritable, Equatable, Sendable {
    var kind: String = "markdown"
    var value: String
}

struct Hover: JSONWritable, Equatable, Sendable {
    var contents: Markup
    var range: TextRange
}

struct CompletionItem: JSONWritable, Equatable, Sendable {
    struct Edit: JSONWritable, Equatable, Sendable {
        var range: TextRange
        var newText: String
    }

    /// The protocol's numbers.
    enum Kind: Int, Sendable {
        case property = 10, value = 12, `enum` = 13, file = 17, reference = 18, event = 23, module = 9
    }

    var label: String
    var kind: Int
    var documentation: Markup?
    var textEdit: Edit
}

struct CompletionList: JSONWritable, Equatable, Sendable {
    var isIncomplete: Bool = false
    var items: [CompletionItem]
}

struct LoggedMessage: JSONWritable {
    /// 1 is an error, 2 a warning.
    var type: Int
    var message: String
}
