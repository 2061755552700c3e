import Formatting
import InteractorMessages
import JSON
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages
import Wire

extension Application {
    static let playlist = Application(
        scene: PlaylistScene.name, title: "YouTube playlist", summary: "Watch a playlist",
        description: """
            See the videos of a playlist, with their lengths and dates, and watch them in a player or in the browser.
            """,
        asks: "the YouTube Data API; YOUTUBE_API_KEY is required",
        scenes: [
            PlaylistScene.name: { PlaylistScene(parameters: $0, $1) },
            VideoDetail.scene: { DetailScene<VideoDetail>(parameters: $0, $1.reader) },
        ])
}

/// The videos of a YouTube playlist, loaded page by page as the user scrolls, and beside them the selected one with its
/// picture.
struct PlaylistScene: ScenePresenter {
    static let name = "playlist"
    static let service = "YouTube"

    struct State: JSONCodable {
        /// Nil while nothing has come.
        var pages: ItemPages<Video>?
        /// Shown instead of the videos: what is missing, and how to provide it.
        var guidance: Text?
        /// Nil until the view has reported the selection.
        var preview: VideoPreview?
    }

    var state = State()
    private let id: String
    let reader: Reader
    var alert: AlertText?

    /// - Parameter parameters: the playlist's `id`; when it is absent or empty, that of the settings.
    init(parameters: [String: String], _ settings: PresenterSettings) {
        let given = parameters["id"].map(\.trimmingBlanks) ?? ""
        id = given.isEmpty ? settings.playlist ?? "" : given
        reader = settings.reader
    }

    var screen: Screen {
        let parts = state.guidance.map { [.text($0)] } ?? state.pages.map(parts(of:)) ?? []
        let preview = state.preview.flatMap { preview in
            video(inRow: preview.row).map { preview.parts(of: $0, for: reader) }
        }
        return Screen(
            title: reader["YouTube playlist"], parts: parts, hasMore: state.pages?.hasMore, preview: preview,
            reportsHighlight: state.pages == nil ? nil : true)
    }

    var activity: String { state.pages == nil ? "Loading…" : "Loading more…" }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            state.guidance = .howToChooseAPlaylist(reader["No playlist is chosen yet."], reader)
            return []
        }
        return [nextPage]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .select(let row):
            guard let video = video(inRow: row) else { return [] }
            return [
                .open(RouterInput.Open(name: VideoDetail.scene, parameters: ["id": video.id, "title": video.title]))
            ]
        case .highlight(let row):
            guard video(inRow: row) != nil else { return [] }
            if state.preview?.row != row { state.preview = VideoPreview(row: row) }
            return wantedPicture
        case .reachEnd where state.pages?.cursor != nil:
            return [nextPage]
        default:
            return []
        }
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let found = try event.decode(InteractorOutput.Found<Video>.self)
        var pages = state.pages ?? ItemPages()
        let asked = pages.cursor
        pages.append(found)
        state.pages = pages
        // The user cannot scroll to the end of a page without rows, so the scene requests the next one at once.
        return found.items.isEmpty && pages.cursor != nil && pages.cursor != asked ? [nextPage] : wantedPicture
    }

    mutating func receive(picture: String?) {
        // The picture of a video that the selection has left is not that of one without a picture.
        if !wantedPicture.isEmpty { state.preview?.receive(picture: picture) }
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        switch (failure.kind, state.pages) {
        case (.unauthorized, _):
            state.pages = nil
            state.guidance = .howToSetTheKey(failure.message, reader)
        case (.notFound, nil):
            state.guidance = .howToChooseAPlaylist(
                reader("YouTube has no playlist with the id %, or it is private.", id), reader)
        default:
            alert = .failure(
                failure, title: reader["The playlist cannot be loaded"], service: Self.service, for: reader)
        }
    }

    /// The request for the picture beside the videos, unless it is here or cannot be had.
    private var wantedPicture: [SceneRequest] {
        guard let preview = state.preview, let video = video(inRow: preview.row),
            let picture = preview.wanted(of: video, for: reader)
        else { return [] }
        return [.picture(InteractorInput.Get(url: picture.url))]
    }

    private func video(inRow row: String) -> Video? {
        guard let items = state.pages?.items, let index = items.indices.first(where: { Self.row($0) == row }) else {
            return nil
        }
        return items[index]
    }

    /// The first page if no page has been loaded.
    private var nextPage: SceneRequest {
        .list(InteractorInput.List(source: Video.source, id: id, cursor: state.pages?.cursor))
    }

    private func parts(of pages: ItemPages<Video>) -> [Part] {
        let rows = pages.items.enumerated().map { index, video in
            Row(
                id: Self.row(index), title: video.title, subtitle: reader.date(video.date),
                accessory: video.length)
        }
        let list = List(rows: rows, empty: rows.isEmpty && pages.cursor == nil ? reader["This playlist is empty"] : nil)
        let skipped = reader.count(
            pages.unavailable, "% unavailable video is left out", "% unavailable videos are left out")
        return [.list(list)] + (pages.unavailable > 0 ? [.caption(skipped)] : [])
            + [pages.unreadableText(for: reader)].compactMap { $0.map { .caption($0) } }
    }

    /// A row is named after its position, since a playlist may contain a video twice.
    private static func row(_ index: Int) -> String { "\(index + 1)" }
}

