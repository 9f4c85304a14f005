import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// What a provider posts to its customer's address, signed.
public struct ProviderCallback: Hashable, Sendable {
    public var method: String
    /// As the provider knows it, which is what it signs.
    public var url: String
    /// By their names in lower case.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(method: String, url: String, headers: [String: String], body: [UInt8]) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Posts it.
    ///
    /// - Parameters:
    ///   - publicAddress: how the signed address begins.
    ///   - address: where that is really listened to; a proxy stands between the two elsewhere.
    /// - Returns: the status and the body of the answer.
    public func post(publicAddress: String, at address: String) async throws -> (status: Int, body: String) {
        var request = HTTPClientRequest(url: url.hasPrefix(publicAddress) ? address + url.dropFirst(publicAddress.count) : url)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if !body.isEmpty { request.body = .bytes(ByteBuffer(bytes: body)) }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        return (Int(answer.status.code), String(buffer: try await answer.body.collect(upTo: 1 << 20)))
    }
}
