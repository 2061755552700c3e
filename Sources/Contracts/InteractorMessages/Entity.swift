package import JSON

/// The entity of a source, as the interactor sends it to the presenter.
package protocol Entity: JSONCodable, Equatable, Sendable {
    /// The name of the entity's source, such as `itunes.apps`. Requests name it, and so do answers.
    static var source: String { get }
}

/// An item of a declared source: any JSON object with an `id`, which is a string that is not empty. Of what a program gives,
/// a number has become a string before (``SourceDeclaration/answerNormaliser``).
package struct JSONItem: JSONReadable, JSONWritable, Equatable, Identifiable, Sendable {
    package let id: String
    /// The whole object, `id` included.
    package let json: JSONBytes

    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let json = try reader.read(JSONBytes.self)
        guard let range = JSONSlices.member("id", of: json.bytes.span),
            let id = JSONText.decode(json.bytes.span.extracting(range)), !id.isEmpty
        else { throw JSONError(.invalid("has no id that is a text"), at: start) }
        self.id = id
        self.json = json
    }

    package func write(to writer: inout JSONWriter) { json.write(to: &writer) }
}

extension JSONItem: Entity {
    /// A declared source has a name of its own, which is in requests and replies.
    package static let source = "declared"
}

/// A song of the iTunes Store.
package struct Song: JSONCodable, Equatable, Sendable {
    package var id: String
    package var name: String
    package var artist: String?
    package var album: String?
    /// The URL of the cover.
    package var artwork: String?
    /// The URL of an excerpt to listen to.
    package var preview: String?
    package var milliseconds: Int?
    /// RFC 3339.
    package var releaseDate: String?
    package var genre: String?
    /// The price in units of `currency`.
    package var price: Double?
    /// ISO 4217.
    package var currency: String?
    /// The page in the store.
    package var url: String?
}

extension Song: Entity {
    package static let source = "itunes.songs"
}

/// An entry of a YouTube playlist that can be watched.
package struct Video: JSONCodable, Equatable, Sendable {
    /// The video's id.
    package var id: String
    package var title: String
    /// The time of publication, RFC 3339.
    package var date: String?
    package var description: String?
    /// Seconds.
    package var duration: Int?
    /// The URL of the picture.
    package var thumbnail: String?
    /// The page on which the video plays.
    package var url: String
}

extension Video: Entity {
    package static let source = "youtube.playlist"
}

/// The meaning of a colour of the traffic light for a driver.
package struct LightSignal: JSONCodable, Equatable, Sendable {
    package var color: String
    package var instruction: String
}

extension LightSignal: Entity {
    package static let source = "trafficlight"
}

/// A greeting. The first and last name that it is made from do not leave the interactor: a presenter gets the words, and the
/// name as one text.
package struct GreetingData: JSONCodable, Equatable, Sendable {
    /// A greeting such as "Hello".
    package var greeting: String
    /// The full name in the greeting.
    package var subject: String
}

extension GreetingData: Entity {
    /// A local source: it answers without a server.
    package static let source = "greeting"
}
