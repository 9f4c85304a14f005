import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// What apps have declared of their categories, as somebody sees them to whom they all are one list: what a person chooses counts for all apps.
struct DeclaredCategories: Sendable {
    private let declared: [String: [DeclaredCategory]]

    /// - Parameter records: of two under one name the words of the first count.
    init(_ records: [CategoryRecord] = []) {
        declared = Dictionary(grouping: records.map(\.category), by: \.category)
    }

    var names: [String] { declared.keys.sorted() }

    func words(of category: String, in language: Language) -> DeclaredCategory.Words? { declared[category]?.first?.words(in: language) }

    /// As apps call it; as the house or its orders do where no app has declared it.
    func name(of category: String, in language: Language) -> String {
        words(of: category, in: language)?.name ?? Phrases.name(ofKind: category, in: language)
    }

    /// Whether no app lets a person switch it off.
    func isRequired(_ category: String) -> Bool { declared[category]?.allSatisfy(\.terms.isRequired) ?? false }

    var required: [String] { names.filter(isRequired) }

    /// Whether a person has it who has chosen nothing.
    func isOnAtFirst(_ subscription: CategorySubscription) -> Bool {
        declared[subscription.category]?.contains { !$0.terms.offAtFirst.contains(subscription.channel) } ?? true
    }
}

extension Services {
    /// So far back it is looked for what a person was told of, and among so many deliveries.
    private static let lookBack = (length: Duration.seconds(90 * 86_400), deliveryCountMax: 500, messageCountMax: 100)

    func declaredCategories() async throws -> DeclaredCategories {
        DeclaredCategories(try await store.categories(of: nil, countMax: CategoryRecord.shownCountMax))
    }

    /// What a person knows, by whether they have it: what they were told of lately or spared, what apps have declared, over the channels that reach the
    /// person, and what they have chosen. Webhooks tell apps and not persons, and a trial is what a person sends to themselves; these are there only once
    /// they are switched off.
    func subscriptions(of person: UserID) async throws -> (known: [CategorySubscription: Bool], declared: DeclaredCategories) {
        let (now, declared) = (now(), try await declaredCategories())
        var all = try await told(person, now: now).filter { $0.channel != .webhook && $0.category != Payload.testKind }
        let reach = declared.names.isEmpty ? [] : try await channels(reaching: person)
        for category in declared.names { all.formUnion(reach.map { CategorySubscription(category: category, channel: $0) }) }
        var known = Dictionary(uniqueKeysWithValues: all.map { ($0, declared.isOnAtFirst($0)) })
        for subscription in try await store.switchedOn(by: person) where known[subscription] != nil { known[subscription] = true }
        for subscription in try await store.switchedOff(by: person) { known[subscription] = declared.isRequired(subscription.category) }
        return (known, declared)
    }

    private func told(_ person: UserID, now: Instant) async throws -> Set<CategorySubscription> {
        let deliveries = try await store.deliveries(to: person, since: now - Self.lookBack.length, countMax: Self.lookBack.deliveryCountMax)
        let told = deliveries.compactMap { overview in
            overview.delivery.channel.map { CategorySubscription(category: overview.delivery.payload.category, channel: $0) }
        }
        // What went to many at once lies in the inbox alone.
        let messages = try await store.messages(of: person, in: .inbox, before: nil, countMax: Self.lookBack.messageCountMax, now: now)
        return Set(told + messages.map { CategorySubscription(category: $0.category, channel: .inApp) })
    }

    /// The inbox, and what has a device or an address of theirs.
    private func channels(reaching person: UserID) async throws -> Set<DeliveryChannel> {
        var channels: Set<DeliveryChannel> = [.inApp]
        if try await store.devices(of: person).contains(where: \.isActive) { channels.insert(.push) }
        for point in try await store.contactPoints(of: person) where point.verifiedAt != nil { channels.insert(point.channel) }
        return channels
    }
}
