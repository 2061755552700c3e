package import Composition
import Processes

extension ApplicationList {
    package static func current(_ origins: Set<Origin>) -> ApplicationList {
        let inherited = OwnEnvironment.variables
        // No session is made, so the variable's name replaces its folder.
        return ApplicationList(of: origins) { $0 == SessionVariable.folder ? "$\($0)" : inherited[$0] }
    }

    /// The applications in the order in which a user sees them: their own first, then what is worth seeing first, then the other installed
    /// ones by name; studies and small examples last.
    package var inOrder: [Entry] {
        entries.enumerated().sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }.map(
            \.element)
    }

    /// The shipped applications that show most.
    private static let first = ["home", "itunes", "hackernews", "github", "wikipedia", "youtube"]

    private static func rank(_ entry: Entry) -> Int {
        guard entry.origin == .installed else { return -1 }
        return entry.isExample ? first.count + 1 : first.firstIndex(of: entry.name) ?? first.count
    }
}

extension ApplicationList.Entry {
    /// True for a study of patterns, and for a small example.
    package var isExample: Bool {
        origin == .installed && (name.hasPrefix("patterns/") || ["greeting", "trafficlight"].contains(name))
    }
}
