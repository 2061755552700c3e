package import Recording

extension CassetteHeader {
    /// The view's name where nothing tells which service has the terminal.
    package static let usualView = "view"
}

extension CassetteHeader? {
    /// The service that has the terminal.
    package var view: String {
        self?.services.filter { $0.value.terminal == true }.keys.min() ?? CassetteHeader.usualView
    }
}
