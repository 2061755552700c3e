import JSONRPC

/// A message as it came, and what a fault makes of its bytes.
struct DamagedFrame {
    static let hugeSize = 64 << 20
    static let unknownNumber = 999_999_937
    static let failureText = "a deliberate fault of viperline rpc"
    static let noise = "a deliberate fault of viperline rpc: this line is no message\n"

    let framing: Framing
    let message: RPCMessage
    /// The whole frame.
    let raw: [UInt8]

    /// Nil for a fault that does not change bytes, or does not apply to this message.
    func steps(_ kind: FrameFault.Kind, to receiver: RPCPeer) -> [FrameStep]? {
        func send(_ bytes: [UInt8]) -> FrameStep { .send(bytes, to: receiver) }
        return switch kind {
        case .duplicate: [send(raw), send(raw)]
        case .noise: [send(Array(Self.noise.utf8)), send(raw)]
        case .half: [send(Array(raw.prefix(raw.count / 2))), .exit(1)]
        case .bom: [send([0xEF, 0xBB, 0xBF]), send(raw)]
        case .wrongLength: [send(wronglyFramed)]
        case .crlf: [send(withOtherLineEnding)]
        case .huge: huge.map { [send($0.head), .fill(0x78, count: Self.hugeSize, to: receiver), send($0.tail)] }
        case .error(let code): message.kind == .response ? failure(code).map { [send($0)] } : nil
        case .unknownID: message.kind == .response ? replacingID(Self.unknownID).map { [send($0)] } : nil
        case .idType: replacingID(Self.otherType).map { [send($0)] }
        case .drop, .delay, .never, .afterCancel, .exit, .ignoreEnd, .ignoreTermination: nil
        }
    }

    private var wronglyFramed: [UInt8] {
        let bytes = message.bytes
        switch framing {
        case .headers: return framing.wrapping(of: max(0, bytes.count - 1)) + "\r\n\r\n".utf8 + bytes
        case .lines:
            let half = bytes.count / 2
            return bytes[..<half] + [0x0A] + bytes[half...] + [0x0A]
        }
    }

    private var withOtherLineEnding: [UInt8] {
        switch framing {
        case .headers: framing.wrapping(of: message.bytes.count) + [0x0A, 0x0A] + message.bytes
        case .lines: message.bytes + [0x0D, 0x0A]
        }
    }

    /// The frame on both sides of one more member, or element, in front of the bracket that closes the message.
    private var huge: (head: [UInt8], tail: [UInt8])? {
        guard let close = message.bytes.lastIndex(where: { $0 == 0x7D || $0 == 0x5D }) else { return nil }
        let isObject = message.bytes[close] == 0x7D
        let isEmpty = message.bytes[..<close].last { !Self.isBlank($0) }.map { $0 == 0x7B || $0 == 0x5B } ?? true
        let head = Array(message.bytes[..<close]) + ((isEmpty ? "" : ",") + (isObject ? #""padding":""# : #"""#)).utf8
        let tail = [UInt8(ascii: "\"")] + message.bytes[close...]
        switch framing {
        case .lines: return (head, tail + [0x0A])
        case .headers:
            return (framing.wrapping(of: head.count + Self.hugeSize + tail.count) + "\r\n\r\n".utf8 + head, tail)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    // MARK: Ids

    private func replacingID(_ change: ([UInt8]) -> [UInt8]) -> [UInt8]? {
        message.id.map { framing.frame(message.replacingID(with: change($0))) }
    }

    private static func unknownID(_ id: [UInt8]) -> [UInt8] {
        let number = Array("\(unknownNumber)".utf8)
        return isText(id) ? Array("\"".utf8) + number + Array("\"".utf8) : number
    }

    private static func otherType(_ id: [UInt8]) -> [UInt8] {
        guard isText(id) else { return Array("\"".utf8) + id + Array("\"".utf8) }
        let content = id.dropFirst().dropLast()
        let isNumber = !content.isEmpty && content.count < 16 && content.allSatisfy { 0x30...0x39 ~= $0 }
        let isValid = isNumber && (content.first != 0x30 || content.count == 1)
        return isValid ? Array(content) : Array("0".utf8)
    }

    private static func isText(_ id: [UInt8]) -> Bool { id.first == UInt8(ascii: "\"") }

    // MARK: Responses

    /// The frame of a failure in the place of this message: of a response, or of what would answer this request.
    func failure(_ code: Int32) -> [UInt8]? {
        guard let id = message.id else { return nil }
        switch message.envelope {
        case .jsonRPC: return framing.frame(RPCOutput.failure(RPCError(Int(code), Self.failureText), id: id))
        case .debugAdapter:
            let whole = message.kind == .response ? message.bytes.indices : nil
            return framing.frame(
                RPCOutput.debugResponse(
                    to: id, message.method ?? "", sequence: message.value(at: ["seq"], in: whole) ?? Array("0".utf8),
                    isSuccess: false,
                    #""message":"\#(Self.failureText)","body":{"error":{"id":\#(code),"format":"\#(Self.failureText)"}}"#
                ))
        }
    }

    /// The frame of a response without content to a request of this envelope.
    static func emptyResponse(to id: [UInt8], method: String, like message: RPCMessage, in framing: Framing)
        -> [UInt8]
    {
        switch message.envelope {
        case .jsonRPC: framing.frame(RPCOutput.result(Array("{}".utf8), id: id))
        case .debugAdapter:
            framing.frame(
                RPCOutput.debugResponse(
                    to: id, method, sequence: Array("0".utf8), isSuccess: true, #""body":{}"#))
        }
    }
}
