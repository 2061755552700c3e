import Foundation
import Secrecy
import TestSupport
import Testing

/// Forms of secrets in recorded events, from gitleaks, detect-secrets and the APIs' documentation.
@Suite struct SecretFormsTests {
    /// `§` is replaced with the secret.
    static let forms = [
        // Members.
        #"{"password":"§"}"#, #"{"Password":"§"}"#, #"{"passwd":"§"}"#, #"{"pwd":"§"}"#, #"{"user_pass":"§"}"#,
        #"{"passphrase":"§"}"#, #"{"secret":"§"}"#, #"{"client_secret":"§"}"#, #"{"clientSecret":"§"}"#,
        #"{"secretValue":"§"}"#, #"{"token":"§"}"#, #"{"access_token":"§"}"#, #"{"refreshToken":"§"}"#,
        #"{"id_token":"§"}"#, #"{"authtoken":"§"}"#, #"{"githubToken2":"§"}"#, #"{"csrfmiddlewaretoken":"§"}"#,
        #"{"api_key":"§"}"#, #"{"apiKey":"§"}"#, #"{"APIKEY":"§"}"#, #"{"x-api-key":"§"}"#, #"{"accessKey":"§"}"#,
        #"{"AWSAccessKeyId":"§"}"#, #"{"aws_secret_access_key":"§"}"#, #"{"privateKey":"§"}"#, #"{"signing_key":"§"}"#,
        #"{"encryptionKey":"§"}"#, #"{"accountKey":"§"}"#, #"{"credentials":{"user":"§"}}"#, #"{"jwt":"§"}"#,
        #"{"bearer":"§"}"#, #"{"auth":"§"}"#, #"{"Authorization":"Bearer §"}"#, #"{"proxy-authorization":"§"}"#,
        #"{"Cookie":"a=§"}"#, #"{"Set-Cookie":"sid=§; Path=/"}"#, #"{"sessionid":"§"}"#, #"{"session_id":"§"}"#,
        #"{"JSESSIONID":"§"}"#, #"{"PHPSESSID":"§"}"#, #"{"connectionString":"Server=h;Password=§"}"#,
        #"{"DATABASE_URL":"postgres://u:§@h/d"}"#, #"{"otp":"§"}"#,
        // Plurals, and lists below a name.
        #"{"tokens":["§"]}"#, #"{"passwords":{"db":"§"}}"#, #"{"apiKeys":[{"value":"§"}]}"#, #"{"secrets":["§"]}"#,
        // Names that are suspicious only with such a value.
        #"{"key":"§"}"#, #"{"sig":"§"}"#, #"{"signature":"§"}"#, #"{"code":"§"}"#, #"{"session":"§"}"#,
        #"{"laravel_session":"§"}"#, #"{"sid":"§"}"#, #"{"STRIPE_KEY":"§"}"#,
        // Names beside their values.
        #"{"headers":[{"name":"Authorization","value":"§"}]}"#, #"{"name":"X-Api-Key","value":"§"}"#,
        #"{"key":"token","value":"§"}"#, #"{"type":"password","value":"§"}"#, #"{"headers":[["Cookie","§"]]}"#,
        #"{"headers":[["accept","*/*"],["authorization","Bearer §"]]}"#,
        #"{"rawHeaders":["Host","h","Authorization","Bearer §","Accept","*/*"]}"#,
        // JSON in texts, once and twice.
        #"{"body":"{\"password\":\"§\"}"}"#, #"{"body":"[{\"access_token\":\"§\"}]"}"#,
        #"{"body":"{\"body\":\"{\\\"token\\\":\\\"§\\\"}\"}"}"#, #"{"text":"got {\"token\":\"§\"} back"}"#,
        #"{"text":"got {\\\"token\\\":\\\"§\\\"} back"}"#, #"{"text":"{'password': '§'}"}"#,
        // URLs.
        #"{"url":"https://h/?key=§"}"#, #"{"url":"https://h/?a=1&access_token=§&b=2"}"#, #"{"url":"https://h/?sig=§"}"#,
        #"{"url":"https://h/?code=§&state=x"}"#, #"{"url":"https://h/?X-Amz-Signature=§"}"#,
        #"{"url":"https://h/?X-Amz-Credential=§&x=1"}"#, #"{"url":"https://h/?X-Amz-Security-Token=§"}"#,
        #"{"url":"https://h/?X-Goog-Signature=§"}"#, #"{"url":"https://h/?jwt=§"}"#, #"{"url":"https://u:§@h/"}"#,
        #"{"url":"https://§@github.com/o/r.git"}"#, #"{"url":"https://h/#access_token=§&x=1"}"#,
        #"{"url":"https://h/?next=https%3A%2F%2Fg%2F%3Ftoken%3DS%26x%3D1"}"#,
        #"{"url":"https://hooks.slack.com/services/T0/B0/§"}"#, #"{"text":"redis://:§@h:6379"}"#,
        // Commands.
        #"{"command":["curl","-H","Authorization: Bearer §","https://h"]}"#, #"{"command":["x","--token","§"]}"#,
        #"{"command":["x","--api-key=§"]}"#, #"{"command":["curl","-u","me:§","https://h"]}"#,
        #"{"command":["curl","--cookie","a=§"]}"#, #"{"text":"curl -H 'Authorization: token §' https://h"}"#,
        #"{"text":"curl -H \"X-Api-Key: §\" https://h"}"#, #"{"text":"tool --token § --verbose"}"#,
        #"{"text":"tool --password '§'"}"#, #"{"text":"curl -u me:§ https://h"}"#,
        #"{"text":"curl -H Authorization:§ h"}"#,
        #"{"text":"export API_TOKEN=§"}"#, #"{"text":"PGPASSWORD=§ psql"}"#, #"{"text":"password = \"§\""}"#,
        // Lines of headers, files and logs.
        #"{"text":"Host: h\r\nAuthorization: Bearer §\r\n"}"#, #"{"text":"> GET /\n> Authorization: Bearer §\n"}"#,
        #"{"text":"< Set-Cookie: a=§; HttpOnly"}"#, #"{"text":"auth:\n  token: §\n"}"#,
        #"{"text":"failed, password: §, again"}"#,
        #"{"text":"sent Bearer § to it"}"#,
    ]

