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

/// A document that the client has opened.
struct OpenedDocument: JSONReadable {
    struct Item: JSONReadable {
        var uri: String
        var version: Int?
        var text: String
    }

    var textDocument: Item
}

/// The new text of a document: the last change is all of it.
struct ChangedDocument: JSONReadable {
    struct Item: JSONReadable {
        var uri: String
        var version: Int?
    }

    struct Change: JSONReadable {
        var range: TextRange?
        var text: String
    }

    var textDocument: Item
    var contentChanges: [Change]
}

/// A document, and a place in it if the message has one.
struct NamedPlace: JSONReadable {
    struct Item: JSONReadable {
        var uri: String
    }

    var textDocument: Item
    var position: TextPosition?
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
    var detail: String?
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
