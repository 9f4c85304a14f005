import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("FCM’s settings")
struct FCMSettingsTests {
    static let account = Result { try FCMSimulator { 0 }.serviceAccount }

    private func account(replacing field: String, with value: String?) throws -> String {
        let data = Data(try Self.account.get().utf8)
        var fields = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
        fields[field] = value
        return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
    }

    @Test(
        "A key that can’t be used says what is wrong with it",
        arguments: [
            ("type", "authorized_user", ServiceAccount.Unusable.notAServiceAccount(missing: "type")), ("type", nil, .notAServiceAccount(missing: "type")),
            ("project_id", nil, .notAServiceAccount(missing: "project_id")), ("client_email", "", .notAServiceAccount(missing: "client_email")),
            ("private_key_id", nil, .notAServiceAccount(missing: "private_key_id")), ("private_key", "-----BEGIN PRIVATE KEY-----", .badKey),
            ("private_key", nil, .notAServiceAccount(missing: "private_key")), ("token_uri", "http://example.com/token", .badTokenEndpoint),
        ] as [(String, String?, ServiceAccount.Unusable)])
    func badAccount(field: String, value: String?, expected: ServiceAccount.Unusable) throws {
        let json = try account(replacing: field, with: value)
        #expect(throws: expected) { try ServiceAccount(json: json) }
        #expect(expected.finding.isBroken)
    }

    @Test("What is no JSON, or no file, is no key")
    func noAccount() {
        #expect(throws: ServiceAccount.Unusable.notAServiceAccount(missing: "type")) { try ServiceAccount(json: "[]") }
        #expect(throws: ServiceAccount.Unusable.unreadable) { try ServiceAccount(Secret(.file("/nowhere"))) }
    }

    @Test("Other fields of the file may be of any type")
    func otherFields() throws {
        let json = try Self.account.get().replacing(#"{"#, with: #"{"universe":{"domain":1},"#, maxReplacements: 1)
        #expect(try ServiceAccount(json: json).projectID == "belfry-sample")
    }

    @Test("An assertion holds for an hour and names account, scope and audience")
    func assertion() throws {
        let parts = try ServiceAccount(json: try Self.account.get()).assertion(now: .noon).split(separator: ".").map(String.init)
        let claims = try #require(Base64URL.data(of: parts[1]).map { String(decoding: $0, as: UTF8.self) })
        let seconds = Instant.noon.secondsSinceEpoch
        #expect(
            claims == #"""
                {"aud":"https://oauth2.googleapis.com/token","exp":\#(seconds + 3600),"iat":\#(seconds),\#
                "iss":"sender@belfry-sample.iam.gserviceaccount.com","scope":"https://www.googleapis.com/auth/firebase.messaging"}
                """#)
        #expect(Base64URL.data(of: parts[0]).map { String(decoding: $0, as: UTF8.self) } == #"{"alg":"RS256","kid":"key-1","typ":"JWT"}"#)
    }

    @Test("Tokens go over TLS, or to this machine")
    func endpoints() throws {
        let secret = Secret(.text(try Self.account.get()))
        for endpoint in ["http://fcm.googleapis.com", "http://127.0.0.1.example.com", "http://localhost@example.com", "ftp://127.0.0.1"] {
            #expect(throws: FCMSettings.UnusableSetting.endpoint) { try FCMSettings(serviceAccount: secret, endpoint: endpoint) }
            #expect(throws: FCMSettings.UnusableSetting.endpoint) { try FCMSettings(serviceAccount: secret, tokenEndpoint: endpoint) }
        }
        for endpoint in ["http://127.0.0.1:80", "http://localhost/x", "http://[::1]:8080/", "https://example.com"] {
            _ = try FCMSettings(serviceAccount: secret, endpoint: endpoint)
        }
    }

    @Test("A project’s name can’t lead elsewhere, and the rate is what Google allows")
    func others() throws {
        let secret = Secret(.text(try Self.account.get()))
        #expect(throws: FCMSettings.UnusableSetting.projectID) { try FCMSettings(serviceAccount: secret, projectID: "a/../b") }
        #expect(throws: FCMSettings.UnusableSetting.projectID) { try FCMSettings(serviceAccount: secret, projectID: "") }
        #expect(throws: FCMSettings.UnusableSetting.messagesPerMinute) { try FCMSettings(serviceAccount: secret, messagesPerMinuteMax: 600_001) }
    }

    @Test("The doctor finds a key that was taken away, and one of another project")
    func findings() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fcm-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("key.json")
        try Self.account.get().write(to: file, atomically: true, encoding: .utf8)
        let settings = try FCMSettings(serviceAccount: Secret(.file(file.path)))
        #expect(settings.findings() == [])
        let other = try FCMSettings(serviceAccount: Secret(.file(file.path)), projectID: "another")
        #expect(other.findings().map(\.code) == ["fcm_other_project"])
        try "{}".write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: file.path)
        #expect(settings.findings().map(\.code) == ["fcm_key_not_service_account"])
        #expect(settings.findings().allSatisfy { !$0.text.contains("PRIVATE KEY") })
    }

    @Test("Nothing of the key shows itself")
    func silent() throws {
        let settings = try FCMSettings(serviceAccount: Secret(.text(try Self.account.get())))
        #expect("\(settings)" == "FCMSettings" && "\(FCMDialect(settings))" == "FCMDialect")
        #expect("\(try ServiceAccount(settings.serviceAccount))" == "ServiceAccount")
    }
}
