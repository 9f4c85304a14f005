import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// What a browser does at an identity provider that stands in for one.
enum ProviderBrowser {
    /// Signs in there.
    ///
    /// - Returns: the address to which the browser is sent back; nil where it isn't.
    static func signIn(at address: String, as user: String) async throws -> String? {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: "user=\(user)"))
        return try await client.execute(request, timeout: .seconds(60)).headers.first(name: "location")
    }

    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
}
