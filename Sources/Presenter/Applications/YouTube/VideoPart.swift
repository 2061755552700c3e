import Formatting
import InteractorMessages
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages

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
        let lines: [Part?] = [
            .label(Label(video.title, style: .title)),
            .caption(reader.date(video.date), video.duration.flatMap(PlayingTime.text(seconds:))),
            .button(Button(control: Self.play, title: "Play", key: "p")),
            .button(Button(control: ControlName.open, title: "Open in the browser", key: "o")),
            description.map { .text(Text(heading: "Description", body: $0, fold: Text.shortFold)) },
        ]
        return lines.compactMap(\.self)
    }

    func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .press(Self.play): [.play(RouterInput.Play(url: video.url))]
        case .press(ControlName.open): [.openURL(RouterInput.OpenURL(url: video.url))]
        default: []
        }
    }

    private var description: String? { video.description.flatMap { $0.isEmpty ? nil : $0 } }
}
