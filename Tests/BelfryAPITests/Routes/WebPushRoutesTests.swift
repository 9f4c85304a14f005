import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI
@testable import BelfryMemory

struct WebPushRoutesTests {
    static let subscription: JSON = [
        "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAA", "expirationTime": .null,
        "keys": [
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        ],
    ]

    @Test("Whoever is signed in gets the key, or hears that there is none")
    func key() async throws {
        try await withAPI { api in
            let answer = try await api.get("/page/web-push/key", as: .page(.ana))
            #expect(answer.status == 200 && answer.json == ["public_key": .null])
        }
        try await withAPI(webPushPublicKey: "BCVx") { api in
            let answer = try await api.get("/page/web-push/key", as: .page(.ana))
            #expect(answer.json == ["public_key": "BCVx"])
            let stranger = try await api.get("/page/web-push/key")
            #expect(stranger.status == 401)
        }
    }

    @Test("A browser that subscribes is a device of the person, once")
    func subscribes() async throws {
        try await withAPI { api in
            for _ in 0..<2 {
                let answer = try await api.post("/page/web-push/subscribe", Self.subscription, as: .page(.ana))
                #expect(answer.status == 200 && answer.json == ["success": true])
            }
            let tokens = await api.store.tables.devices.mapValues(\.token).filter { $0.key.user == .ana }.map(\.value)
            #expect(
                tokens == [
                    DeviceToken(
                        token: #"{"endpoint":"https://updates.push.services.mozilla.com/wpush/v2/gAAAA","keys":{"#
                            + #""auth":"BTBZMqHH6r4Tts7J_aSIgg","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}}"#,
                        platform: .web, appVersion: nil, osVersion: nil)
                ])
        }
    }

    @Test("What is no subscription is refused, and so is a post that no page of ours has sent")
    func refused() async throws {
        try await withAPI { api in
            let bad: [JSON] = [
                [:], ["endpoint": "https://a.com/x"], ["endpoint": "https://a.com/x", "keys": ["p256dh": "AAAA", "auth": "AAAA"]],
                ["endpoint": "", "keys": Self.subscription["keys"] ?? .null], ["endpoint": "https://a.com/\r\nx", "keys": Self.subscription["keys"] ?? .null],
            ]
            for body in bad {
                let answer = try await api.post("/page/web-push/subscribe", body, as: .page(.ana))
                #expect(answer.status == 400)
            }
            let answer = try await api.post("/page/web-push/subscribe", Self.subscription, as: .person(.ana))
            #expect(answer.status == 401)
            let tables = await api.store.tables
            #expect(tables.devices.mapValues(\.token).isEmpty)
        }
    }
}
