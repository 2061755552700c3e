import ArgumentParser
import WebAccess

/// Where a page is, for browsers.
struct ListenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where a page is: ADDRESS:PORT, PORT on the loopback, or unix:/PATH.",
            discussion: "The default is any free port of the loopback. Anything else can be reached over the network.",
            valueName: "address"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "Another origin by which browsers reach a page, such as that of a proxy.", valueName: "url"))
    var origin: [String] = []

    func validate() throws {
        guard address != nil else {
            throw ValidationError("--listen wants an address and a port, such as 127.0.0.1:8080, or unix:/path")
        }
        if let wrong = origin.first(where: { WebOrigin($0) == nil }) {
            throw ValidationError("--origin \(wrong): it wants a scheme and a host, such as https://tools.example")
        }
    }

    var isEmpty: Bool { listen == nil && origin.isEmpty }

    /// - Returns: nil for what is none that a person can name.
    var address: ListenAddress? {
        let address = listen.map(ListenAddress.init) ?? .standard
        if case .handover = address { return nil }
        return address
    }
}
