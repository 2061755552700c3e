import HTTPTransfer
import JSON

extension HTTPResponse {
    /// The body as JSON. Its Content-Type is not looked at: real APIs send JSON as text/javascript, or as
    /// application/octet-stream.
    /// - Parameter api: whose JSON it should be, for the message.
    func json<Body: JSONReadable>(of api: String, as _: Body.Type = Body.self) throws(FetchError) -> Body {
        guard let body = decoded(Body.self) else {
            throw .decode("\(url.host) did not answer with the JSON of the \(api)")
        }
        return body
    }

    /// What a failure's body says, where it is in the API's own form.
    func failure<Body: JSONReadable>(as _: Body.Type = Body.self) -> Body? {
        decoded(Body.self)
    }

    /// What is no character is U+FFFD, whether half a surrogate pair or no UTF-8: one odd letter must not cost the entity
    /// that it stands in.
    private func decoded<Body: JSONReadable>(_: Body.Type) -> Body? {
        let text =
            String(validating: body, as: UTF8.self) == nil ? Array(String(decoding: body, as: UTF8.self).utf8) : body
        return try? Body(json: JSONText.replacingLoneSurrogates(text))
    }
}
