import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// What apps have declared of their categories, as somebody sees them to whom they all are one list: what a person chooses counts for all apps.
struct DeclaredCategories: Sendable {
    private let declared: [String: [CategoryRecord]]
    /// Those that an app, too, tells the person that declares nothing of them: of that app they are on at first, and can be switched off.
    private let undeclared: Set<String>
    /// How those of ``appsSharing`` present themselves, as far as they have said so.
    fileprivate var looks: [AppID: AppLook] = [:]

    /// - Parameters:
    ///   - records: of two under one name the words of the first count.
    ///   - told: what the person was told of lately, and by which apps.
    init(_ records: [CategoryRecord] = [], told: Set<CategoryDefaults.Key> = []) {
        declared = Dictionary(grouping: records, by: \.category.category)
        undeclared = Set(told.subtracting(records.map { CategoryDefaults.Key(app: $0.app, category: $0.category.category) }).map(\.category))
    }

    var names: [String] { declared.keys.sorted() }

    func words(of category: String, in language: Language) -> DeclaredCategory.Words? { declared[category]?.first?.category.words(in: language) }

    /// Who calls it what, where apps don't say the same of it: one choice counts for all of them. Nothing elsewhere.
    func callings(of category: String, in language: Language) -> [SettingsPage.Category.Calling] {
        let said = (declared[category] ?? []).map { (app: $0.app, words: $0.category.words(in: language)) }
        guard Set(said.map(\.words)).count > 1 else { return [] }
        return said.map { app, words in
            let name = looks[app]?.name(in: language) ?? (app == .house ? "Belfry" : app.text)
            return .init(sender: SenderMark(name: name, color: looks[app]?.color), name: words.name)
        }
    }

    /// Those that declare what another does, too.
    fileprivate var appsSharing: Set<AppID> { Set(declared.values.filter { $0.count > 1 }.joined().map(\.app)) }

    /// As apps call it; as the house or its orders do where no app has declared it.
    func name(of category: String, in language: Language) -> String {
        words(of: category, in: language)?.name ?? Phrases.name(ofKind: category, in: language)
    }

    /// Whether no app lets a person switch it off.
    func isRequired(_ category: String) -> Bool {
        !undeclared.contains(category) && declared[category]?.allSatisfy(\.category.terms.isRequired) ?? false
    }

    var required: [String] { names.filter(isRequired) }

    /// Whether a person has it who has chosen nothing.
    func isOnAtFirst(_ subscription: CategorySubscription) -> Bool {
        let (category, channel) = (subscription.category, subscription.channel)
        return undeclared.contains(category) || declared[category]?.contains { !$0.category.terms.offAtFirst.contains(channel) } ?? true
    }
}

extension Services {
    /// So far back it is looked for what a person was told of, and among so many deliveries.
    private static let lookBack = (length: Duration.seconds(90 * 86_400), deliveryCountMax: 500, messageCountMax: 100)

    func declaredCategories(for person: UserID) async throws -> DeclaredCategories {
        let records = try await store.categories(of: nil, countMax: CategoryRecord.shownCountMax)
        guard !records.isEmpty else { return DeclaredCategories() }
        return try await declaredCategories(records, told: try await told(person, now: now()).kinds)
    }

    private func declaredCategories(_ records: [CategoryRecord], told: Set<CategoryDefaults.Key>) async throws -> DeclaredCategories {
        var declared = DeclaredCategories(records, told: told)
        let apps = declared.appsSharing
        if !apps.isEmpty { declared.looks = try await lookBook.looks(of: apps, now: now()) }
        return declared
    }

    /// What a person knows, by whether they have it: what they were told of lately or spared, what apps have declared, over the channels that reach the
    /// person, and what they have chosen. Webhooks tell apps and not persons, and a trial is what a person sends to themselves; these are there only once
    /// they are switched off.
    func subscriptions(of person: UserID) async throws -> (known: [CategorySubscription: Bool], declared: DeclaredCategories) {
        let told = try await told(person, now: now())
        let declared = try await declaredCategories(try await store.categories(of: nil, countMax: CategoryRecord.shownCountMax), told: told.kinds)
        var all = told.subscriptions.filter { $0.channel != .webhook && $0.category != Payload.testKind }
        let reach = declared.names.isEmpty ? [] : try await channels(reaching: person)
        for category in declared.names { all.formUnion(reach.map { CategorySubscription(category: category, channel: $0) }) }
        var known = Dictionary(uniqueKeysWithValues: all.map { ($0, declared.isOnAtFirst($0)) })
        for subscription in try await store.switchedOn(by: person) where known[subscription] != nil { known[subscription] = true }
        for subscription in try await store.switchedOff(by: person) { known[subscription] = declared.isRequired(subscription.category) }
        return (known, declared)
    }

    private func told(
        _ person: UserID, now: Instant
    ) async throws -> (subscriptions: Set<CategorySubscription>, kinds: Set<CategoryDefaults.Key>) {
        let deliveries = try await store.deliveries(to: person, since: now - Self.lookBack.length, countMax: Self.lookBack.deliveryCountMax)
        var subscriptions = deliveries.compactMap { overview in
            overview.delivery.channel.map { CategorySubscription(category: overview.delivery.payload.category, channel: $0) }
        }
        // What went to many at once lies in the inbox alone.
        let messages = try await store.messages(of: person, in: .inbox, before: nil, countMax: Self.lookBack.messageCountMax, now: now)
        subscriptions += messages.map { CategorySubscription(category: $0.category, channel: .inApp) }
        let kinds = deliveries.map { CategoryDefaults.Key(app: $0.delivery.app, category: $0.delivery.payload.category) }
        let others = messages.compactMap { message in message.app.map { CategoryDefaults.Key(app: $0, category: message.category) } }
        return (Set(subscriptions), Set(kinds + others))
    }

    /// The inbox, and what has a device or an address of theirs.
    private func channels(reaching person: UserID) async throws -> Set<DeliveryChannel> {
        var channels: Set<DeliveryChannel> = [.inApp]
        if try await store.devices(of: person).contains(where: \.isActive) { channels.insert(.push) }
        for point in try await store.contactPoints(of: person) where point.verifiedAt != nil { channels.insert(point.channel) }
        return channels
    }
}
