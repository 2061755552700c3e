import Platform
package import ViewMessages

extension FormField {
    /// More options than a user looks through.
    private static let fewOptions = 50

    package var hasManyOptions: Bool { (options?.count ?? 0) > Self.fewOptions }

    package func suggestions(for text: String) -> [String] {
        (suggestions ?? []).filter { $0.utf8.count > text.utf8.count && $0.utf8.starts(with: text.utf8) }
    }

    /// The text, completed as far as all suggestions that continue it agree.
    /// - Returns: nil where nothing can be added.
    package func completed(_ text: String) -> String? {
        let found = suggestions(for: text)
        guard let first = found.first else { return nil }
        let common = found.dropFirst().reduce(first) { common, suggestion in
            String(zip(common, suggestion).prefix { $0 == $1 }.map(\.0))
        }
        return common.utf8.count > text.utf8.count ? common : nil
    }

    /// The options whose titles have all the words of a text, those that begin with it first.
    /// - Parameter most: the most options.
    package func options(matching text: String, most: Int) -> [Option] {
        let wanted = text.lowercased()
        let words = wanted.split(separator: " ")
        var (first, others): ([Option], [Option]) = ([], [])
        for option in options ?? [] where first.count < most {
            let title = option.title.lowercased()
            guard words.allSatisfy({ title.contains($0) }) else { continue }
            if title.hasPrefix(wanted) { first.append(option) } else if others.count < most { others.append(option) }
        }
        return Array((first + others).prefix(most))
    }
}
