/// A failed attempt that will be retried.
package struct Attempt: Equatable, Sendable {
    package let id: TransferID
    /// The attempt's number, from 1.
    package let number: Int
    /// Why, such as `HTTP 503` or libcurl's words.
    package let cause: String
    /// The wait before the next one.
    package let delay: Duration
}
