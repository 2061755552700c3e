import Templates
import TestSupport
import Testing

@Suite struct NewNameTests {
    @Test(arguments: [
        ("teas", "Teas", "teas"), ("tea-shop", "TeaShop", "teaShop"), ("my_2nd--app", "My2ndApp", "my2ndApp"),
        ("A", "A", "a"),
    ])
    func aNameHasFormsForCode(_ text: String, type: String, member: String) throws {
        let name = try NewName(text)
        expect(name.text, equals: text)
        expect(name.typeName, equals: type)
        expect(name.memberName, equals: member)
    }

    @Test(arguments: [
        ("", "is empty"), ("1st", "begin with a letter"), ("-x", "begin with a letter"), ("../x", "letters a to z"),
        ("a/b", "letters a to z"), (".", "letters a to z"), ("a b", "letters a to z"), ("ä", "letters a to z"),
        ("a\u{1B}[2J", "letters a to z"), ("a\u{301}", "letters a to z"), ("a\0", "letters a to z"),
        (String(repeating: "a", count: 65), "more than 64"),
    ])
    func whatIsNoNameIsRefused(_ text: String, because reason: String) {
        #expect { try NewName(text) } throws: { "\($0)".contains(reason) }
    }
}
