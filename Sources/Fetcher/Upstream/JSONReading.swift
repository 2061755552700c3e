import HTTPTransfer
import JSON

extension HTTPResponse {
    /// The body as JSON. The Content-Type is ignored: real APIs send JSON as text/javascript, or as application/octet-stream.
    /// - Parameter api: the API's name, for the message.
    func json<Body: JSONReadable>(of api: String, as _: Body.Type = Body.self) throws(FetchError) -> Body {
        guard let body = decoded(Body.self) else {
            throw .decode("\(url.host) did not answer with the JSON of the \(api)")
        }
        return body
    }

    /// The body of a failure; nil unless it has the API's own form.
    func failure<Body: JSONReadable>(as _: Body.Type = Body.self) -> Body? {
        decoded(Body.self)
    }

    private func decoded<Body: JSONReadable>(_: Body.Type) -> Body? { try? Body(json: cleanText) }

    /// The body, if it is JSON.
    var cleanJSON: [UInt8]? { decoded(JSONBytes.self)?.bytes }

    /// Lone surrogates and invalid UTF-8 become U+FFFD: one bad character must not cost the entity that contains it.
    private var cleanText: [UInt8] {
        let text =
            String(validating: body, as: UTF8.self) == nil ? Array(String(decoding: body, as: UTF8.self).utf8) : body
        return JSONText.replacingLoneSurrogates(text)
    }
}
