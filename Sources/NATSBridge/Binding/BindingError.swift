package import Wire

/// Why a message on NATS is not an event for the bus.
package enum BindingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Neither structured nor binary, or in a format other than JSON.
    case format(String)
    /// An invalid header of a binary message, by its name.
    case header(String)
    /// The payload of a binary message is not a JSON object.
    case data
    case event(EnvelopeError)

    package var description: String {
        switch self {
        case .format(let type) where type.isEmpty: "no CloudEvent: neither a Content-Type of one nor ce- headers"
        case .format(let type): "no CloudEvent in JSON, but \(type.prefix(100))"
        case .header(let name): "the header \(name.prefix(100)) cannot be read"
        case .data: "the payload is not a JSON object"
        case .event(let error): "\(error)"
        }
    }
}
