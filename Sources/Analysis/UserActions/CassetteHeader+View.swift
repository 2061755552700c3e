package import Recording

extension CassetteHeader {
    /// What the service that the person sees is called where nothing says which one it is.
    package static let usualView = "view"
}

extension CassetteHeader? {
    /// The service that the person sees: the one that has the terminal.
    package var view: String {
        self?.services.filter { $0.value.terminal == true }.keys.min() ?? CassetteHeader.usualView
    }
}
