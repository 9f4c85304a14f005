import BelfryModel
import BelfryTime

/// A tenant that turns a person's facts into requests on their device. The raw value is the domain of its requests.
public enum Tenant: String, CaseIterable, Sendable {
    case bills, study, pantry, prayer, reminders

    /// Where its facts are rows: its settings, of which there is one, and its items; nil where it has none.
    public var tables: (settings: FactTable?, items: FactTable?) {
        switch self {
        case .bills: (.notificationSettings, .budgetItems)
        case .study: (.studySettings, .studyWords)
        case .pantry: (.pantrySettings, .pantryItems)
        case .prayer: (.prayerSettings, nil)
        case .reminders: (nil, .reminders)
        }
    }
}

/// What is known for the tenants of one person: a document such as
/// `{"bills": {"settings": {…}, "items": […]}, "study": {…}, "pantry": {…}, "prayer": {"settings": {…}}, "reminders": {"items": […]}}`.
///
/// A tenant without an object plans nothing. What can't be used is refused by name, and the rest counts.
public struct DomainFacts: Sendable {
    public var bills: BillFacts?
    public var study: StudyFacts?
    public var pantry: PantryFacts?
    public var prayer: PrayerFacts?
    public var reminders: ReminderFacts?
    /// Tenants whose object can't be used at all; what is wrong with single items is in ``refused`` too.
    private var refusedTenants: [Problem]

    public init(
        bills: BillFacts? = nil, study: StudyFacts? = nil, pantry: PantryFacts? = nil, prayer: PrayerFacts? = nil, reminders: ReminderFacts? = nil
    ) {
        self.bills = bills
        self.study = study
        self.pantry = pantry
        self.prayer = prayer
        self.reminders = reminders
        refusedTenants = []
    }

    /// What was refused, with fields such as `bills.items[3].due_date`.
    public var refused: [Problem] {
        refusedTenants + (bills?.refused ?? []) + (study?.refused ?? []) + (pantry?.refused ?? []) + (prayer?.refused ?? [])
            + (reminders?.refused ?? [])
    }

    /// The zones in which own reminders stay, by their names; a plan wants the rules of each.
    public var timezones: Set<String> { Set((reminders?.items ?? []).compactMap(\.timezone)) }

    /// What the tenants make of their facts for a person.
    ///
    /// - Parameters:
    ///   - tenants: those who are asked.
    ///   - platform: how many days will be planned; see ``platform(_:)``.
    public func plan(
        _ tenants: some Sequence<Tenant> = Tenant.allCases, for recipient: Recipient, on platform: PlatformProfile
    ) -> DomainAnswer {
        var answer = DomainAnswer(plan: DomainPlan(), overspent: bills?.overspent ?? OverspentBudgets())
        for tenant in tenants {
            switch tenant {
            case .bills:
                guard let bills else { continue }
                answer.plan += BillReminders.requests(
                    from: bills.bills, for: bills.settings, to: recipient, isRescheduling: bills.isRescheduling)
                answer.plan += answer.overspent.update(with: bills.bills, for: bills.settings, now: recipient.now)
            case .study:
                guard let study else { continue }
                let dayCount = platform.horizonDays(of: StudyReminders.domain)
                answer.plan += StudyReminders.requests(from: study.words, for: study.settings, to: recipient, dayCount: dayCount)
            case .pantry:
                guard let pantry else { continue }
                answer.plan += PantryReminders.requests(from: pantry.items, for: pantry.settings, to: recipient)
            case .prayer:
                guard let prayer else { continue }
                answer.plan += PrayerReminders.requests(
                    from: PrayerCalculator(prayer.calculation), for: prayer.reminders, to: recipient)
            case .reminders:
                guard let reminders else { continue }
                answer.plan += Reminders.requests(from: reminders.items, to: recipient)
            }
        }
        return answer
    }

    /// The platform with the horizon that the person wants for prayer. One that plans anew by itself needs no longer one than it has.
    public func platform(_ platform: PlatformProfile) -> PlatformProfile {
        guard let wanted = prayer?.reminders.dayCount else { return platform }
        var platform = platform
        let known = platform.horizonDays(of: PrayerReminders.domain)
        platform.horizonDaysByDomain[PrayerReminders.domain] = platform.refreshInterval == nil ? wanted : min(wanted, known)
        return platform
    }
}

/// What the tenants answer: what is to be planned, and what has to be kept for the next time.
public struct DomainAnswer: Hashable, Sendable {
    public var plan: DomainPlan
    /// Goes into ``BillFacts/overspent`` the next time.
    public var overspent: OverspentBudgets
}

extension DomainFacts: Decodable {
    private enum Key: String, CodingKey {
        case bills, study, pantry, prayer, reminders
    }

    /// Keys that belong to others, such as `person` and `now`, are passed over.
    ///
    /// - Throws: `DecodingError` where the document is no object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var refused: [Problem] = []
        func facts<Facts: Decodable>(_ key: Key) throws -> Facts? {
            try container.decodeIfPresent(Lenient<Facts>.self, forKey: key)?.usable(refusing: &refused)
        }
        self.init(
            bills: try facts(.bills), study: try facts(.study), pantry: try facts(.pantry), prayer: try facts(.prayer),
            reminders: try facts(.reminders))
        refusedTenants = refused
    }
}
