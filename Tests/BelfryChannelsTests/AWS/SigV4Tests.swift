import BelfryTesting
import BelfryTime
import Crypto
import Testing

@testable import BelfryChannels

/// The vectors are AWS's own: its Signature Version 4 test suite, whose keys open nothing; checked once more with botocore.
@Suite("AWS's signature, version 4")
struct SigV4Tests {
    private static let moment = Instant(literal: "2015-08-30T12:36:00Z")
    private static let keys = SigV4.Credentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    private static let host = "example.amazonaws.com"

    @Test(
        "The test suite's requests get the test suite's signatures",
        arguments: [
            ("get-vanilla", SigV4.Request(method: "GET", host: host), "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            (
                "get-vanilla-query-order-key-case", SigV4.Request(method: "GET", host: host, query: [("Param2", "value2"), ("Param1", "value1")]),
                "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
            ),
            ("post-vanilla", SigV4.Request(host: host), "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
            (
                "post-x-www-form-urlencoded",
                SigV4.Request(host: host, headers: ["content-type": "application/x-www-form-urlencoded"], body: Array("Param1=value1".utf8)),
                "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"
            ),
        ] as [(String, SigV4.Request, String)])
    func vectors(name: String, request: SigV4.Request, signature: String) {
        let headers = SigV4(region: "us-east-1", service: "service").headers(for: request, with: Self.keys, now: Self.moment)
        #expect(headers["x-amz-date"] == "20150830T123600Z")
        #expect(headers["authorization"]?.hasSuffix("Signature=\(signature)") == true)
        #expect(headers["authorization"]?.contains("Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ") == true)
    }

    @Test("The key of a day is the one that AWS's guide derives")
    func signingKey() {
        let key = SigV4(region: "us-east-1", service: "iam").signingKey(secret: Self.keys.secretAccessKey, day: "20150830")
        let text = key.withUnsafeBytes { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        #expect(text == "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9")
    }

    @Test("The token of lent keys is signed with everything else")
    func sessionToken() {
        var lent = Self.keys
        lent.sessionToken = "lent"
        let headers = SigV4(region: "us-east-1", service: "ses").headers(for: SigV4.Request(host: Self.host), with: lent, now: Self.moment)
        #expect(headers["x-amz-security-token"] == "lent")
        #expect(headers["authorization"]?.contains("SignedHeaders=host;x-amz-date;x-amz-security-token,") == true)
        #expect("\(lent)" == "Credentials")
    }

    @Test("Spaces in headers are signed as they are sent on, and letters outside of ASCII are encoded")
    func canonical() {
        let request = SigV4.Request(method: "GET", host: Self.host, query: [("q", "ä b/~")])
        #expect(
            SigV4.canonicalRequest(request, headers: ["host": Self.host, "x-spaces": "  a   b "])
                == "GET\n/\nq=%C3%A4%20b%2F~\nhost:example.amazonaws.com\nx-spaces:a b\n\nhost;x-spaces\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
    }
}
