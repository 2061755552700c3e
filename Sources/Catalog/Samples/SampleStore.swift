/// What the catalog offers, invented for the project: hand-written rows, and numbers drawn for each from its name, so that
/// the same app has the same numbers in every run and whatever is added behind it.
///
/// Each part is made when it is first asked for, which would take longer than all else at the start.
enum SampleStore {
    static let apps: [Software] = SampleRow.all.enumerated().map { index, row in
        SampleApp(row: row, index: index).software
    }
    static let software = SearchIndex(apps)

    static let songs = SearchIndex(SampleAlbum.all.flatMap(\.songs))
    private static let albums = Dictionary(
        songs.items.map { ($0.album.id, $0.album) }, uniquingKeysWith: { first, _ in first })

    static func album(id: Int) -> Album? { albums[id] }
    static func songs(of album: Album) -> [ITunesSong] { songs.items.filter { $0.album.id == album.id } }

    static let repositories = SearchIndex(SampleRepository.all)
    /// More than a search can list, most starred first.
    static let popularRepositories = SampleRepository.popular

    static let videos = SampleVideo.all
}
