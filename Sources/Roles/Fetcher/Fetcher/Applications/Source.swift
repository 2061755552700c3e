package import HTTPTransfer
package import InteractorMessages
import Wire

/// The origin of an application's entities. A remote source builds requests to an API and reads its responses, but does no
/// transfers; a local one answers without an API. The rest of the fetcher treats both alike.
///
/// A source implements those of `search`, `list` and `lookup` that it names as its ``actions``.
package protocol Source: Sendable {
    associatedtype Item: Entity

    var actions: [SourceAction] { get }
    /// Orders of searches, as requests name them.
    var orders: [String] { get }
    /// The environment variables that it reads, for the help.
    var variables: [String] { get }

    /// The name in requests, such as `itunes.apps`.
    var name: String { get }

    /// Keys and tokens, which only requests may contain.
    var secrets: [String] { get }
    /// Rate limits of the API's real servers, by host.
    var rates: [String: Rate] { get }

    /// The lane of its slow work: work of one lane is done one after another. Nil where all work is quick.
    var lane: String? { get }

    /// The term is not blank.
    func search(_ search: InteractorInput.Search) throws(FetchError) -> FetchStep
    func list(_ list: InteractorInput.List) throws(FetchError) -> FetchStep
    func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchStep
}

/// A source that is a part of the fetcher, and needs no more than its settings. ``SourceRegistry`` lists the
/// types that conform.
package protocol ShippedSource: Source {
    static var actions: [SourceAction] { get }
    static var variables: [String] { get }

    init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed)
}

package enum SourceAction: String, CaseIterable, Sendable {
    case search, list, lookup
}

extension Source {
    /// The answer, without a request.
    package func answer(_ page: InteractorOutput.Found<Item>) -> FetchStep {
        .answer(Event(InteractorOutput.found, page))
    }

    /// The answer from the response to a request.
    /// - Parameter read: is given any response, whatever its status, since only the source knows what the errors of its API
    ///   mean.
    package func ask(
        _ request: HTTPRequest,
        read: @escaping @Sendable (HTTPResponse) throws(FetchError) -> InteractorOutput.Found<Item>
    ) -> FetchStep {
        let reading = FetchStep.Reading(lane: lane) { (response) throws(FetchError) in answer(try read(response)) }
        return .transfer(request, reading)
    }
}

extension ShippedSource {
    /// Name in requests, such as `itunes.apps`.
    package static var name: String { Item.source }
    package static var variables: [String] { [] }

    package var name: String { Self.name }
    package var actions: [SourceAction] { Self.actions }
    package var variables: [String] { Self.variables }
}

extension Source {
    package var orders: [String] { [] }
    package var secrets: [String] { [] }
    package var rates: [String: Rate] { [:] }
    package var lane: String? { nil }

    package func search(_: InteractorInput.Search) throws(FetchError) -> FetchStep { throw unsupported(.search) }
    package func list(_: InteractorInput.List) throws(FetchError) -> FetchStep { throw unsupported(.list) }
    package func lookup(_: InteractorInput.Lookup) throws(FetchError) -> FetchStep { throw unsupported(.lookup) }

    private func unsupported(_ action: SourceAction) -> FetchError {
        let possible = actions.map(\.rawValue).joined(separator: ", ")
        return .invalidRequest("the source has no \(action.rawValue); it has: \(possible)")
    }
}
