import CNATS
import NATSBridge

/// Converts libnats's messages.
enum ReceivedMessage {
    /// The most headers read; each name counts once, with its first value.
    private static let mostHeaders = 64

    static func copy(_ message: OpaquePointer) -> NATSMessage {
        NATSMessage(
            natsMsg_GetSubject(message).map { String(cString: $0) } ?? "",
            reply: natsMsg_GetReply(message).map { String(cString: $0) },
            headers: headers(of: message), payload: payload(of: message))
    }

    private static func payload(of message: OpaquePointer) -> [UInt8] {
        guard let start = natsMsg_GetData(message) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(max(0, natsMsg_GetDataLength(message)))))
    }

    private static func headers(of message: OpaquePointer) -> [NATSHeader] {
        var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard natsMsgHeader_Keys(message, &names, &count) == NATS_OK, let names else { return [] }
        defer { free(names) }
        var headers: [NATSHeader] = []
        headers.reserveCapacity(Int(min(count, Int32(mostHeaders))))
        for place in 0..<min(Int(count), mostHeaders) {
            var value: UnsafePointer<CChar>?
            guard let name = names[place], natsMsgHeader_Get(message, name, &value) == NATS_OK, let value else {
                continue
            }
            headers.append(NATSHeader(String(cString: name), String(cString: value)))
        }
        return headers
    }
}
