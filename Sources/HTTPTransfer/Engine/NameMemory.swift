/// How long libcurl caches host addresses. It scans its whole cache whenever a transfer ends, which would take nearly
/// all its time with very many hosts.
struct NameMemory {
    private var hosts: Set<String> = []
    /// libcurl also scans all hosts that it had connections to whenever it closes one to make room. So with many hosts,
    /// connections are closed at once unless another request is about to use them.
    private(set) var areMany = false
    private static let few = 500

    /// - Returns: seconds.
    mutating func seconds(for host: String) -> Int {
        if !areMany, hosts.insert(host).inserted, hosts.count > Self.few {
            areMany = true
            hosts = []
        }
        return areMany ? 1 : 60
    }
}