extension Text {
    fileprivate static func howToChooseAPlaylist(_ reason: String, _ reader: Reader) -> Text {
        Text(
            heading: reader["Choose a playlist"],
            body: """
                \(reason)
                \(reader["Set YOUTUBE_PLAYLIST to the id of a playlist (what follows “list=” in its address) and start again:"])
                YOUTUBE_PLAYLIST=PL… viperline run youtube
                \(reader["A presenter that is started by hand takes it as --playlist PL…"])
                """)
    }

    fileprivate static func howToSetTheKey(_ reason: String, _ reader: Reader) -> Text {
        Text(
            heading: reader["YouTube needs an API key"],
            body: """
                \(reader["Set YOUTUBE_API_KEY to a key of yours and start again:"])
                YOUTUBE_API_KEY=… viperline run youtube
                \(reader("Create a key for the “YouTube Data API v3” at %.", "https://console.cloud.google.com/apis/credentials"))
                (\(reason))
                """)
    }
}

/// One video of a playlist, with its picture.
enum VideoDetail: DetailPage {
    static let scene = "video"
    static let service = PlaylistScene.service
    static let noun = "video"

    static func title(of video: Video) -> String { video.title }

    static func picture(of video: Video, for reader: Reader) -> RemotePicture? {
        RemotePicture(video.thumbnail, caption: reader("Picture of %", video.title))
    }

    static func pieces(of video: Video, for reader: Reader) -> [(any PartPresenter)?] {
        [VideoPart(video, for: reader)]
    }
}

extension Video: Identifiable {}

extension Video {
    fileprivate var length: String? { duration.flatMap(PlayingTime.text(seconds:)) }

    fileprivate var about: String? { description.flatMap { $0.isEmpty ? nil : $0 } }

    /// The title, and below it date and length.
    fileprivate func head(for reader: Reader) -> [Part] {
        [.label(Label(title, style: .title))] + [.caption(reader.date(date), length)].compactMap(\.self)
    }
}

/// A video's title, date and length; buttons to watch it; its description.
struct VideoPart: PartPresenter {
    private let video: Video
    private let reader: Reader
    private static let play = "play"

    init(_ video: Video, for reader: Reader) {
        self.video = video
        self.reader = reader
    }

    var parts: [Part] {
        let about = video.about.map { Text(heading: reader["Description"], body: $0, fold: Text.shortFold) }
        return video.head(for: reader) + [
            .button(Button(control: Self.play, title: reader["Play"], key: "p")),
            .button(Button(control: ControlName.open, title: reader["Open in the browser"], key: "o")),
        ] + (about.map { [.text($0)] } ?? [])
    }

    func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .press(Self.play): [.play(RouterInput.Play(url: video.url))]
        case .press(ControlName.open): [.openURL(RouterInput.OpenURL(url: video.url))]
        default: []
        }
    }
}

/// The video where the selection rests, with its picture. Only this one picture is fetched; moving on cancels the request for
/// the previous one.
struct VideoPreview: JSONCodable {
    /// The id of the row.
    var row: String
    /// In Base64.
    var image: String?
    /// The picture cannot be had.
    var isMissing: Bool = false

    /// Bytes of Base64. The picture is sent to the view in the same line as all rows.
    private static let mostBytes = 256 << 10

    init(row: String) { self.row = row }

    /// The picture that the application has to fetch for it.
    func wanted(of video: Video, for reader: Reader) -> RemotePicture? {
        image == nil && !isMissing ? VideoDetail.picture(of: video, for: reader) : nil
    }

    mutating func receive(picture: String?) {
        image = picture.flatMap { $0.utf8.count > Self.mostBytes ? nil : $0 }
        isMissing = image == nil
    }

    func parts(of video: Video, for reader: Reader) -> [Part] {
        let picture = VideoDetail.picture(of: video, for: reader).map {
            Part.picture(Picture(caption: $0.caption, image: image))
        }
        let about = video.about.map { Part.text(Text(body: $0)) }
        return [picture].compactMap(\.self) + video.head(for: reader) + [about].compactMap(\.self)
    }
}
