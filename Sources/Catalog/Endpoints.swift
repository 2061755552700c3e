/// The part of the catalog that stands for one vendor.
protocol Endpoints: Sendable {
    /// - Returns: nil for a path that is none of the vendor's.
    func reply(to request: CatalogRequest) -> Reply?
}
