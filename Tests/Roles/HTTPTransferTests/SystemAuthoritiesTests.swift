import HTTPTransfer
import TestSupport
import Testing

@Suite struct SystemAuthoritiesTests {
    @Test(
        arguments: [
            (["/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/cert.pem"], nil), ([], nil),
            (["/etc/pki/tls/certs/ca-bundle.crt"], "/etc/pki/tls/certs/ca-bundle.crt"),
            (["/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem"], "/etc/ssl/ca-bundle.pem"),
        ] as [([String], String?)]) func otherSystemsHaveTheirOwnPlace(files: [String], expected: String?)
    {
        expect(SystemAuthorities.file { files.contains($0) }, equals: expected)
    }
}
