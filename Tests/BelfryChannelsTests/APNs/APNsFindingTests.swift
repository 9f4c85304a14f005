import BelfryModel
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Testing

@testable import BelfryChannels

@Suite("What is wrong with the settings of Apple's push service")
struct APNsFindingTests {
    private func codes(_ change: (inout APNsSettings) -> Void) -> [String] {
        var settings = APNsSettings.sample()
        change(&settings)
        return settings.findings(now: .noon).map(\.code)
    }

    @Test("Good settings have nothing to be said of")
    func good() {
        #expect(codes { _ in } == [])
    }

    @Test("Each mistake has its code")
    func mistakes() {
        #expect(codes { $0.key = Secret(.file("/nowhere/AuthKey_ABC123DEFG.p8")) } == ["apns_key_unreadable"])
        #expect(codes { $0.key = Secret(.text("")) } == ["apns_key_invalid"])
        #expect(codes { $0.key = Secret(.text(P256.Signing.PrivateKey().publicKey.pemRepresentation)) } == ["apns_key_invalid"])
        #expect(codes { $0.key = Secret(.text("-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----")) } == ["apns_key_is_certificate"])
        #expect(codes { $0.keyID = "abc123defg" } == ["apns_key_id_invalid"])
        #expect(codes { $0.keyID = "ABC123DEF" } == ["apns_key_id_invalid"])
        #expect(codes { $0.teamID = "" } == ["apns_team_id_invalid"])
        #expect(codes { $0.teamID = $0.keyID } == ["apns_ids_equal"])
        for topic in ["", "app", "com..app", "com.example.app bundle", "com.example.*"] { #expect(codes { $0.topic = topic } == ["apns_topic_invalid"]) }
        #expect(codes { $0.topic = "com.example.app.voip" } == ["apns_topic_has_suffix"])
        #expect(codes { $0.topic = "com.example.app.push-type.liveactivity" } == ["apns_topic_has_suffix"])
        #expect(codes { $0.link = "alerts" } == ["apns_link_invalid"])
        #expect(codes { $0.connectionCountMax = 0 } == ["apns_connections_invalid"])
        #expect(codes { $0.production = APNsEndpoint(host: "api.push.apple.com", port: 80) } == ["apns_port_invalid"])
        #expect(codes { $0.production = APNsEndpoint(host: "localhost", port: 80) } == ["apns_endpoint_changed"])
        #expect(codes { ($0.production, $0.sandbox) = ($0.sandbox, $0.production) } == ["apns_endpoints_swapped", "apns_endpoint_changed"])
        #expect(codes { $0.environment = .sandbox } == ["apns_sandbox"])
    }

    @Test("A key's file that others can read, or that is named after another key, is found")
    func file() async throws {
        try await withFolder { folder in
            let path = folder + "/AuthKey_OTHERKEY00.p8"
            try P256.Signing.PrivateKey().pemRepresentation.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(codes { $0.key = Secret(.file(path)) } == ["apns_key_id_mismatch", "apns_key_exposed"])
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            #expect(codes { ($0.key, $0.keyID) = (Secret(.file(path)), "OTHERKEY00") } == [])
        }
    }

    @Test("A token from the future tells of a clock that was put back, and a file that can't be made of a restart that makes a new one")
    func tokens() throws {
        let settings = APNsSettings.sample()
        let cache = MemoryTokenCache()
        _ = try ProviderTokens(settings, cache: cache).token(now: .noon)
        #expect(settings.findings(cache: cache, now: .noon) == [])
        #expect(settings.findings(cache: cache, now: .morning).map(\.code) == ["apns_clock_went_back"])
        let unusable = FileTokenCache(path: "/nowhere/apns-token.json")
        #expect(settings.findings(cache: unusable, now: .noon).map(\.code) == ["apns_token_file_unusable"])
    }

}
