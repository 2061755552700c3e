import CHandover
import Platform
package import Processes

/// The socket at which the front of many sessions hands connections to the view of one: a datagram socket in a folder that only the owner
/// reaches.
package final class HandoverSocket: Sendable {
    private let socket: Descriptor

    package init(at path: String) throws(SystemError) {
        socket = try Self.open("take connections at \(path)")
        unlink(path)
        guard try UnixSocket.withAddress(path, { bind(socket.number, $0, $1) }) == 0 else {
            throw SystemError("take connections at \(path)")
        }
    }

    package var descriptor: Int32 { socket.number }

    /// - Returns: a connection that was handed over; nil while there is none.
    package func take() -> Int32? {
        let connection = viperline_take_over(socket.number)
        return connection < 0 ? nil : connection
    }

    /// Fails if no descriptor is left for it.
    /// - Returns: whether it was sent. It stays open here as well.
    package static func give(_ connection: Int32, to path: String) throws(SystemError) -> Bool {
        let socket = try open("hand over a connection")
        let code = try? UnixSocket.withAddress(path) { viperline_hand_over(socket.number, $0, $1, connection) }
        return code == 0
    }

    private static func open(_ action: String) throws(SystemError) -> Descriptor {
        let number = Platform.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SystemError(action) }
        return Descriptor(owning: number)
    }
}
