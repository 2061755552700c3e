import ScreenModel
import ViewMessages

/// The one thing in front of a screen, which takes the keys. Of several it is the first of these.
enum Overlay: Equatable, Sendable {
    /// The keys that hold behind it, from that line on.
    case help(top: Int)
    /// Failure from that line on, until the user closes it.
    case failure(Failure, top: Int)
    case palette(CommandPalette)
    /// The application's alert, or the view's own question.
    case alert(Alert)

    var isHelp: Bool { if case .help = self { true } else { false } }

    /// A text that is scrolled where the terminal is too small for all of it.
    var isText: Bool {
        switch self {
        case .help, .failure: true
        case .palette, .alert: false
        }
    }
}
