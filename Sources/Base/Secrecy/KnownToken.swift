import Encodings

/// Tokens of well-known services, by their beginnings.
package struct KnownToken: Sendable {
    package enum Letters: Sendable {
        /// Letters, digits, `-`, `_` and `.`.
        case token
        case hexadecimal
        /// Upper-case letters, digits and `-`.
        case upper
        /// Lower-case and upper-case letters and digits, all of them.
        case mixed
        /// Three parts with dots between, or more.
        case web
        /// Parts of these lengths with dots between; the last may be longer.
        case parts([Int])
    }

    package let beginning: StaticString
    /// The least number of characters after it.
    package let rest: Int
    package let letters: Letters

    private init(_ beginning: StaticString, _ rest: Int, _ letters: Letters = .token) {
        self.beginning = beginning
        self.rest = rest
        self.letters = letters
    }

    package static let all = [
        // Forges and registries.
        Self("ghp_", 20), Self("gho_", 20), Self("ghu_", 20), Self("ghs_", 20), Self("ghr_", 20),
        Self("github_pat_", 20),
        Self("glpat-", 16), Self("gldt-", 16), Self("glrt-", 16), Self("glrtr-", 16), Self("glcbt-", 16),
        Self("glptt-", 16), Self("glft-", 16), Self("glimt-", 16), Self("glagent-", 16), Self("gloas-", 16),
        Self("glsoat-", 16), Self("glffct-", 16), Self("GR1348941", 16), Self("ATBB", 24, .mixed), Self("ATATT3", 40),
        Self("ATCTT3", 40), Self("npm_", 30), Self("pypi-", 40), Self("rubygems_", 40), Self("CLOJARS_", 40),
        Self("oy2", 43), Self("dckr_pat_", 20), Self("dckr_oat_", 20), Self("AKCp", 60, .mixed),
        Self("cmVmd", 50, .mixed),
        Self("sgp_", 32),
        // Messages.
        Self("xoxb-", 10), Self("xoxp-", 10), Self("xoxa-", 10), Self("xoxs-", 10), Self("xoxr-", 10),
        Self("xoxc-", 10),
        Self("xoxd-", 10), Self("xoxe.", 20), Self("xoxe-", 20), Self("xapp-", 10), Self("xwfp-", 10),
        Self("SG.", 30), Self("key-", 32, .hexadecimal), Self("SK", 32, .hexadecimal), Self("xkeysib-", 40),
        Self("xsmtpsib-", 40),
        Self("re_", 24, .mixed), Self("mlsn.", 40), Self("PMAK-", 30), Self("pmu_", 30, .mixed),
        // Payment.
        Self("sk_live_", 10), Self("sk_test_", 10), Self("sk_prod_", 10), Self("rk_live_", 10), Self("rk_test_", 10),
        Self("rk_prod_", 10), Self("whsec_", 16), Self("sq0atp-", 20), Self("sq0csp-", 30), Self("sq0idp-", 20),
        Self("EAAA", 56, .mixed),
        Self("access_token$production$", 16), Self("rzp_live_", 14), Self("flwseck_", 12), Self("EZAK", 50, .mixed),
        Self("EZTK", 50, .mixed),
        Self("duffel_live_", 30), Self("duffel_test_", 30), Self("shippo_live_", 30), Self("shippo_test_", 30),
        Self("live_", 30, .mixed), Self("lmnsk_", 20),
        // Models.
        Self("sk-ant-", 16), Self("sk-proj-", 16), Self("sk-svcacct-", 16), Self("sk-admin-", 16), Self("sk-or-", 16),
        Self("sk-", 32),
        Self("gsk_", 20), Self("hf_", 30), Self("api_org_", 30), Self("r8_", 30), Self("xai-", 30), Self("pplx-", 30),
        Self("nvapi-", 30), Self("fw_", 20, .mixed), Self("tgp_v1_", 20), Self("csk-", 30), Self("ABSK", 40),
        Self("bedrock-api-key-", 20),
        Self("lsv2_", 30), Self("pcsk_", 20), Self("jina_", 30), Self("tvly-", 20),
        // Clouds.
        Self("AIza", 30), Self("ya29.", 16), Self("GOCSPX-", 20), Self("1//0", 30), Self("4/0A", 30), Self("AKIA", 16),
        Self("ASIA", 16), Self("ABIA", 16, .upper),
        Self("ACCA", 16, .upper), Self("A3T", 17, .upper), Self("amzn.mws.", 30), Self("dop_v1_", 40),
        Self("doo_v1_", 40),
        Self("dor_v1_", 40), Self("LTAI", 16, .mixed), Self("AKID", 28, .mixed), Self("tskey-", 16), Self("fm1_", 60),
        Self("fm2_", 60), Self("fo1_", 30),
        Self("dapi", 32, .hexadecimal), Self("sbp_", 30), Self("sb_secret_", 20), Self("pscale_tkn_", 30),
        Self("pscale_pw_", 30),
        Self("pscale_oauth_", 30), Self("pul-", 40, .hexadecimal), Self("hvs.", 20), Self("hvb.", 20), Self("hvr.", 20),
        Self("dp.pt.", 30), Self("dp.st.", 30),
        Self("dp.ct.", 30), Self("nfp_", 30), Self("vcp_", 20), Self("rnd_", 24, .mixed), Self("HRKU-", 30),
        Self("rdme_", 40), Self("CCIPAT_", 30), Self("bkua_", 30),
        Self("AVNS_", 16), Self("tfp_", 30), Self("atlasv1.", 40), Self("scw_secret_", 20), Self("cfut_", 30),
        Self("v1.0-", 100), Self("t1.", 60), Self("AQVN", 30),
        Self("ops_eyJ", 100), Self("A3-", 30, .upper), Self("AGE-SECRET-KEY-1", 30), Self("ddp_", 30),
        // Measurement and the rest.
        Self("glsa_", 30), Self("glc_", 30), Self("NRAK-", 20), Self("NRJS-", 16), Self("NRII-", 20),
        Self("sntrys_", 30), Self("sntryu_", 30),
        Self("dt0c01.", 40), Self("dt0s01.", 40), Self("phx_", 30), Self("lin_api_", 30), Self("lin_oauth_", 30),
        Self("figd_", 30), Self("figo_", 30),
        Self("ntn_", 30), Self("secret_", 40, .mixed), Self("shpat_", 30), Self("shpss_", 30), Self("shpca_", 30),
        Self("shppa_", 30),
        Self("pat-na1-", 30), Self("pat-eu1-", 30), Self("CFPAT-", 30), Self("sl.", 100), Self("EAACEdEose0cBA", 10),
        Self("IGQV", 40), Self("EAA", 80, .mixed),
        Self("pnu_", 30), Self("pk_prod_", 60), Self("fio-u-", 30), Self("k8s-aws-v1.", 40),
        Self("sct_", 30, .mixed), Self("ctx7sk-", 20), Self("apify_api_", 20), Self("zpka_", 20), Self("dsapi_", 20),
        Self("pat", 79, .parts([17, 64])), Self("xprv", 100, .mixed), Self("nsec1", 50),
        Self("SU", 56, .upper), Self("SA", 56, .upper), Self("SO", 56, .upper), Self("SN", 56, .upper),
        Self("SC", 56, .upper),
        Self("eyJ", 20, .web),
        // Bots of Discord have their number in Base64, the time and a signature.
        Self("MT", 50, .parts([24, 6, 27])), Self("MT", 50, .parts([26, 6, 27])), Self("Mz", 50, .parts([24, 6, 27])),
        Self("Mz", 50, .parts([26, 6, 27])), Self("Nz", 50, .parts([24, 6, 27])), Self("Nz", 50, .parts([26, 6, 27])),
        Self("OD", 50, .parts([24, 6, 27])), Self("OD", 50, .parts([26, 6, 27])), Self("OT", 50, .parts([24, 6, 27])),
        Self("OT", 50, .parts([26, 6, 27])), Self("Nj", 50, .parts([24, 6, 27])), Self("Nj", 50, .parts([26, 6, 27])),
        Self("ND", 50, .parts([24, 6, 27])), Self("ND", 50, .parts([26, 6, 27])),
    ]

    /// One that is as short as it may be.
    package var example: String {
        let letters: String =
            switch letters {
            case .token, .mixed: "q7Zp2VxW9kLmT4"
            case .hexadecimal: "0f3a9c71b2e4"
            case .upper: "Q7ZP2VXW9KLM"
            case .web, .parts: ""
            }
        switch self.letters {
        case .web: return "\(beginning)hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.SflKxwRJSMeKKF2QT4fwpM"
        case .parts(let lengths):
            let parts = lengths.map { String(repeating: "q7Zp2VxW9k", count: $0 / 10 + 1).prefix($0) }
            return "\(beginning)" + parts.joined(separator: ".").dropFirst(beginning.utf8CodeUnitCount)
        default: return "\(beginning)" + String(repeating: letters, count: rest / letters.count + 1).prefix(rest)
        }
    }

    private struct Row {
        let exact: [UInt8]
        let token: KnownToken
    }

    /// By the first two bytes, the longest first.
    private static let rows: [Int: [Row]] = Dictionary(
        grouping: all.map { Row(exact: Array($0.beginning.description.utf8), token: $0) }
            .sorted { $0.exact.count > $1.exact.count }
    ) { Int($0.exact[0]) << 8 | Int($0.exact[1]) }

    static func begins(with pair: Int) -> Bool { rows[pair] != nil }

    /// A token that begins here, at the start of a word.
    static func token(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        guard start + 1 < reader.count, let rows = rows[Int(reader.bytes[start]) << 8 | Int(reader.bytes[start + 1])]
        else {
            return nil
        }
        // In Base64 of other data a short beginning occurs by chance.
        let isInBase64 = start > 0 && "+/".utf8.contains(reader.bytes[start - 1])
        for row in rows where !(isInBase64 && row.exact.count < 4) && begins(&reader, row.exact, start) {
            let behind = start + row.exact.count
            let end = reader.end(.token, from: behind)
            if end - behind >= row.token.rest, row.token.letters.fit(&reader, start..<end, behind: behind) {
                return start..<end
            }
        }
        return nil
    }

    private static func begins(_ reader: inout TextReader, _ text: [UInt8], _ start: Int) -> Bool {
        guard start + text.count <= reader.count else { return false }
        for offset in text.indices {
            reader.step()
            if reader.bytes[start + offset] != text[offset] { return false }
        }
        return true
    }

    private static let schemes: [StaticString] = [
        "bearer ", "basic ", "negotiate ", "ntlm ", "ssws ", "geniekey ", "kakaoak ", "dpop ", "splunk ",
    ]

    /// The credentials after `Bearer` or `Basic` (RFC 6750, RFC 7617) in the middle of a text.
    static func credentials(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        guard let scheme = schemes.first(where: { reader.has($0, at: start) }) else { return nil }
        let begin = reader.skip(" ", from: start + scheme.utf8CodeUnitCount)
        var end = reader.end(.token, from: begin)
        // Base64, and what RFC 6750 allows.
        while let byte = reader[end], "~+/=".utf8.contains(byte), end - begin < longestCredentials {
            end = reader.end(.token, from: end + 1)
        }
        let word = begin..<end
        let text = reader.text(word)
        switch scheme.utf8CodeUnitCount {
        case 6: return text.utf8.count >= 8 && Base64.decodePrefix(of: text).contains(UInt8(ascii: ":")) ? word : nil
        case 7 where scheme.utf8Start[0] == UInt8(ascii: "b"):
            return word.count >= 8 && SecretValue.isMixed(text) ? word : nil
        default: return word.count >= 16 && SecretValue.isMixed(text) ? word : nil
        }
    }

    /// Bytes that are looked at.
    private static let longestCredentials = 1 << 14
}

