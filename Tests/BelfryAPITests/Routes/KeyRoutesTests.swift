import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("What a key may, and until when")
struct KeyRoutesTests {
    private static let path = "/v1/keys/self"

    @Test("A key learns what it may, until when, and whose it is; and nothing of its text is told")
    func own() async throws {
        try await withAPI { api in
            try await api.addKey("alerts", scopes: [.read, .intake], expiresAt: .evening)
            let answer = try await api.get(Self.path, as: .bearer("bk_alerts"))
            #expect(
                answer.json == ["app_id": "alerts", "scopes": ["intake", "read"], "expires_at": .text(Instant.evening.description), "is_replaced": false])
            #expect(!answer.text.contains("bk_"))
            #expect(try await api.get(Self.path, as: .app).json == ["app_id": "app", "scopes": ["all"], "is_replaced": false])
        }
    }

    @Test("Who has no key is told that one is needed")
    func others() async throws {
        try await withAPI { api async throws in
            #expect(try await api.get(Self.path).summary == "401 not_authenticated")
            for shown in [Shown.person(.ana), .admin] {
                let answer = try await api.get(Self.path, as: shown)
                #expect(answer.summary == "401 not_authenticated" && answer.text.contains("Only an app can ask this."))
            }
        }
    }

    @Test("A key ends at its moment, wherever it is shown, and is told so")
    func expiry() async throws {
        try await withAPI { api async throws in
            try await api.addKey("backup", expiresAt: .noon + .seconds(60))
            let path = "/v1/families/household"
            api.clock.set(.noon + .seconds(60) - .milliseconds(1))
            #expect(try await api.get(path, as: .bearer("bk_backup")).status == 200)
            api.clock.set(.noon + .seconds(60))
            for header in ["x-api-key", "apikey"] {
                #expect(try await api.get(path, as: .headers([header: "bk_backup"])).summary == "401 key_expired")
            }
            let refused = try await api.get(Self.path, as: .bearer("bk_backup"))
            #expect(refused.summary == "401 key_expired")
            #expect(refused.headers[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
        }
    }

    @Test("A key that was replaced with a grace goes on until that is over; one without lets nobody in at once")
    func replacing() async throws {
        try await withAPI { api async throws in
            try await api.addKey("phone", scopes: [.send])
            func hash(_ key: String) -> String { Authenticator.hash(ofKey: "bk_\(key)") }
            _ = try await api.store.replaceKey(named: "phone", hash: hash("second"), formerEndsAt: .noon + .seconds(60), expiresAt: nil, now: .noon)
            let former = try await api.get(Self.path, as: .bearer("bk_phone")).json
            #expect(former["is_replaced"] == true && former["expires_at"] == .text((Instant.noon + .seconds(60)).description))
            #expect(former["scopes"] == ["send"], "it may what it might")
            #expect(try await api.get(Self.path, as: .bearer("bk_second")).json["is_replaced"] == false)
            api.clock.set(.noon + .seconds(60))
            #expect(try await api.get(Self.path, as: .bearer("bk_phone")).summary == "401 key_expired")
            _ = try await api.store.replaceKey(named: "phone", hash: hash("third"), now: api.clock.now)
            for key in ["phone", "second"] { #expect(try await api.get(Self.path, as: .bearer("bk_\(key)")).summary == "401 not_authenticated") }
            #expect(try await api.get(Self.path, as: .bearer("bk_third")).status == 200)
        }
    }

    @Test("That a key was used is written behind the request, once an hour; a key that is refused isn't used")
    func uses() async throws {
        try await withAPI { api async throws in
            try await api.addKey("ended", expiresAt: .noon)
            func used(_ name: String) async -> Instant? {
                await api.services.authenticator.uses.finish()
                return await api.store.keys().first { $0.name == name }?.lastUsedAt
            }
            for seconds in [0, 3599] as [Int64] {
                api.clock.set(.noon + .seconds(seconds))
                #expect(try await api.get(Self.path, as: .app).status == 200)
                #expect(await used("app") == .noon)
            }
            api.clock.set(.noon + .seconds(3600))
            #expect(try await api.get(Self.path, as: .app).status == 200)
            #expect(await used("app") == .noon + .seconds(3600))
            #expect(try await api.get(Self.path, as: .bearer("bk_ended")).status == 401)
            #expect(await used("ended") == nil)
        }
    }

    @Test("A key that may less is told the same as others where no app is let in")
    func persons() async throws {
        try await withAPI { api async throws in
            try await api.addKey("beats", scopes: [.heartbeat])
            #expect(try await api.get("/v1/inbox", as: .bearer("bk_beats")).text.contains("Only a person can ask this."))
            #expect(try await api.get("/v1/analytics", as: .bearer("bk_beats")).text.contains("Only who has the admin secret can ask this."))
        }
    }

    @Test("Scopes are stored by name; what isn't known allows nothing")
    func stored() {
        #expect(Set<KeyScope>([.people, .send]).text == "send,people")
        #expect(Set<KeyScope>(stored: "send,people") == [.send, .people])
        let strange = Set<KeyScope>(stored: "everything, all,read")
        #expect(strange == [.read] && KeyScope.allCases.filter(strange.allow) == [.read])
        #expect(KeyScope.allCases.allSatisfy { Set<KeyScope>(stored: "all").allow($0) } && !Set<KeyScope>(stored: "").allow(.read))
    }
}
