import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Devices at which people are reached, what ends that, and whose addresses they are.
    static let addresses: [StoreConformance] = [
        StoreConformance("A push goes to every device that its recipient has registered, in the order of registration") { store in
            try await store.register(.browser, of: .ana, now: .noon)
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.register(DeviceToken(token: "c3d4", platform: .ios, appVersion: nil, osVersion: nil), of: .ben, now: .morning)
            try await store.register(DeviceToken(token: "no subscription", platform: .web, appVersion: nil, osVersion: nil), of: .ana, now: .noon)
            try await store.enqueue(.example(1))
            let targets = try await store.candidates().first?.addresses.map(\.target)
            let browser = WebPushSubscription(endpoint: "https://push.example/1", p256dh: String(repeating: "B", count: 87), auth: String(repeating: "A", count: 22))
            #expect(targets == [.apple(token: "a1b2", nil), .browser(browser)])
        },
        StoreConformance("A device is whose who registered it last: who had it before isn't told there any more") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.register(.phone, of: .ben, now: .noon)
            try await store.enqueue(.example(1))
            let afterBen = try await store.candidates().first?.addresses.map(\.target)
            #expect(afterBen == [])
            try await store.register(.phone, of: .ana, now: .evening)
            let afterAna = try await store.candidates().first?.addresses.map(\.target)
            #expect(afterAna == [.apple(token: "a1b2", nil)])
        },
        StoreConformance("Of more devices than a person may have the oldest goes, and before it one that is not reached any more") { store in
            func device(_ number: Int) -> DeviceToken { DeviceToken(token: "token-\(number)", platform: .ios, appVersion: "\(number)", osVersion: nil) }
            func versions() async throws -> [String] { try await store.devices(of: .ana).compactMap(\.appVersion) }
            let first = 1...DeviceToken.countMax
            try await store.register(.phone, of: .ben, now: .morning)
            for number in first { try await store.register(device(number), of: .ana, now: .morning + .seconds(number)) }
            try await store.register(device(2), of: .ben, now: .noon)
            try await store.register(device(0), of: .ana, now: .noon)
            let withoutGone = try await versions()
            let fifty: [String] = first.filter { $0 != 2 }.map(String.init) + ["0"]
            #expect(withoutGone == fifty)
            try await store.register(device(1), of: .ana, now: .noon + .seconds(1))
            try await store.register(device(99), of: .ana, now: .noon + .seconds(2))
            let withoutOldest = try await versions()
            #expect(withoutOldest == Array(fifty.dropFirst(2)) + ["1", "99"])
            let bens = try await store.devices(of: .ben)
            #expect(bens.count == 2)
        },
        StoreConformance("Who only looks like another is told at their own addresses, by their own wishes") { store in
            let (one, other) = (UserID(literal: "zo\u{EB}"), UserID(literal: "zoe\u{308}"))
            try await store.register(.phone, of: one, now: .morning)
            var preferences = Preferences()
            preferences.timezone = "Europe/Berlin"
            try await store.save([.timezone], of: preferences, for: other, now: .morning)
            try await store.enqueue(.example(1, to: one), .example(2, to: other))
            let candidates = try await store.candidates()
            let ones = candidates.first(where: { $0.delivery.recipient == one })
            let others = candidates.first(where: { $0.delivery.recipient == other })
            #expect(ones?.addresses.map(\.target) == [.apple(token: "a1b2", nil)] && others?.addresses == [])
            #expect(ones?.preferences.columns[.timezone] == nil && others?.preferences.columns[.timezone] == "Europe/Berlin")
        },
        StoreConformance("A device that is gone is not pushed to any more, until it is registered again") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.example(1))
            let address = try await store.firstAddress()
            try await store.lease()
            try await store.record(1, address, .failed, fate: .gone(since: .noon), disposition: .failed(error: "gone"))
            let devices = try await store.devices(of: .ana)
            #expect(devices.map(\.isActive) == [false])
            try await store.register(.phone, of: .ana, now: .evening)
            let again = try await store.devices(of: .ana)
            #expect(again.map(\.isActive) == [true] && again.first?.id == devices.first?.id)
        },
        StoreConformance("A device that registered after the moment of which its provider speaks is not gone") { store in
            try await store.register(.phone, of: .ana, now: .noon)
            try await store.enqueue(.example(1))
            let address = try await store.firstAddress()
            try await store.lease()
            try await store.record(1, address, .failed, fate: .gone(since: .morning), disposition: .failed(error: "gone"))
            let devices = try await store.devices(of: .ana)
            #expect(devices.map(\.isActive) == [true])
        },
        StoreConformance("The environment in which a token works is remembered") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.example(1), .example(2))
            let address = try await store.firstAddress()
            try await store.lease(1)
            try await store.record(1, address, .accepted, fate: .worksIn(.sandbox), disposition: .sent)
            let target = try await store.firstAddress().target
            #expect(target == .apple(token: "a1b2", .sandbox))
        },
    ]
}

extension DeliveryQueue {
    /// Where the first delivery that is due would go; a failed test where it has no address.
    func firstAddress() async throws -> Address {
        let address = try await candidates().first?.addresses.first
        return try #require(address)
    }

    /// Records what an attempt at one delivery came to at one address.
    @discardableResult
    func record(
        _ number: Int, _ address: Address, _ status: Transmission.Status, messageID: String? = nil, fate: AddressFate? = nil,
        disposition: AttemptResult.Disposition, token: String = "token-1", at now: Instant = .noon
    ) async throws -> [DeliveryID] {
        let transmission = Transmission(
            id: TransmissionID(delivery: .example(number), address: address.id), delivery: .example(number), of: .house, address: address.id,
            provider: provider(of: address.kind), status: status, providerMessageID: messageID, updatedAt: now)
        let result = AttemptResult(
            delivery: .example(number), token: token, disposition: disposition,
            transmissions: [TransmissionResult(transmission, addressFate: fate)])
        return try await record([result], now: now)
    }

    private func provider(of kind: AddressKind) -> Provider {
        switch kind {
        case .apple: .apns
        case .mailbox: .smtp
        case .topic: .ntfy
        case .chat: .telegram
        case .room: .chat
        case .matrix: .matrix
        case .desktop: .desktop
        default: .twilio
        }
    }
}
