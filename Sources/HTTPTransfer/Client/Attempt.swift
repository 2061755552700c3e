/// A request that did not succeed and will be tried again.
package struct Attempt: Equatable, Sendable {
    package let id: TransferID
    /// Which attempt failed, from 1.
    package let number: Int
    /// Why, such as `HTTP 503` or libcurl's words.
    package let cause: String
    /// When the next one begins, from now.
    package let delay: Duration
}
