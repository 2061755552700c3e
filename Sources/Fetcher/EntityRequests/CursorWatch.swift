import InteractorMessages
import JSON
package import Wire

/// Hands answers on to another format, and knows where the last page ended.
package struct CursorWatch: AnswerFormat {
    private var format: any AnswerFormat
    private var found: Event?

    struct Page: JSONReadable {
        let cursor: String?
    }

    package init(_ format: any AnswerFormat) {
        self.format = format
    }

    package mutating func encode(_ answer: Event) -> [UInt8] {
        if answer.type == InteractorOutput.found { found = answer }
        return format.encode(answer)
    }

    /// The cursor of the last page, once.
    package mutating func takeCursor() -> String? {
        defer { found = nil }
        return (try? found?.decode(Page.self))?.cursor
    }
}
