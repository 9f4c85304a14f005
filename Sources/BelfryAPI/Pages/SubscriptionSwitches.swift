import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts

/// What a person is told of, category by category, as switches of the settings.
///
/// A form has how each of them stood when it was shown, so that only what the person changed is written, whatever has come meanwhile.
struct SubscriptionSwitches: Sendable {
    private struct Switch: Hashable, Sendable {
        let subscription: CategorySubscription
        let wasOn: Bool
        let isOn: Bool
    }

    private let all: [Switch]
    private let declared: DeclaredCategories

    /// As they stand. What nobody can switch off has none.
    init(_ known: [CategorySubscription: Bool], _ declared: DeclaredCategories) {
        all = known.filter { !declared.isRequired($0.key.category) }.map { Switch(subscription: $0.key, wasOn: $0.value, isOn: $0.value) }
        self.declared = declared
    }

    /// As a form has them. What it doesn't say of how it was shown isn't read.
    init(_ post: PagePost, _ declared: DeclaredCategories) {
        self.declared = declared
        let checked = Set(post.fields[SettingsPage.subscribed] ?? [])
        func shown(_ name: String, wasOn: Bool) -> [Switch] {
            Set(post.fields[name] ?? []).compactMap { text in
                CategorySubscription(field: text).map { Switch(subscription: $0, wasOn: wasOn, isOn: checked.contains(text)) }
            }
        }
        let switches = shown(SettingsPage.wasSubscribed, wasOn: true) + shown(SettingsPage.wasUnsubscribed, wasOn: false)
        all = switches.filter { !declared.isRequired($0.subscription.category) }
    }

    /// Those that a button takes back. What names no category isn't read.
    init(undoingBy post: PagePost, _ declared: DeclaredCategories) {
        self.declared = declared
        func switched(_ field: String, isOn: Bool) -> [Switch] {
            Set(post.fields[field] ?? []).compactMap { text in
                CategorySubscription(field: text).map { Switch(subscription: $0, wasOn: !isOn, isOn: isOn) }
            }
        }
        all = switched(SettingsPage.turnOn, isOn: true) + switched(SettingsPage.turnOff, isOn: false)
    }

    /// What somebody switched on, or off.
    var changes: [CategorySubscription: Bool] {
        Dictionary(all.filter { $0.isOn != $0.wasOn }.map { ($0.subscription, $0.isOn) }) { first, _ in first }
    }

    /// The categories by their headings and names, each with its channels in the order in which they are listed everywhere.
    ///
    /// - Parameter muted: until when which are muted, as a text; one of them that isn't known otherwise is listed without a channel.
    func categories(muted: [String: String], in language: Language) -> [SettingsPage.Category] {
        let others = Dictionary(uniqueKeysWithValues: Set(declared.required + muted.keys).map { ($0, [Switch]()) })
        let byCategory = Dictionary(grouping: all) { $0.subscription.category }.merging(others) { switches, _ in switches }
        let sorted = byCategory.map { category, switches in
            let words = declared.words(of: category, in: language) ?? DeclaredCategory.Words(name: declared.name(of: category, in: language))
            return (words: words, category: category, switches: switches)
        }.sorted { ($0.words.group ?? "", $0.words.name, $0.category) < ($1.words.group ?? "", $1.words.name, $1.category) }
        return sorted.map { one in
            let items = one.switches.sorted { $0.subscription.place < $1.subscription.place }
            return SettingsPage.Category(
                name: one.words.name, value: one.category, callings: declared.callings(of: one.category, in: language),
                description: one.words.description, group: one.words.group, isRequired: declared.isRequired(one.category), mutedText: muted[one.category],
                switches: items.map { item in
                    let channel = Phrases.name(of: item.subscription.channel, in: language)
                    return SettingsPage.Category.Switch(value: item.subscription.field, label: channel, wasOn: item.wasOn, isOn: item.isOn)
                })
        }
    }

    /// What they would be told of from now on, or no more, as a preview says it.
    func preview(_ words: PageWords) -> [SettingsPage.Change] {
        switched(words).map { SettingsPage.Change(kind: $0.isOn ? .added : .silenced, sentence: $0.sentence) }
    }

    /// The same, as what can be taken back.
    func switched(_ words: PageWords) -> [SettingsPage.Switched] {
        let changed = changes.map { subscription, isOn in
            let values = [
                "name": declared.name(of: subscription.category, in: words.language),
                "channel": Phrases.name(of: subscription.channel, in: words.language),
            ]
            return SettingsPage.Switched(
                sentence: words(isOn ? SettingsWord.categoryOn : SettingsWord.categoryOff, values), value: subscription.field, isOn: isOn)
        }
        return changed.sorted { $0.sentence < $1.sentence }
    }
}

extension CategorySubscription {
    /// As a form has it: `push:pattern_alert`.
    fileprivate var field: String { "\(channel.rawValue):\(category)" }

    /// Where its channel stands among all.
    fileprivate var place: Int { DeliveryChannel.allCases.firstIndex(of: channel) ?? 0 }

    /// Nil where it names no channel, or a category that is longer than any.
    fileprivate init?(field: String) {
        let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let channel = DeliveryChannel(rawValue: String(parts[0])),
            parts[1].unicodeScalars.count <= NotificationOrder.categoryLengthMax
        else { return nil }
        self.init(category: String(parts[1]), channel: channel)
    }
}
