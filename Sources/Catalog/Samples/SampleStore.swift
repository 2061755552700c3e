/// The store's apps, invented for the project: hand-written rows and paragraphs, and numbers drawn for each app from its
/// name, so that the same app has the same numbers in every run and whatever is added behind it.
enum SampleStore {
    static let apps: [Software] = SampleRow.all.enumerated().map { index, row in
        SampleApp(row: row, index: index).software
    }

    /// Made when it is first asked for, which the server does once it listens: it takes longer than all else at the start.
    static let index = SoftwareIndex(apps)
}
