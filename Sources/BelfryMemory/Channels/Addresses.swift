import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension Tables {
    struct DeviceRow: Equatable, Sendable {
        let id: AddressID
        var token: DeviceToken
        var environment: PushEnvironment?
        var registeredAt: Instant
        var isActive = true
    }

    struct ContactPointRow: Equatable, Sendable {
        let user: UserID
        let id: AddressID
        let channel: DeliveryChannel
        var value: String
        let createdAt: Instant
        var verifiedAt: Instant?
        var code: Code?
        var silence: ContactPoint.Silence?
        var lastInboundAt: Instant?

        struct Code: Equatable, Sendable {
            let hash: String
            let expiresAt: Instant
            var wrongCount = 0
        }

        var point: ContactPoint {
            ContactPoint(id: id, channel: channel, value: value, createdAt: createdAt, verifiedAt: verifiedAt, silence: silence)
        }
    }

    struct SubscriptionKey: Hashable, Sendable {
        let user: UserID
        let category: String
        let channel: DeliveryChannel
    }

    struct CategoryKey: Hashable, Sendable {
        let user: UserID
        let category: String
    }

    mutating func register(_ token: DeviceToken, of user: UserID, now: Instant) {
        let key = DeviceKey(user: user, token: token.token)
        for other in devices.keys where other.token == key.token && other.user != user { devices[other]?.isActive = false }
        let known = devices[key]
        if known == nil { deviceCount += 1 }
        guard let id = known?.id ?? AddressID("device-\(deviceCount)") else { return }
        devices[key] = DeviceRow(id: id, token: token, environment: known?.environment, registeredAt: now)
        let others = devices.filter { $0.key.user == user && $0.key != key }
        let newest = others.sorted { left, right in
            (left.value.isActive ? 1 : 0, left.value.registeredAt, left.value.id) > (right.value.isActive ? 1 : 0, right.value.registeredAt, right.value.id)
        }
        for (key, _) in newest.dropFirst(DeviceToken.countMax - 1) { devices[key] = nil }
    }

    /// Where a recipient is reached over a channel, in the order of registration.
    func addresses(of user: UserID, over channel: DeliveryChannel) -> [Address] {
        if channel == .push {
            let rows = devices.filter { $0.key.user == user && $0.value.isActive }.values
            return rows.compactMap(\.address).sorted { ($0.registeredAt, $0.id) < ($1.registeredAt, $1.id) }
        }
        return contactPoints.values.filter { $0.user == user && $0.channel == channel && $0.verifiedAt != nil && $0.silence == nil }
            .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.map(\.address)
    }

    func isUnwanted(_ delivery: Delivery) -> Bool {
        guard delivery.recipient != .erased else { return true }
        guard let channel = delivery.channel else { return false }
        return unwanted.contains(SubscriptionKey(user: delivery.recipient, category: delivery.payload.category, channel: channel))
    }

    func categoryMutedUntil(_ delivery: Delivery) -> Instant? {
        categoryMutes.isEmpty ? nil : categoryMutes[CategoryKey(user: delivery.recipient, category: delivery.payload.category)]
    }
}

extension Tables.DeviceRow {
    /// Nil where a browser's token isn't a subscription.
    fileprivate var address: Address? {
        let target: Address.Target
        switch token.platform {
        case .ios: target = .apple(token: token.token, environment)
        case .android: target = .android(token: token.token)
        case .web:
            guard let subscription = try? JSONDecoder().decode(WebPushSubscription.self, from: Data(token.token.utf8)) else { return nil }
            target = .browser(subscription)
        }
        return Address(id: id, target: target, registeredAt: registeredAt)
    }
}

extension Tables.ContactPointRow {
    fileprivate var address: Address {
        Address(id: id, target: ContactPoint.target(of: value, over: channel, lastInboundAt: lastInboundAt), registeredAt: createdAt)
    }
}

extension MemoryStore: AddressBook {
    public func save(_ draft: ContactPoint.Draft, of user: UserID, verification: ContactPoint.Verification, now: Instant) throws -> ContactPoint {
        try transaction { tables in
            let own = tables.contactPoints.values.filter { $0.user == user }
            let known = own.first { $0.channel == draft.channel && $0.value == draft.value }
            try ContactPoint.checkCount(known == nil ? own.count + 1 : own.count, formerly: own.count)
            var row = known ?? Tables.ContactPointRow(user: user, id: draft.id, channel: draft.channel, value: draft.value, createdAt: now)
            switch verification {
            case .vouchedFor: row.verifiedAt = row.verifiedAt ?? now
            case .byCode(let hash, let expiresAt): row.code = .init(hash: hash, expiresAt: expiresAt)
            }
            tables.contactPoints[row.id] = row
            return row.point
        }
    }

    public func verify(_ id: AddressID, of user: UserID, codeHash: String, now: Instant) -> ContactPoint.VerificationResult {
        transaction { tables in
            guard var row = tables.contactPoints[id], row.user == user else { return .unknown }
            guard !row.value.isEmpty, var code = row.code, now < code.expiresAt, code.wrongCount < ContactPoint.wrongCodeCountMax else { return .codeVoid }
            if code.hash == codeHash {
                row.verifiedAt = row.verifiedAt ?? now
                row.code = nil
                // Whoever shows again that it is theirs wants to hear there again.
                row.silence = nil
                tables.contactPoints[id] = row
                return .verified
            }
            code.wrongCount += 1
            row.code = code
            tables.contactPoints[id] = row
            return .wrongCode(attemptsLeft: ContactPoint.wrongCodeCountMax - code.wrongCount)
        }
    }

