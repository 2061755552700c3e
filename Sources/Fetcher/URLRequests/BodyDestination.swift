/// The destination of bodies that are not part of answers.
package enum BodyDestination: Equatable, Sendable {
    case nowhere
    /// One file, for one request.
    case file(String)
    /// Files of this folder, named by the number of the request and the last part of its URL's path.
    case folder(String)

    /// The path for a request's body; nil if it is not written.
    /// - Parameter number: the number of the request, from 1.
    func path(_ number: UInt64, url: String) -> String? {
        switch self {
        case .nowhere: nil
        case .file(let path): path
        case .folder(let folder): folder + "/" + Self.name(number, url)
        }
    }

    /// Such as `12-cover.png`. The number makes names unique, and prevents special ones such as `..`.
    private static func name(_ number: UInt64, _ url: String) -> String {
        let path = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "?" && $0 != "#" }
        let last = path.contains("/") ? path.split(separator: "/", omittingEmptySubsequences: false).last ?? "" : ""
        let safe = last.unicodeScalars.filter { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
        }
        return safe.isEmpty ? "\(number)" : "\(number)-" + String(String.UnicodeScalarView(safe.suffix(80)))
    }
}
