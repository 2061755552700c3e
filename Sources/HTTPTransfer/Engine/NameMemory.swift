/// For how long libcurl remembers the address of a host. It looks through all that it remembers whenever a transfer ends,
/// so with very many hosts, each asked once, nearly all its time would go there.
struct NameMemory {
    private var hosts: Set<String> = []
    /// libcurl also looks through every host that it had a connection to, each time when it closes one to make room. So
    /// connections are closed at once then, where nobody else is about to use them.
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
