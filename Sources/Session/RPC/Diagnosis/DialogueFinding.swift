package import JSONRPC
import SafeText

/// Something in a dialogue that its protocol forbids, or that hinders the other side.
package enum DialogueFinding: Equatable, Sendable {
    /// Bytes that belong to no message.
    case noise([UInt8], FrameReader.Problem)
    /// A byte order mark in front of a message.
    case byteOrderMark
    case notAMessage([UInt8], RPCMessage.Problem)
    /// A message that other programs refuse.
    case faulty([UInt8], EnvelopeFault)
    /// A message of so many bytes.
    case tooLong(Int)
    /// Lines that end in CR LF.
    case carriageReturns
    /// Header lines that end in LF alone.
    case lineFeeds
    case repeatedID(PendingCalls.Request, open: PendingCalls.Request)
    /// A response with this id, or none.
    case strayResponse([UInt8]?)
    case answeredCancelled(PendingCalls.Request)
    /// The protocol, and what it forbids this side.
    case forbidden(String, RPCMessage.Kind, method: String?)
    case slow(PendingCalls.Request, seconds: Int)
    case unanswered(PendingCalls.Request)

    /// Equal findings of a side are told once.
    var kind: String {
        switch self {
        case .noise(_, .cut): "cut"
        case .noise(_, .badLength), .noise(_, .noLength), .noise(_, .headerTooLong): "header"
        case .noise: "noise"
        case .byteOrderMark: "byteOrderMark"
        case .notAMessage(_, .json): "json"
        case .notAMessage: "shape"
        case .faulty(_, let fault): "faulty \(fault)"
        case .tooLong: "tooLong"
        case .carriageReturns: "carriageReturns"
        case .lineFeeds: "lineFeeds"
        case .repeatedID(let request, _): "repeatedID \(request.method)"
        case .strayResponse: "strayResponse"
        case .answeredCancelled(let request): "answeredCancelled \(request.method)"
        case .forbidden(_, let kind, let method): "forbidden \(kind) \(method ?? "")"
        // Once per request.
        case .slow(let request, _): "slow \(request.number)"
        case .unanswered(let request): "unanswered \(request.number)"
        }
    }

    /// A sentence about a side, which may quote what strangers wrote: bounded, on one line.
    /// - Parameter sender: the side that it is about.
    package func text(about sender: RPCPeer) -> String {
        let side = "the \(sender.rawValue)"
        let text =
            switch self {
            case .noise(let bytes, .stray): "\(side) wrote output that is not a message: \(Self.quoted(bytes))"
            case .noise(let bytes, .cut): "\(side)'s output ended in the middle of a message: \(Self.quoted(bytes))"
            case .noise(let bytes, let problem): "\(side) sent a broken frame: \(problem): \(Self.quoted(bytes))"
            case .byteOrderMark: "\(side) put a byte order mark (EF BB BF) in front of a message"
            case .notAMessage(let bytes, let problem): "\(side): \(problem): \(Self.quoted(bytes))"
            case .faulty(let bytes, let fault): "\(side): \(fault.rawValue): \(Self.quoted(bytes))"
            case .tooLong(let count):
                "\(side) sent a message of \(count) bytes or more; beyond \(FrameReader.longestMessage >> 20) MiB none is examined "
                    + "or recorded"
            case .carriageReturns: "\(side) ends lines with CR LF; that is legal, but some programs expect LF alone"
            case .lineFeeds:
                "\(side) ends header lines with LF alone; the protocol requires CR LF, and most programs refuse it"
            case .repeatedID(let request, let open):
                "\(side) uses the id \(Self.id(request.id)) of \(Self.name(open)), which has no answer yet, again for "
                    + Self.name(request)
            case .strayResponse(nil): "\(side) sent an answer without an id"
            case .strayResponse(let id?): "\(side) answered the id \(Self.id(id)), which no open request has"
            case .answeredCancelled(let request):
                "\(side) answered \(Self.named(request)) after it was cancelled"
            case .forbidden(let name, let kind, let method):
                "\(side) sent a \(kind.rawValue)\(method.map { " (\(Self.bounded($0)))" } ?? ""); in \(name) it must not"
            case .slow(let request, let seconds):
                "\(side) has not answered \(Self.named(request)) for \(seconds) seconds"
            case .unanswered(let request): "\(side) never answered \(Self.named(request))"
            }
        return text.printable
    }

    /// Characters of a message.
    private static let mostQuoted = 120

    private static func named(_ request: PendingCalls.Request) -> String {
        "\(name(request)) (id \(id(request.id)))"
    }

    private static func name(_ request: PendingCalls.Request) -> String { bounded(request.method) }

    private static func id(_ id: [UInt8]) -> String { bounded(String(decoding: id, as: UTF8.self)) }

    private static func quoted(_ bytes: [UInt8]) -> String {
        "\"\(bounded(String(decoding: bytes.prefix(4 * mostQuoted), as: UTF8.self)))\""
    }

    private static func bounded(_ text: String) -> String {
        let head = text.unicodeScalars.prefix(mostQuoted + 1)
        return head.count > mostQuoted ? String(head.dropLast()) + "…" : text
    }
}