extension KnownToken.Letters {
    /// - Parameter behind: the end of the beginning that all have.
    fileprivate func fit(_ reader: inout TextReader, _ token: Range<Int>, behind: Int) -> Bool {
        switch self {
        case .token: true
        case .hexadecimal:
            reader.text(behind..<token.upperBound).utf8.allSatisfy {
                0x30...0x39 ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
        case .upper:
            reader.text(behind..<token.upperBound).utf8.allSatisfy {
                0x30...0x39 ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "-")
            }
        case .mixed: SecretValue.hasAllKinds(reader.text(behind..<token.upperBound))
        case .web: lengths(&reader, token).count >= 3
        case .parts(let least):
            zip(lengths(&reader, token), least).allSatisfy { $0 == $1 || $0 > $1 && $1 == least.last }
                && lengths(&reader, token).count == least.count
        }
    }

    private func lengths(_ reader: inout TextReader, _ token: Range<Int>) -> [Int] {
        reader.step(token.count)
        return reader.bytes[token].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(\.count)
    }
}

extension SecretForm {
    /// Secrets known by themselves.
    static let tokens = [
        SecretForm(
            "credentials",
            at: .words(["bearer", "basic", "negotiate", "ntlm", "ssws", "geniekey", "kakaoak", "dpop", "splunk"]),
            [
                "sent Bearer § to it", "Basic «dXNlcjpwYXNzd29yZA==»", "Negotiate «YIIFHwYGKwYBBQUCoIIFEzCCBQ+g»",
                "SSWS «00QCjAl4MlV-WPXM9kLmT4»",
            ],
            not: [
                "Basic authentication and bearer certificates", "negotiate a contract", "Bearer of news",
                "Basic dXNlcg==",
            ],
            rule: KnownToken.credentials),
        SecretForm(
            "token", at: .token, [],
            not: [
                "sk-8 and AKIA and eyJ and ghp_ are beginnings",
                "patches-2024-and-more-of-a-long-name-of-a-file-with-a-1.txt", "SKILL and SUAVE",
            ], rule: KnownToken.token),
    ]
}
