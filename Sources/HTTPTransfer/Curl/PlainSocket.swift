import CCurl
import Platform

/// Sockets as libcurl asks for them.
enum PlainSocket {
    /// - Returns: less than 0 where there is none; `errno` says why.
    static func open(_ address: curl_sockaddr) -> curl_socket_t {
        let descriptor = socket(address.family, address.socktype, address.protocol)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }
}
