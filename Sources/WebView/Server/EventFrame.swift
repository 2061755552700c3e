/// A server-sent event (HTML Standard, 9.2.5).
package enum EventFrame {
    /// Keeps the connection, and finds out whether the browser is still there.
    package static let heartbeat = Array(":\n\n".utf8)
    /// Milliseconds until a browser that has lost the connection tries again.
    package static let beginning = Array("retry: 300\n\n".utf8)
    package static let end = Array("event: end\ndata: The session has ended.\n\n".utf8)

    package static func screen(_ markup: Markup) -> [UInt8] {
        var frame = Array("event: screen\ndata: ".utf8)
        for byte in markup.bytes {
            switch byte {
            case 0x0A: frame += "\ndata: ".utf8
            // Text has none, and one would end the line.
            case 0x0D: break
            default: frame.append(byte)
            }
        }
        frame += "\n\n".utf8
        return frame
    }
}
