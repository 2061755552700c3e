package import HTTPTransfer

/// The URL of an API.
package struct BaseURL: Equatable, Sendable {
    package let url: HTTPURL
    /// Whether a person has configured it. It may then be on this machine, even if URLs that servers send must be public.
    package let isConfigured: Bool

    package init(_ url: HTTPURL, isConfigured: Bool) {
        self.url = url
        self.isConfigured = isConfigured
    }
}
