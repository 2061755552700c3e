package import HTTPTransfer
package import InteractorMessages
import Wire

/// An upstream API: how to ask it, and how to read its answers. It knows nothing of transfers, and the rest of the
/// fetcher knows nothing of it.
package protocol Source: Sendable {
    associatedtype Item: Codable & Equatable & Sendable

    /// What requests call it, such as `itunes.apps`.
    var name: String { get }

    func request(for search: InteractorInput.Search) throws(FetchError) -> HTTPRequest
    func request(for lookup: InteractorInput.Lookup) throws(FetchError) -> HTTPRequest

    /// The entities of a response; whatever its status, since only the source knows what its errors mean.
    func items(in response: HTTPResponse) throws(FetchError) -> [Item]
}

extension Source {
    func found(in response: HTTPResponse, answering request: Event) throws(FetchError) -> Event {
        let found = InteractorOutput.Found(source: name, items: try items(in: response))
        return Event(InteractorOutput.found, found, answering: request)
    }
}