    /// An improbable word.
    private static let secret = "q7Zp2VxW9kLmT4"

    private static func redacted(_ json: String, by redactor: inout Redactor) -> String {
        String(decoding: redactor.redact(Array(json.utf8)), as: UTF8.self)
    }

    @Test(arguments: forms)
    func aSecretIsFoundInItsForm(form: String) throws {
        let json = form.replacing("§", with: Self.secret)
        var redactor = Redactor()
        let redacted = Self.redacted(json, by: &redactor)
        expect(redacted, lacks: Self.secret, "\(redacted)")
        expect(redacted, contains: "redacted-")
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(redacted.utf8)) }
        var again = Redactor()
        expect(Self.redacted(redacted, by: &again), equals: redacted, "what was redacted has nothing more to redact")
    }

    @Test func thereAreAsManyFormsAsWereAskedFor() { #expect(Self.forms.count >= 83) }

    /// Tokens known by their prefix, in any surroundings.
    @Test(arguments: [
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "github_pat_11ABCDEFG0abcdefghijkl_mnopqrst",
        "glpat-abcDEF1234567890ghij",
        "xoxb-123456789012-abcdefGHIJKL", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "sk-ant-api03-abcDEF1234567890",
        "AIzaSyA1234567890abcdefghijklmnopqrstuvw", "AKIAIOSFODNN7EXAMPLE", "npm_abcdefghijklmnopqrstuvwxyz0123456789",
        "SG.abcdefghijklmnopqrstuv.wxyzABCDEFGHIJKLMNOPQ", "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.SflKxwRJSMeKKF2QT4fwpM", "Basic dXNlcjpwYXNzd29yZA==",
        "-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA7\\nAbc\\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXk",
    ])
    func aSecretIsKnownByItself(secret: String) {
        var redactor = Redactor()
        let redacted = Self.redacted(#"{"title":"here is \#(secret) and more"}"#, by: &redactor)
        expect(redactor.secretCount, equals: 1, "\(redacted)")
        expect(!redacted.contains(secret.suffix(12)) || secret.hasSuffix("-----"), "\(redacted)")
        expect(redacted, lacks: "MIIE")
    }

    @Test(arguments: [
        // Words.
        #"{"title":"Token economy: a key = value story","password":""}"#, #"{"text":"The password: nobody knows it"}"#,
        #"{"text":"Basic authentication and bearer certificates"}"#, #"{"title":"Secret Garden","author":"Auth Orr"}"#,
        #"{"text":"My cookie: a recipe with 3 eggs"}"#, #"{"text":"press the key: it opens"}"#,
        #"{"text":"a - b --token"}"#, #"{"text":"-u is an option: see below"}"#,
        #"{"tags":["token","secrets","keys"]}"#,
        #"{"description":"sk-8 and AKIA and eyJ and ghp_ are beginnings"}"#,
        #"{"text":"time 12:30, ratio 3:4, ns::name"}"#,
        // Names that mention secrets but hold none.
        #"{"pageToken":"CAUQAA","nextPageToken":"EAAaB1BUOkNBVQ"}"#, #"{"token_type":"bearer","expires_in":3600}"#,
        #"{"max_tokens":4096,"total_tokens":12,"tokenCount":3}"#, #"{"passwordPolicy":"eight characters"}"#,
        #"{"token_endpoint":"https://h/token","cookieConsent":"yes"}"#, #"{"secretary":"Ada","passenger":"Bob"}"#,
        #"{"forgotPassword":"Forgot your password?"}"#, #"{"keyboard":"qwertz","monkey":"Abu123456789"}"#,
        #"{"authorized":true,"password":true,"hasPassword":false}"#, #"{"passRate":0.5,"compass":"N"}"#,
        // Short values, and words as values, of ambiguous names.
        #"{"key":"r","code":404,"sid":5}"#, #"{"key":"ArrowLeft"}"#, #"{"code":"DE","signature":"Yours, David"}"#,
        #"{"session":"apps-1"}"#, #"{"primaryKey":"a1b2c3d4e5f6g7","publicKey":"A1b2c3d4e5f6g7"}"#,
        #"{"key":"settings.title","value":"Settings"}"#, #"{"name":"title","value":"q7Zp2VxW9kLmT4"}"#,
        // URLs and data.
        #"{"url":"https://h/?page=2&q=token&country_code=DE"}"#, #"{"url":"https://h:8080/a:b@c"}"#,
        #"{"base64":"abc=="}"#, #"{"b" : 1.0, "a":"\u00e9", "n":[1,{"x":null}]}"#, #"{"text":"[1] and {2}"}"#,
        #"{"body":"{ \"a\" : [1, 2] }"}"#,
    ])
    func ordinaryWordsStand(json: String) {
        var redactor = Redactor()
        expect(Self.redacted(json, by: &redactor), equals: json)
        expect(redactor.count, equals: 0)
    }

    /// Many secrets, each in its own text, and texts crafted to be scanned repeatedly: twice of it takes twice the steps.
    @Test(arguments: [
        #"{"token":"sk-the-same-beginning-#-abc","text":"abc #"}"#,
        #"{"text":"sk-the-same-beginning # token= key=key=key=key= ='=\"= : ' : \" "}"#,
    ])
    func redactionOfManyTextsTakesStepsThatGrowWithTheirNumber(event: String) {
        func steps(_ count: Int) -> Int {
            var redactor = Redactor()
            for number in 0..<count {
                _ = redactor.redact(Array(event.replacing("#", with: "\(number)").utf8))
            }
            return redactor.steps
        }
        let (small, large) = (steps(500), steps(1000))
        #expect(small > 0 && large <= small * 2 + small / 4, "\(small), \(large)")
    }

    @Test(arguments: [
        "a=", "key=", "://a:", "-eyJ", "-----BEGIN PRIVATE KEY-----", "-u a ", "bearer ", ":'", "Cookie", "[",
    ])
    func redactionTakesStepsThatGrowWithTheText(piece: String) {
        func steps(_ length: Int) -> Int {
            var redactor = Redactor()
            let text = String(repeating: piece, count: length / piece.utf8.count)
            #expect(!redactor.redact(Array(#"{"text":"\#(text)"}"#.utf8)).isEmpty)
            return redactor.steps
        }
        let (small, large) = (steps(16_000), steps(32_000))
        #expect(small > 0 && large <= small * 2 + small / 4, "\(small), \(large)")
    }
}
