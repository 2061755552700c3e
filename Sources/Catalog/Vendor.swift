/// By the folder that the vendor's paths begin with.
package enum Vendor: String, Sendable {
    case itunes, github, youtube, pictures
}
