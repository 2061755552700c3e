import Formatting
import InteractorMessages
import JSON
import ScreenLayout
import ViewMessages

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

    /// What has to be fetched for it.
    func wanted(of video: Video) -> RemotePicture? {
        image == nil && !isMissing ? VideoDetail.picture(of: video) : nil
    }

    mutating func receive(picture: String?) {
        image = picture.flatMap { $0.utf8.count > Self.mostBytes ? nil : $0 }
        isMissing = image == nil
    }

    func parts(of video: Video, for reader: Reader) -> [Part] {
        let picture = VideoDetail.picture(of: video).map { Part.picture(Picture(caption: $0.caption, image: image)) }
        let parts: [Part?] = [
            picture, .label(Label(video.title, style: .title)),
            .caption(reader.date(video.date), video.duration.flatMap(PlayingTime.text(seconds:))),
            video.description.flatMap { $0.isEmpty ? nil : .text(Text(body: $0)) },
        ]
        return parts.compactMap(\.self)
    }
}
