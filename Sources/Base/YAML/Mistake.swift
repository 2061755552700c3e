import SafeText

/// A mistake in the compose files, or in the options about them, that keeps the session from starting.
package struct Mistake: Error, Hashable, Sendable {
    package var place: Place
    /// The key path, such as `services.view.receives`; empty for the file as a whole.
    package var path: String
    /// The mistake, and if it can be guessed, the author's intention.
    package var message: String

    package init(place: Place, path: String = "", message: String) {
        self.place = place
        self.path = path
        self.message = message
    }
}

/// A place in a compose file or on the command line.
package struct Place: Hashable, Sendable {
    /// The path of a file, or an option of the command line.
    package var origin: String
    /// Counted from 1; nil for a whole file or an option.
    package var line: Int?
    /// The folder to which relative paths there refer, as an absolute path; nil for the working folder.
    package var folder: String?

    package init(origin: String, line: Int? = nil, folder: String? = nil) {
        self.origin = origin
        self.line = line
        self.folder = folder
    }
}

extension Mistake: CustomStringConvertible {
    /// The mistake on one line, safe to print: `compose/itunes.yaml:7: services.view: unknown key "recieves"`.
    package var description: String {
        let parts = [place.description, path, message].filter { !$0.isEmpty }
        return parts.joined(separator: ": ").printable
    }
}

extension Place: CustomStringConvertible {
    package var description: String { line.map { "\(origin):\($0)" } ?? origin }
}

extension String {
    /// Enough of the text to find it by.
    package var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
