import FoundationEssentials
import HTTPTransfer

extension HTTPResponse {
    /// The body as JSON. Its Content-Type is not looked at: real APIs send JSON as text/javascript, or as
    /// application/octet-stream.
    /// - Parameter api: whose JSON it should be, for the message.
    func json<Body: Decodable>(of api: String, as _: Body.Type = Body.self) throws(FetchError) -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(body)) else {
            throw .decode("\(url.host) did not answer with the JSON of the \(api)")
        }
        return body
    }

    /// What a failure's body says, where it is in the API's own form.
    func failure<Body: Decodable>(as _: Body.Type = Body.self) -> Body? {
        try? JSONDecoder().decode(Body.self, from: Data(body))
    }
}
