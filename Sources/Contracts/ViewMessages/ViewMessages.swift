import JSON

/// Messages from the presenter to the view.
package enum ViewInput {
    /// The whole screen of the scene that the event's `subject` names. A state: the newest replaces all earlier ones.
    package struct Show: JSONCodable, Equatable, Sendable {
        package static let type = "view.input.show"
        package var screen: Screen
    }

    /// A text for the user's clipboard. A view that may not reach it shows the text.
    package struct Copy: JSONCodable, Equatable, Sendable {
        package static let type = "view.input.copy"
        package var text: String
    }

    /// A command that gets the user's terminal until it ends: an editor, a pager. The view answers with `didRun`, also where it runs
    /// nothing, because there is no terminal or the session does not allow it.
    package struct Run: JSONCodable, Equatable, Sendable {
        package static let type = "view.input.run"
        /// The program, looked up in PATH, and its arguments. No shell reads them.
        package var command: [String]
        /// The working directory; the session's own without it.
        package var folder: String?
    }

    /// The rows of the scene that are marked from now on; no others are. In reply to a key that marks rows which the view has not got.
    package struct MarkRows: JSONCodable, Equatable, Sendable {
        package static let type = "view.input.mark"
        package var rows: [String]
    }

    /// The row of the scene that is selected from now on, if its screen has it. In reply to a key or a change that selects a row.
    package struct SelectRow: JSONCodable, Equatable, Sendable {
        package static let type = "view.input.select"
        package var row: String
    }
}

/// Actions of the user. The event's `subject` is the scene that was on screen.
///
/// Each of these is answered by a `view.input.show` or a `router.output` event with the same correlation.
package enum ViewOutput {
    /// A text was submitted in the prompt.
    package struct DidSearch: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didSearch"
        package var query: String
    }

    /// A row of a list or an item of a gallery was chosen. The id names it even if the screen has changed since.
    package struct DidSelect: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didSelect"
        package var row: String
        /// The rows that were marked, where a list lets several be chosen; nil where none is.
        package var rows: [String]?
    }

    /// The rows of a table are wanted in another order.
    package struct DidSort: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didSort"
        /// The column's key.
        package var column: String
        package var isDescending: Bool  // JSON: descending
    }

    /// The user opens a row of a tree, or closes it again.
    package struct DidToggle: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didToggle"
        package var row: String
        /// The user's wish, even if the row has changed since.
        package var isExpanded: Bool  // JSON: expanded
    }

    /// Other rows of a long list or table are in sight, or about to be. Those that are here stay until the next screen.
    package struct DidScroll: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didScroll"
        /// The first row that is wanted, from 0.
        package var first: Int
        package var count: Int
    }

    /// The selection rests on another row. Reported where the screen asks for it, no faster than it is answered and at
    /// most every 100 ms.
    package struct DidHighlight: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didHighlight"
        package var row: String
    }

    /// The view has this size, in cells. Reported where the screen asks for it: when it appears, and when the size has changed.
    package struct DidResize: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didResize"
        package var columns: Int
        package var rows: Int
        /// The room of the texts in the screen's preview; nil while none is in sight.
        package var previewColumns: Int?
        package var previewRows: Int?
    }

    /// A button was pressed, on the screen or in its alert, or a key of the screen.
    package struct DidPress: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didPress"
        package var control: String
        /// The row for which the key was pressed, where the key is for rows. The id names it even if the selection has moved on.
        package var row: String?
        /// The marked rows for which the key was pressed, in place of `row`; nil where none is marked.
        package var rows: [String]?
    }

    /// A form was submitted. Every field that holds something is in `values`, or in `secrets` if it is one.
    package struct DidSubmit: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didSubmit"
        package var form: String
        package var values: [String: FieldValue]
        /// Secrets are never recorded: a tap and a recording get placeholders.
        package var secrets: [String: String]?
    }

    /// The content of a live field has changed: of a form's field, or without a form of the prompt.
    package struct DidChange: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didChange"
        package var form: String?
        package var field: String?
        /// Nil for a field that holds nothing.
        package var value: FieldValue?
    }

    /// A link in a text was chosen. The view opens nothing: the presenter decides what the address is good for.
    package struct DidFollow: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didFollow"
        /// Printable ASCII; a page (`http`, `https`) or a mail address (`mailto`).
        package var url: String
    }

    /// The end of a command that a `view.input.run` named.
    package struct DidRun: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didRun"
        /// The command's exit code, as a shell reports it: 128 and the signal's number for one that a signal ended. Nil if it did not
        /// run.
        package var status: Int?
        /// The reason why the command did not run.
        package var failure: String?
    }

    /// The last row of a screen that has more was reached.
    package struct DidReachEnd: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didReachEnd"
    }

    /// The user went back, or closed a modal scene.
    package struct DidGoBack: JSONCodable, Equatable, Sendable {
        package static let type = "view.output.didGoBack"
    }
}
