import HTTPTransfer

/// A source's settings from the environment: the URL of its API, keys.
package struct SourceEnvironment {
    /// A variable that cannot be used.
    package struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
        package let variable: String
        package let reason: String

        package var description: String { "read \(variable): \(reason)" }
    }

    private let variable: (String) -> String?

    /// - Parameter variable: the value of a variable; nil if it is unset or empty.
    package init(variable: @escaping (String) -> String?) {
        self.variable = variable
    }

    subscript(name: String) -> String? { variable(name) }

    /// The URL of an API; a variable may replace the real one.
    func base(_ name: String, standard: String) throws(Malformed) -> BaseURL {
        let configured = variable(name)
        do throws(TransferError) {
            return BaseURL(try HTTPURL(configured ?? standard), isConfigured: configured != nil)
        } catch {
            throw Malformed(variable: name, reason: FetchError(error).cause)
        }
    }
}
