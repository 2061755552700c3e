/// Where redirects lead (RFC 9110 §15.4), and what may be told there.
extension HTTPRequest {
    /// The same request for the target of a redirect.
    /// - Parameter target: absolute.
    func redirected(to target: String, status: Int) throws(TransferError) -> HTTPRequest {
        var request = self
        do throws(TransferError) {
            request.url = try url.redirected(to: target)
        } catch .refusedScheme(let scheme) {
            throw .refusedRedirect("\(scheme): is not http or https")
        } catch .invalidURL(let reason) {
            throw .refusedRedirect("its Location is no URL (\(reason))")
        } catch {
            throw .refusedRedirect("its Location is no URL")
        }
        // They were about the URL before.
        request.conditions = []
        if method != "HEAD", status == 303 || method == "POST" && (status == 301 || status == 302) {
            request.method = "GET"
            request.body = nil
            request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        if request.url.origin != url.origin {
            guard request.body == nil else { throw .refusedRedirect("it would take the body to another origin") }
            request.headers = []
            request.unixSocket = nil
            request.isAway = true
        }
        return request
    }
}
