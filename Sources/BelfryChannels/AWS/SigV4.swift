import BelfryTime
import Crypto
import Foundation

/// Signs requests to AWS, version 4: a function of the request, the keys and the moment alone.
///
/// Source: docs.aws.amazon.com, IAM User Guide, "Create a signed AWS API request".
struct SigV4: Sendable {
    let region: String
    let service: String

    /// Keys to an account, with a token where they are only lent.
    struct Credentials: Hashable, Sendable, CustomStringConvertible {
        let accessKeyID: String
        let secretAccessKey: String
        var sessionToken: String?

        var description: String { "Credentials" }
    }

    /// What is signed. Every header given here is: their names are in lower case.
    struct Request: Sendable {
        var method = "POST"
        let host: String
        /// As it stands in the address, encoded.
        var path = "/"
        var query: [(name: String, value: String)] = []
        var headers: [String: String] = [:]
        var body: [UInt8] = []
    }

    /// The headers that make the request a signed one, `host` among them.
    func headers(for request: Request, with credentials: Credentials, now: Instant) -> [String: String] {
        let moment = Self.moment(now)
        var headers = request.headers
        headers["host"] = request.host
        headers["x-amz-date"] = moment
        headers["x-amz-security-token"] = credentials.sessionToken
        let scope = "\(moment.prefix(8))/\(region)/\(service)/aws4_request"
        let canonical = Self.canonicalRequest(request, headers: headers)
        let text = "AWS4-HMAC-SHA256\n\(moment)\n\(scope)\n\(Self.hex(SHA256.hash(data: Data(canonical.utf8))))"
        let key = signingKey(secret: credentials.secretAccessKey, day: String(moment.prefix(8)))
        let signature = Self.hex(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
        headers["authorization"] =
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), SignedHeaders=\(Self.names(headers)), Signature=\(signature)"
        return headers
    }

    /// The key of a day, a region and a service.
    func signingKey(secret: String, day: String) -> SymmetricKey {
        [day, region, service, "aws4_request"].reduce(SymmetricKey(data: Data("AWS4\(secret)".utf8))) { key, part in
            SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
    }

    static func canonicalRequest(_ request: Request, headers: [String: String]) -> String {
        let query = request.query.map { (encoded($0.name), encoded($0.value)) }.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key):\(trimmed($0.value))\n" }.joined()
        let body = hex(SHA256.hash(data: Data(request.body)))
        return "\(request.method)\n\(request.path)\n\(query)\n\(fields)\n\(names(headers))\n\(body)"
    }

    private static func names(_ headers: [String: String]) -> String { headers.keys.filter { $0 != "authorization" }.sorted().joined(separator: ";") }

    /// Spaces at the ends go, and several in a row become one.
    private static func trimmed(_ value: String) -> String {
        value.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }

    /// Everything but what RFC 3986 calls unreserved, in capitals.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-_.~".contains(character))
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// `20150830T123600Z`
    private static func moment(_ now: Instant) -> String {
        CivilDateTime(utc: now).description.replacing("-", with: "").replacing(":", with: "") + "Z"
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
