/// One vendor's part of the catalog.
protocol Endpoints: Sendable {
    /// - Returns: nil for an unknown path.
    func reply(to request: CatalogRequest) -> Reply?
}
