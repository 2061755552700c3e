import Formatting
import InteractorMessages
import ViewMessages

/// What is told of a repository among others. GitHub sorts by numbers and dates only, and not by names or languages.
enum RepositoryTable {
    /// On narrow terminals, the name and the stars are left.
    static let columns = [
        Column(id: "name", title: "Repository"),
        Column(id: "language", title: "Language", priority: 2),
        Column(id: "stars", title: "Stars", alignment: .end, priority: 4, isSortable: true),
        Column(id: "forks", title: "Forks", alignment: .end, priority: 1, isSortable: true),
        // At the end, so that it is asked for from the newest on.
        Column(id: "updated", title: "Updated", alignment: .end, priority: 3, isSortable: true),
        Column(id: "description", title: "Description", grows: true, priority: 0),
    ]

    static func row(for repository: Repository, _ reader: Reader) -> TableRow {
        let texts = [
            repository.fullName, repository.language, Quantity.short(repository.stars),
            repository.forks.map(Quantity.short), reader.date(repository.updated), repository.description,
        ]
        return TableRow(id: repository.id, cells: texts.map { TableCell($0 ?? "") })
    }
}
