/// The raw value is the first folder of the vendor's paths.
package enum Vendor: String, Sendable {
    case itunes, github, youtube, pictures, hackernews, wikipedia, crates, openlibrary, covers, npm
}
