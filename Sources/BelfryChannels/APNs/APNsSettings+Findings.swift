import BelfryModel
import BelfryTime
import Crypto
import Foundation

extension APNsSettings {
    /// What an operator should know of these settings, or must mend: all that can be told without asking Apple.
    ///
    /// - Parameter cache: where provider tokens are kept; a token from the future tells of a clock that was put back.
    public func findings(cache: (any TokenCache)? = nil, now: Instant) -> [ChannelFinding] {
        keyFindings + nameFindings + endpointFindings + clockFindings(cache: cache, now: now)
    }

    private var keyFindings: [ChannelFinding] {
        guard let text = try? key.text() else {
            return [.broken("apns_key_unreadable", "The key can't be read or is empty: name the file AuthKey_….p8 from Apple's developer account.")]
        }
        if text.contains("BEGIN CERTIFICATE") {
            return [.broken("apns_key_is_certificate", "This is a certificate: Belfry signs in with a key, the file AuthKey_….p8.")]
        }
        guard (try? P256.Signing.PrivateKey(pemRepresentation: text)) != nil else {
            return [.broken("apns_key_invalid", "The key is no private key on the curve P-256 in PEM: download the file AuthKey_….p8 once more, or make a new key.")]
        }
        return fileFindings
    }

    private var fileFindings: [ChannelFinding] {
        guard case .file(let path) = key.source else { return [] }
        var findings: [ChannelFinding] = []
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if name.hasPrefix("AuthKey_"), name.hasSuffix(".p8"), name != "AuthKey_\(keyID).p8" {
            findings.append(.broken("apns_key_id_mismatch", "The key's file is named after another key than apns_key_id: one of the two is wrong."))
        }
        let mode = (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue ?? 0
        if mode & 0o077 != 0 {
            findings.append(.advice("apns_key_exposed", "Others on this machine can read the key: `chmod 600` it."))
        }
        return findings
    }

    private var nameFindings: [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if !Self.isTenCharacters(keyID) {
            findings.append(.broken("apns_key_id_invalid", "apns_key_id has 10 capital letters and digits, as Apple's page of keys shows them."))
        }
        if !Self.isTenCharacters(teamID) {
            findings.append(.broken("apns_team_id_invalid", "apns_team_id has 10 capital letters and digits, as Apple's page of the membership shows them."))
        }
        if keyID == teamID {
            findings.append(.broken("apns_ids_equal", "apns_key_id and apns_team_id are the same: one of the two is wrong."))
        }
        let isBundle = topic.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
        }
        if !isBundle || !topic.contains(".") {
            findings.append(.broken("apns_topic_invalid", "apns_topic is the app's bundle identifier, as `com.example.app`."))
        } else if let suffix = Self.topicSuffixes.first(where: topic.hasSuffix) {
            findings.append(.broken("apns_topic_has_suffix", "apns_topic is the bundle identifier alone: leave out `\(suffix)`."))
        }
        if let link, !link.contains("://") {
            findings.append(.broken("apns_link_invalid", "apns_link is a URL, as `https://example.org/alerts/` or `app://alerts/`."))
        }
        return findings
    }

    private var endpointFindings: [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if !(1...32).contains(connectionCountMax) {
            findings.append(.broken("apns_connections_invalid", "apns_connections is between 1 and 32."))
        }
        if production.host == APNsEndpoint.sandbox.host || sandbox.host == APNsEndpoint.production.host {
            findings.append(.broken("apns_endpoints_swapped", "The endpoints of production and sandbox are exchanged."))
        }
        let isApples = production.host == APNsEndpoint.production.host && sandbox.host == APNsEndpoint.sandbox.host
        if !isApples {
            findings.append(.advice("apns_endpoint_changed", "Notifications go to another server than Apple's."))
        } else if ![443, 2197].contains(production.port) || ![443, 2197].contains(sandbox.port) {
            findings.append(.broken("apns_port_invalid", "Apple listens on the ports 443 and 2197."))
        }
        if environment == .sandbox {
            findings.append(.advice("apns_sandbox", "Addresses that don't say are tried in the sandbox first: apps from the App Store and TestFlight are in production."))
        }
        return findings
    }

    private func clockFindings(cache: (any TokenCache)?, now: Instant) -> [ChannelFinding] {
        guard let cache, let signer = try? TokenSigner(self) else { return [] }
        do {
            guard let token = try cache.token(of: signer.name), token.issuedAt > now + ProviderTokens.clockSkewMax else { return [] }
            return [.advice("apns_clock_went_back", "A provider token was made in the future: this machine's clock was put back, or is wrong.")]
        } catch {
            return [.broken("apns_token_file_unusable", "The file of provider tokens can't be read or written: without it every start makes a new token, which Apple punishes.")]
        }
    }

    private static let topicSuffixes = [
        ".voip", ".complication", ".location-query", ".pushkit.fileprovider", ".push-type.liveactivity", ".push-type.widgets",
        ".push-type.controls", ".voip-ptt",
    ]

    private static func isTenCharacters(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { $0.isASCIILetterOrDigit && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
}
