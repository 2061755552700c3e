import HTTPTransfer
import InteractorMessages
import Wire

/// The answer to a `get`: the body as text if it is UTF-8, otherwise in Base64.
enum BodyReading {
    static func got(in response: HTTPResponse, answering request: Event) throws(FetchError) -> Event {
        if let error = FetchError(statusOf: response) { throw error }
        let text = String(validating: response.body, as: UTF8.self)
        let got = InteractorOutput.Got(
            url: response.url.text, status: response.status, contentType: response.header("Content-Type"),
            body: text, base64: text == nil ? Base64.text(response.body) : nil)
        return Event(InteractorOutput.Got.type, got, answering: request)
    }
}
