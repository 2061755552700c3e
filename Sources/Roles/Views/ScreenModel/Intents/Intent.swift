package import ViewMessages
package import Wire

/// A user's wish of a screen, however they express it. Each view translates its own input (a key, a command, a form) into one of these;
/// ``ViewedSession/perform(_:)`` decides whether the screen permits it, and reports it.
///
/// A state of one view alone is no intent: scrolling, the focus, the cursor, completion.
package enum Intent: Equatable, Sendable {
    case search(String)
    /// Opens a row, together with the marked ones.
    case select(row: String)
    case press(control: String, on: PressTarget = .screen)
    /// Turns to another page of a pager. Each turn is reported, also while the one before waits for its screen.
    case turnPage(control: String)
    case sort(Sort)
    case toggle(row: String, isExpanded: Bool)
    /// Marks a row, or takes its mark away.
    case mark(row: String)
    case clearMarks
    /// Shows only the rows that match a text.
    case filter
    /// Other rows of a long list, the first counted from 0.
    case scroll(first: Int, count: Int)
    /// The rows behind the last one.
    case more
    case follow(String)
    /// Shows the preview of a row.
    case highlight(row: String)
    /// Puts a text into a field, by its name (``FieldName``).
    case enter(String, in: String)
    /// - Parameter texts: the texts of the form's fields, by name.
    case submit(form: String, texts: [String: String])
    case back
    /// Ends the session.
    case leave(Departure)
    /// Answers the question in front so that nothing is destroyed, as Esc does.
    case cancel
}

/// The way in which a user ends a session.
package enum Departure: Equatable, Sendable {
    /// The session has done what it was there for.
    case quit
    /// An interrupt, as by SIGINT.
    case interrupt
}

package enum PressTarget: Equatable, Sendable {
    /// The screen, or the question in front of it.
    case screen
    /// The row alone, whatever is marked.
    case row(String)
    /// The marked rows; where none is marked, that row. Nil where the user has named none.
    case rows(or: String?)
}

package enum IntentOutcome: Equatable, Sendable {
    /// The event to send.
    case reported(Event)
    /// No report: only the view has changed, or the same report still waits for its answer.
    case done
    case refused(IntentRefusal)
    /// The user leaves the session.
    case left(Departure)
}

/// The reason why an intent is not carried out.
package enum IntentRefusal: Equatable, Sendable {
    case noScreen
    /// The user saw another scene.
    case otherScene
    /// An alert or a question of the view has to be answered first.
    case questionInFront
    /// The screen does not have it, or no longer has it.
    case notOffered
    case nothingToSearch
    /// Going back from the first scene would end the session.
    case firstScene
    case nothingMore
    case noPreviews
    case nothingBelow
    case onlyPieces
    case chosenOneByOne
    case marksAreFull
    /// The row does not have that key.
    case notForRow
    /// No marked row has that key.
    case notForMarkedRows
    /// A key for rows, without a row and without marks.
    case noRow
    /// The errors in the fields of a form, each with the field's label. The view shows them there.
    case wrongEntries([String])

    /// The reason, as a piece of a message.
    package var reason: String {
        switch self {
        case .noScreen: "there is no screen"
        case .otherScene: "another screen is shown now"
        case .questionInFront: "an alert is in front; press one of its buttons first"
        case .notOffered: "that is not on the screen"
        case .nothingToSearch: "there is nothing to search here"
        case .firstScene: "this is the first screen"
        case .nothingMore: "there is nothing more"
        case .noPreviews: "there are no previews here"
        case .nothingBelow: "there is nothing below that row"
        case .onlyPieces: "only some rows are loaded, so they cannot be filtered"
        case .chosenOneByOne: "the rows here are chosen one by one"
        case .marksAreFull: "no more rows can be marked"
        case .notForRow: "that cannot be done to that row"
        case .notForMarkedRows: "that cannot be done to the marked rows"
        case .noRow: "that is done to a row"
        case .wrongEntries(let errors): errors.joined(separator: "; ")
        }
    }

    /// The reason, as a message of its own.
    package var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() }
}
