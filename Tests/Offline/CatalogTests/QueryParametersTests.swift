import TestSupport
import Testing

@testable import Catalog

@Suite("Query parameters") struct QueryParametersTests {
    @Test(
        arguments: [
            ("term=rook+raven", "rook raven"), ("term=rook%20raven", "rook raven"), ("term=a%2Bb", "a+b"),
            ("term=%E9%9F%B3%E6%A5%BD", "音楽"), ("term=音楽", "音楽"), ("term=100%", "100%"), ("term=%zz%4", "%zz%4"),
            ("term=a=b", "a=b"), ("limit=3&term=x", "x"), ("term=x&term=y", "x"), ("te%72m=x", "x"), ("term=", ""),
            ("term", ""), ("limit=3", nil), ("", nil), ("&&=&", nil), ("term=%FF", "\u{FFFD}"),
        ] as [(String, String?)])
    func term(query: String, term: String?) {
        expect(QueryParameters(query)["term"], equals: term)
    }
}
