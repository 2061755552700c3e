package import HTTPTransfer
import Wire

/// A request without an envelope, with what its answer repeats.
package struct ExchangeRequest: Equatable, Sendable {
    /// As requested, but without a password; nil if no URL could be read.
    package var url: String?
    /// Members of the request that its answer repeats as they are, each followed by a comma: `"id":7,"note":"x",`.
    package var echo: [UInt8] = []
    /// What to transfer, or what is wrong with the request.
    package var transfer: Result<HTTPRequest, FetchError>

    package init(url: String?, echo: [UInt8] = [], _ transfer: Result<HTTPRequest, FetchError>) {
        self.url = url
        self.echo = echo
        self.transfer = transfer
    }

    /// A URL with the defaults.
    package init(url text: String, _ template: RequestTemplate) {
        do throws(TransferError) {
            self.init(url: Self.shown(text), .success(try template.request(text)))
        } catch {
            self.init(url: Self.shown(text), .failure(FetchError(error)))
        }
    }

    /// Bytes that it holds until it is answered.
    var heldBytes: Int {
        guard case .success(let transfer) = transfer else { return echo.count }
        return echo.count + (transfer.body?.heldBytes ?? 0)
    }

    /// The URL as written, so that an answer can be matched with its request; only user and password are removed.
    static func shown(_ text: String) -> String {
        // Nothing else can hide a password; most URLs need no further check.
        guard text.utf8.contains(UInt8(ascii: "@")) || text.hasOddAuthority else { return text }
        if let url = try? HTTPURL(text) { return url.credentials == nil ? text : url.text }
        return text.withoutUserInfo
    }
}
