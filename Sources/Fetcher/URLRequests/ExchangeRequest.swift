package import HTTPTransfer
import Wire

/// A request that a person wrote without an envelope, with what its answer has to repeat.
package struct ExchangeRequest: Equatable, Sendable {
    /// As it was asked for, but for a password in it; nil where no URL could be read.
    package var url: String?
    /// Members of the request that come back in its answer, as they stood: `"id":7,"note":"x",`, with the comma behind each.
    package var echo: [UInt8] = []
    /// What to transfer, or what is wrong with the request.
    package var transfer: Result<HTTPRequest, FetchError>

    package init(url: String?, echo: [UInt8] = [], _ transfer: Result<HTTPRequest, FetchError>) {
        self.url = url
        self.echo = echo
        self.transfer = transfer
    }

    /// A URL, and what holds for all.
    package init(url text: String, _ template: RequestTemplate) {
        do throws(TransferError) {
            self.init(url: Self.shown(text), .success(try template.request(text)))
        } catch {
            self.init(url: Self.shown(text), .failure(FetchError(error)))
        }
    }

    /// Bytes that it takes until it is answered.
    var heldBytes: Int {
        guard case .success(let transfer) = transfer else { return echo.count }
        return echo.count + (transfer.body?.heldBytes ?? 0)
    }

    /// The URL as it stood, so that an answer can be matched with what was asked; only user and password are left out.
    static func shown(_ text: String) -> String {
        // Nothing else could hide one; most URLs need no second look.
        guard text.utf8.contains(UInt8(ascii: "@")) || text.hasOddAuthority else { return text }
        if let url = try? HTTPURL(text) { return url.credentials == nil ? text : url.text }
        return text.withoutUserInfo
    }
}
