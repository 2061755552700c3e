import Formatting
import InteractorMessages

/// One video of a playlist, with its picture.
enum VideoDetail: DetailPage {
    static let scene = "video"
    static let service = PlaylistScene.service
    static let noun = "video"

    static func title(of video: Video) -> String { video.title }

    static func picture(of video: Video) -> RemotePicture? {
        RemotePicture(video.thumbnail, caption: "Picture of \(video.title)")
    }

    static func pieces(of video: Video, for reader: Reader) -> [(any PartPresenter)?] {
        [VideoPart(video, for: reader)]
    }
}

extension Video: Identifiable {}