    public func link(codeHash: String, over channel: DeliveryChannel, to value: String, now: Instant) -> UserID? {
        transaction { tables in
            let waiting = tables.contactPoints.values.first { row in
                row.channel == channel && row.code?.hash == codeHash && row.code.map { now < $0.expiresAt } == true
                    && (row.value.isEmpty || row.value == value && row.silence == nil)
            }
            guard let waiting, let code = waiting.code else { return nil }
            guard waiting.value.isEmpty else { return waiting.user }
            let known = tables.contactPoints.values.first { $0.user == waiting.user && $0.channel == channel && $0.value == value }
            var row = known ?? waiting
            tables.contactPoints[waiting.id] = nil
            row.value = value
            row.verifiedAt = row.verifiedAt ?? now
            // Kept to be known again, and void for whoever would type it in.
            row.code = .init(hash: code.hash, expiresAt: code.expiresAt, wrongCount: ContactPoint.wrongCodeCountMax)
            // Whoever shows again that it is theirs wants to hear there again.
            row.silence = nil
            tables.contactPoints[row.id] = row
            return row.user
        }
    }

    public func contactPoints(of user: UserID) -> [ContactPoint] {
        tables.contactPoints.values.filter { $0.user == user }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.map(\.point)
    }

    public func owners(ofMailbox value: String) -> [MailboxOwner] {
        let value = Self.lowered(value)
        let rows = tables.contactPoints.values.filter { $0.channel == .email && $0.verifiedAt != nil && Self.lowered($0.value) == value }
        return rows.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.prefix(ContactPoint.countMax).map { MailboxOwner(user: $0.user, point: $0.point) }
    }

    /// With the letters of ASCII in lower case, as databases have it.
    private static func lowered(_ text: String) -> [UInt8] {
        text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    public func removeContactPoint(_ id: AddressID, of user: UserID) -> Bool {
        transaction { tables in
            guard tables.contactPoints[id]?.user == user else { return false }
            tables.contactPoints[id] = nil
            return true
        }
    }

    public func devices(of user: UserID) -> [RegisteredDevice] {
        tables.devices.filter { $0.key.user == user }.values.sorted { ($0.registeredAt, $0.id) < ($1.registeredAt, $1.id) }.map {
            RegisteredDevice(
                id: $0.id, platform: $0.token.platform, appVersion: $0.token.appVersion, isActive: $0.isActive, lastUsedAt: $0.registeredAt)
        }
    }

    public func removeDevice(_ id: AddressID, of user: UserID) -> Bool {
        transaction { tables in
            guard let key = tables.devices.first(where: { $0.key.user == user && $0.value.id == id })?.key else { return false }
            tables.devices[key] = nil
            return true
        }
    }

    public func setSubscription(_ isSubscribed: Bool, at address: AddressID, of user: UserID, category: String?, now: Instant) -> Bool {
        transaction { tables in
            guard var row = tables.contactPoints[address], row.user == user else { return false }
            if let category {
                tables.set([CategorySubscription(category: category, channel: row.channel): isSubscribed], of: user)
            } else {
                if row.silence == nil, !isSubscribed { row.silence = .init(since: now, why: .optedOut) }
                if row.silence?.why == .optedOut, isSubscribed { row.silence = nil }
                tables.contactPoints[address] = row
            }
            return true
        }
    }

    public func switchedOff(by user: UserID) -> Set<CategorySubscription> {
        Set(tables.unwanted.filter { $0.user == user }.map { CategorySubscription(category: $0.category, channel: $0.channel) })
    }

    public func switchedOn(by user: UserID) -> Set<CategorySubscription> {
        Set(tables.wanted.filter { $0.user == user }.map { CategorySubscription(category: $0.category, channel: $0.channel) })
    }

    public func setSubscriptions(_ changes: [CategorySubscription: Bool], of user: UserID, now: Instant) throws {
        try transaction { tables in
            let former = (off: tables.switchedOffCount(of: user), on: tables.switchedOnCount(of: user))
            tables.set(changes, of: user)
            try CategorySubscription.checkCount(tables.switchedOffCount(of: user), formerly: former.off)
            try CategorySubscription.checkOnCount(tables.switchedOnCount(of: user), formerly: former.on)
        }
    }

    public func mutedCategories(of user: UserID, now: Instant) -> [String: Instant] {
        let own = tables.categoryMutes.filter { $0.key.user == user && $0.value > now }
        return Dictionary(uniqueKeysWithValues: own.map { ($0.key.category, $0.value) })
    }

    public func mute(_ category: String, until end: Instant?, of user: UserID, now: Instant) throws {
        try transaction { tables in
            tables.categoryMutes = tables.categoryMutes.filter { $0.key.user != user || $0.value > now }
            let formerCount = tables.categoryMutes.keys.count { $0.user == user }
            tables.categoryMutes[Tables.CategoryKey(user: user, category: category)] = end
            try CategorySubscription.checkCount(tables.categoryMutes.keys.count { $0.user == user }, formerly: formerCount)
        }
    }
}

extension Tables {
    mutating func set(_ changes: [CategorySubscription: Bool], of user: UserID) {
        for (subscription, isSubscribed) in changes {
            let key = SubscriptionKey(user: user, category: subscription.category, channel: subscription.channel)
            if isSubscribed {
                unwanted.remove(key)
                wanted.insert(key)
            } else {
                unwanted.insert(key)
                wanted.remove(key)
            }
        }
    }

    fileprivate func switchedOffCount(of user: UserID) -> Int { unwanted.count { $0.user == user } }

    fileprivate func switchedOnCount(of user: UserID) -> Int { wanted.count { $0.user == user } }
}
