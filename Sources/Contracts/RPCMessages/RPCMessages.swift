package import JSON

/// Messages to a JSON-RPC server that is a service of a session (`viperline rpc serve`). Their types are those of a recorded
/// dialogue. Ids of the wire are the adapter's own: events have theirs.
package enum RPCServerInput {
    /// Answered by exactly one `rpc.output.response`, with its correlation.
    package struct Request: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.input.request"
        package var method: String
        /// An object or an array.
        package var params: JSONBytes?
    }

    /// Needs no answer.
    package struct Notification: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.input.notification"
        package var method: String
        package var params: JSONBytes?
    }

    /// The answer to a `rpc.output.request`: a result or an error.
    package struct Response: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.input.response"
        /// The `request` of that event.
        package var request: String
        package var result: JSONBytes?
        package var error: RPCFailure?
    }

    /// Cancels the request with this event id, or all requests of the user action with this id. Each is answered with an error of
    /// the code -32800.
    package struct Cancel: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.input.cancel"
        package var id: String
    }
}

/// Messages of a JSON-RPC server that is a service of a session.
package enum RPCServerOutput {
    /// The server has started and, where its protocol has a handshake, made it. A state.
    package struct Ready: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.output.ready"
        /// `mcp`, `mcp-2026`, `acp`, `lsp` or `json-rpc`.
        package var protocolName: String  // JSON: protocol
        /// The version that both sides use, where the protocol has versions.
        package var version: String?
        package var serverInfo: RPCServerInfo?
        package var capabilities: JSONBytes?
        /// A text in which the server describes itself to a user or a model.
        package var instructions: String?
    }

    /// The answer to a request: a result or an error. Both are absent for the result null.
    package struct Response: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.output.response"
        package var method: String?
        package var result: JSONBytes?
        package var error: RPCFailure?
    }

    /// A notification of the server. One about a request, such as its progress, has the request's correlation and subject.
    package struct Notification: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.output.notification"
        package var method: String
        package var params: JSONBytes?
    }

    /// A request of the server. It waits for a `rpc.input.response`.
    package struct Request: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.output.request"
        /// Names the request in the response.
        package var request: String
        package var method: String
        package var params: JSONBytes?
    }

    /// The server has ended by itself, after all outstanding requests were answered with errors.
    package struct Ended: JSONCodable, Equatable, Sendable {
        package static let type = "rpc.output.ended"
        /// The way in which the server ended, in a sentence.
        package var message: String
        /// The number of requests without an answer.
        package var requests: Int?
    }
}

/// The name that a server gives itself.
package struct RPCServerInfo: JSONCodable, Equatable, Sendable {
    package var name: String?
    package var title: String?
    package var version: String?
}

/// An error of JSON-RPC.
package struct RPCFailure: JSONCodable, Equatable, Sendable {
    package var code: Int
    package var message: String
    package var data: JSONBytes?
}
