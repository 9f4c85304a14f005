import Foundation

/// One call, before it is known which server is asked and who asks.
struct Call: Sendable {
    var method: ClientRequest.Method
    /// What stands between the slashes, as it is.
    var path: [String]
    /// Those without a value are left out.
    var query: [(name: String, value: String?)] = []
    var body: ClientRequest.Body = .none
    var headers: [String: String] = [:]
    /// Whether it may be done twice with the effect of once.
    var isRepeatable: Bool

    init(_ method: ClientRequest.Method, _ path: [String], isRepeatable: Bool) {
        (self.method, self.path, self.isRepeatable) = (method, path, isRepeatable)
    }

    static func get(_ path: String..., query: [(name: String, value: String?)] = []) -> Call {
        var call = Call(.get, path, isRepeatable: true)
        call.query = query
        return call
    }

    static func put(_ path: String...) -> Call { Call(.put, path, isRepeatable: true) }
    static func delete(_ path: String...) -> Call { Call(.delete, path, isRepeatable: true) }
    static func patch(_ path: String...) -> Call { Call(.patch, path, isRepeatable: true) }

    /// One that has another effect each time.
    static func post(_ path: String...) -> Call { Call(.post, path, isRepeatable: false) }

    /// One that may be repeated under the key, or because it says itself what is to be so in the end.
    static func repeatablePost(_ path: String..., key: String? = nil) -> Call {
        var call = Call(.post, path, isRepeatable: true)
        if let key { call.headers["Idempotency-Key"] = key }
        return call
    }

    func with(_ body: some Encodable) throws -> Call {
        var call = self
        call.body = .bytes(try Call.encoder.encode(body))
        call.headers["Content-Type"] = "application/json"
        return call
    }

    func with(text: String) -> Call {
        var call = self
        call.body = .bytes(Data(text.utf8))
        call.headers["Content-Type"] = "text/plain; charset=utf-8"
        return call
    }

    func with(query: (name: String, value: String?)...) -> Call {
        var call = self
        call.query = query
        return call
    }

    /// In the order of their members' names: the same call is the same bytes, which its key stands for.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    // MARK: The address

    /// - Throws: ``BelfryError`` with `unusable_name` where a part can't stand in a path: it would lead to another address.
    func address(at server: URL) throws -> URL {
        for part in path where ["", ".", ".."].contains(part) {
            throw BelfryError(.unusableName, "“\(part)” can't stand in an address. Give a name that isn't empty, and isn't a dot or two.")
        }
        let base = server.absoluteString
        let asked = query.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }.joined(separator: "&")
        let text = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path.map { "/" + Self.escaped($0) }.joined() + (asked.isEmpty ? "" : "?" + asked)
        guard let url = URL(string: text) else { throw BelfryError(.unusableName, "The server's address isn't one. Give it as https://belfry.example.org.") }
        return url
    }

    /// All but what RFC 3986, section 2.3, leaves unreserved is written as its bytes.
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
