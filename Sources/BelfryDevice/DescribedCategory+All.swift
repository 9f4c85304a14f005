import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts

extension DescribedCategory {
    /// Every category that a plan may have, for a system that wants to know them before, and for a bridge to one.
    ///
    /// - Parameter categories: the kinds of a person's own reminders, which all have one channel and the same buttons.
    public static func all(in language: Language, ofReminders categories: Set<String> = []) -> [DescribedCategory] {
        let own = categories.union([Reminders.category]).subtracting(places.map(\.identifier)).sorted()
        let actions = Dictionary(
            uniqueKeysWithValues: PantryReminders.categories.map { ($0.identifier, $0.actions) } + own.map { ($0, Reminders.actions) })
        let ownPlaces = own.map { (identifier: $0, channel: "own-reminders", importance: Importance.high) }
        return (places + ownPlaces).map { identifier, channel, importance in
            DescribedCategory(
                identifier: identifier, channel: channel, name: Phrases.name(ofChannel: channel, in: language), importance: importance,
                actions: (actions[identifier] ?? []).map {
                    Action(identifier: $0.identifier, title: Phrases.title(ofAction: $0.identifier, in: language), opensApp: $0.opensApp)
                },
                openTitle: Phrases.openTitle(in: language))
        }
    }

    private static let places: [(identifier: String, channel: String, importance: Importance)] = [
        (BillReminders.reminderCategory, "bill-reminders", .high), (BillReminders.overdueCategory, "bill-reminders", .high),
        (BillReminders.digestCategory, "bill-reminders", .high), (BillReminders.budgetCategory, "bill-reminders", .high),
        (StudyReminders.category, "study-reminders", .standard),
        (NotificationCategory.expiration.identifier, "pantry-reminders", .standard),
        (NotificationCategory.warranty.identifier, "pantry-reminders", .standard),
        (NotificationCategory.maintenance.identifier, "pantry-reminders", .standard),
        (RecallReminders.category, "product-recalls", .high), (PrayerReminders.category, "prayer-times", .high),
        ("canary", "general", .standard), ("digest", "general", .standard), (LateNotice.category, "general", .standard),
    ]
}
