import BelfryPorts
import BelfryTime
import Foundation

/// An account with AWS, and where its services are: what SES and SNS are reached with.
///
/// Configuration keys:
/// - `aws_region` (text, required): as `eu-central-1`.
/// - `aws_access_key_id` (text, required) and `aws_secret_access_key` (secret, or `_file`; required): of a user who may send, and nothing else.
/// - `aws_session_token` (secret, or `_file`; optional): for keys that are only lent.
/// - `aws_endpoint` (text, optional): another address for both services, as of a stand-in.
public struct AWSAccount: Sendable {
    public let region: String
    public let accessKeyID: String
    public let secretAccessKey: Secret
    public let sessionToken: Secret?
    public let endpoint: String?

    /// Why the account can't be used as configured.
    public enum ConfigurationError: Error, Equatable, Sendable {
        /// A region is letters, digits and `-`, as `eu-central-1`.
        case unusableRegion
        /// The access key's identifier is letters and digits, as `AKIA…`.
        case unusableAccessKeyID
        /// An absolute `http` or `https` address without a path.
        case unusableEndpoint
    }

    /// - Throws: ``ConfigurationError``
    public init(
        region: String, accessKeyID: String, secretAccessKey: Secret, sessionToken: Secret? = nil, endpoint: String? = nil
    ) throws(ConfigurationError) {
        guard region.wholeMatch(of: /[a-z0-9-]{3,32}/) != nil else { throw .unusableRegion }
        guard accessKeyID.wholeMatch(of: /[A-Za-z0-9_]{3,128}/) != nil else { throw .unusableAccessKeyID }
        if let endpoint {
            guard let url = URL(string: endpoint), ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false, ["", "/"].contains(url.path()),
                url.query() == nil
            else { throw .unusableEndpoint }
        }
        self.region = region
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.endpoint = endpoint.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }

    /// What `belfry doctor` can tell without asking anybody.
    public func findings() -> [ChannelFinding] {
        let isReadable = (try? secretAccessKey.text()) != nil && (sessionToken == nil || (try? sessionToken?.text()) != nil)
        if isReadable { return [] }
        return [
            .broken("aws_key_unreadable", "The secret key for AWS can't be read: check that the file of aws_secret_access_key_file is there and not empty.")
        ]
    }

    /// A request to one of the account's services, signed.
    ///
    /// - Parameters:
    ///   - prefix: of the service's host, as `email`.
    ///   - service: the name under which it is signed for, as `ses`.
    ///   - keys: what ``AWSAuthorization`` gives.
    func request(
        to prefix: String, service: String, path: String, contentType: String, body: [UInt8], keys: String?, now: Instant
    ) throws(Unsendable) -> ProviderRequest {
        guard let keys = keys?.split(separator: "\n", maxSplits: 1).map(String.init), let secret = keys.first else {
            throw Unsendable("aws_key_missing: there is no secret key to sign with; set aws_secret_access_key")
        }
        let base = endpoint ?? "https://\(prefix).\(region).amazonaws.com"
        let host = String(base.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
        var headers = SigV4(region: region, service: service).headers(
            for: .init(host: host, path: path, headers: ["content-type": contentType], body: body),
            with: .init(accessKeyID: accessKeyID, secretAccessKey: secret, sessionToken: keys.count > 1 ? keys[1] : nil), now: now)
        // Whoever carries the request writes it.
        headers["host"] = nil
        return ProviderRequest(url: base + path, headers: headers, body: body)
    }
}

extension AWSAccount: CustomStringConvertible {
    public var description: String { "AWSAccount" }
}

/// Reads the account's secret keys for each request, so that they can be exchanged without a restart.
public struct AWSAuthorization: AuthorizationSource {
    let account: AWSAccount

    public init(_ account: AWSAccount) {
        self.account = account
    }

    public func authorization(now: Instant) async throws(AuthorizationFailure) -> String {
        do {
            let token = try account.sessionToken?.text()
            return try account.secretAccessKey.text() + (token.map { "\n\($0)" } ?? "")
        } catch {
            throw AuthorizationFailure("aws_key_unreadable: the secret key's file can't be read")
        }
    }

    public func refuse(_ authorization: String) async {}
}
