/// For how long libcurl remembers the address of a host. It looks through all that it remembers whenever a transfer ends,
/// so with very many hosts, each asked once, nearly all its time would go there.
struct NameMemory {
    private var hosts: Set<String> = []
    private var areMany = false
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
