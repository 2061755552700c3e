import InteractorMessages
import JSON
package import Wire

/// Passes answers on to another format, and remembers the cursor of the last page.
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

    /// The cursor of the last page. The next call returns nil.
    package mutating func takeCursor() -> String? {
        defer { found = nil }
        return (try? found?.decode(Page.self))?.cursor
    }
}
