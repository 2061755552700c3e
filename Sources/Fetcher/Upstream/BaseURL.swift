package import HTTPTransfer

/// Where an API is.
package struct BaseURL: Equatable, Sendable {
    package let url: HTTPURL
    /// Whether a person has put it in the place of the real one. That may be on this machine, also where whatever upstream
    /// names must be public.
    package let isConfigured: Bool

    package init(_ url: HTTPURL, isConfigured: Bool) {
        self.url = url
        self.isConfigured = isConfigured
    }
}
