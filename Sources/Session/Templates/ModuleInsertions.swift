import Platform

/// Lines that a new module adds to existing files, with the template's names: its line in the lists of sources and of
/// applications, and itself in the expectations of tests about all of them. Scripts write the other lists.
package enum ModuleInsertions {
    package static let all = [
        Insertion(
            "Sources/Roles/Fetcher/Fetcher/Applications/FetcherEnvironment.swift",
            .lines(behind: "static let sources", before: "    ]"), "        SpecimenSource.self,"),
        Insertion(
            "Sources/Roles/Presenter/Presenter/Scenes/Home.swift", .lines(behind: "static let all", before: "    ]"),
            "        { .specimen },"),
        home("home-lists-the-applications"), home("home-knows-its-rows"), home("home-opens-an-application"),
        Insertion(
            "Tests/Conversations/fetcher/bad-an-unknown-source-is-named/out.ndjson",
            .sorted(behind: "there are: ", before: "\""), "specimen"),
    ]

    /// The row in a conversation that shows the home screen.
    private static func home(_ conversation: String) -> Insertion {
        Insertion(
            "Tests/Conversations/presenter/\(conversation)/out.ndjson",
            .behindEach(#"{"id": "greeting", "subtitle": "Say hello", "title": "Greeting"}"#),
            #", {"id": "specimen", "subtitle": "Search my-application", "title": "my-application"}"#)
    }
}

/// A text that is put into a file of this project, at a place that is found by its text.
package struct Insertion: Sendable {
    package enum Place: Sendable {
        /// Whole lines, before the first line that is `before`, after the first one that contains `behind`.
        case lines(behind: String, before: String)
        /// The place after each occurrence of this text.
        case behindEach(String)
        /// Into a sorted list with commas, which begins after one text and ends before another.
        case sorted(behind: String, before: String)
    }

    /// The place is not in the file: it has been changed since this was written.
    package struct Misplaced: Error, CustomStringConvertible {
        let path: String
        package let anchor: String

        package var description: String { "\(path) has no \"\(anchor)\", where a line would go" }
    }

    /// Relative to the project.
    package let path: String
    package let place: Place
    package let text: String

    package init(_ path: String, _ place: Place, _ text: String) {
        self.path = path
        self.place = place
        self.text = text
    }

    package func applied(to file: String) throws(Misplaced) -> String {
        switch place {
        case .lines(let behind, let before): try inserted(into: file, behind, before)
        case .behindEach(let anchor):
            if file.contains(anchor) { file.replacing(anchor, with: anchor + text) } else { throw misplaced(anchor) }
        case .sorted(let behind, let before): try sorted(into: file, behind, before)
        }
    }

    private func inserted(into file: String, _ behind: String, _ before: String) throws(Misplaced) -> String {
        var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.firstIndex(where: { $0.contains(behind) }) else { throw misplaced(behind) }
        guard let place = lines[(first + 1)...].firstIndex(of: before) else { throw misplaced(before) }
        lines.insert(contentsOf: text.split(separator: "\n").map(String.init), at: place)
        return lines.joined(separator: "\n")
    }

    private func sorted(into file: String, _ behind: String, _ before: String) throws(Misplaced) -> String {
        guard let start = file.firstRange(of: behind)?.upperBound else { throw misplaced(behind) }
        guard let end = file[start...].firstRange(of: before)?.lowerBound else { throw misplaced(before) }
        let names = file[start..<end].split(separator: ", ").map(String.init) + [text]
        return file[..<start] + names.sorted().joined(separator: ", ") + file[end...]
    }

    private func misplaced(_ anchor: String) -> Misplaced { Misplaced(path: path, anchor: anchor) }
}
