import CCurl
import Platform

/// Opens sockets for libcurl.
enum PlainSocket {
    /// - Returns: negative on failure, with `errno`.
    static func open(_ address: curl_sockaddr) -> curl_socket_t {
        let descriptor = socket(address.family, address.socktype, address.protocol)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }
}
