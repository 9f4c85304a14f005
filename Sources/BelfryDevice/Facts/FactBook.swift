import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryPlanning
import BelfryTime

/// A person's facts as the tenants understand them, kept in step with the store row by row.
struct FactBook: Sendable {
    /// Where the store's next answer begins.
    private(set) var mark = 0
    private var people = FactList<DecodedPerson>(.profile, isColumnwise: true)
    private var billSettings = FactList<BillSettings>(.notificationSettings)
    private var bills = FactList<Bill>(.budgetItems)
    /// The rows of bills that have changed since somebody took them.
    private var changedBills: Set<String> = []
    private var studySettings = FactList<StudySettings>(.studySettings)
    private var words = FactList<StudyWord>(.studyWords)
    private var pantrySettings = FactList<PantrySettings>(.pantrySettings)
    private var things = FactList<PantryItem>(.pantryItems)
    /// The same rows, also those of which a date or a task can't be read: they are in the house all the same.
    private var recallables = FactList<PantryThing>(.pantryItems)
    private var prayerSettings = FactList<PrayerAccount>(.prayerSettings)
    private var reminders = FactList<Reminder>(.reminders)
    /// What device or server have told, by the row.
    private var receipts: [String: NotificationReceipt] = [:]

    /// A thing as a recall may know it; nil where it is used up.
    struct PantryThing: Decodable, Sendable {
        let household: HouseholdItem?

        private enum Key: String, CodingKey {
            case used
        }

        init(from decoder: any Decoder) throws {
            let isUsed = try? decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .used)
            let recallable = try? RecallableItem(from: decoder)
            household = try isUsed == true ? nil : (recallable ?? RecallableItem(withoutCode: decoder)).item
        }
    }

    /// Where a person prays and what they want to be told of it, which one row has.
    struct PrayerAccount: Decodable, Sendable {
        let facts: PrayerFacts

        init(from decoder: any Decoder) throws {
            facts = PrayerFacts(calculation: try PrayerSettings(from: decoder), reminders: try PrayerReminderSettings(from: decoder))
        }
    }

    mutating func apply(_ changes: FactChanges) {
        mark = changes.mark
        people.apply(changes)
        billSettings.apply(changes)
        bills.apply(changes)
        changedBills.formUnion((changes.records[.budgetItems] ?? []).lazy.map(\.id))
        changedBills.formUnion(changes.deleted[.budgetItems] ?? [])
        studySettings.apply(changes)
        words.apply(changes)
        pantrySettings.apply(changes)
        things.apply(changes)
        recallables.apply(changes)
        prayerSettings.apply(changes)
        reminders.apply(changes)
        for id in changes.deleted[.notificationReceipts] ?? [] { receipts[id] = nil }
        for record in changes.records[.notificationReceipts] ?? [] { receipts[record.id] = NotificationReceipt(record) }
    }

    var person: Person { people.facts.first?.person ?? DecodedPerson.silent }
    /// What the pantry has that a recall could concern.
    var household: [HouseholdItem] { recallables.facts.compactMap(\.household) }

    /// What the server, or another device, has told.
    /// - Parameter own: what this device has told, whose receipts are among the others.
    func toldElsewhere(besides own: [LedgerEntry]) -> [LedgerEntry] {
        let known = Dictionary(grouping: own, by: \.identifier).mapValues { Set($0.map(\.toldAt)) }
        return receipts.values.filter { known[$0.identifier]?.contains($0.toldAt) != true }.ledgerEntries
    }

    /// The subjects of recalls that anybody has told.
    var recallsTold: Set<String> { Set(receipts.values.lazy.map(\.identifier.subject).filter(RecallReminders.isSubject)) }

    /// By the identifier of the budget, when anybody has last told that it is overspent.
    /// - Parameter own: what this device has told, whose receipts may not be there yet.
    func overspendingTold(with own: [LedgerEntry]) -> [String: Instant] {
        let told = receipts.values.map { ($0.identifier.subject, $0.toldAt) } + own.map { ($0.identifier.subject, $0.toldAt) }
        return Dictionary(
            told.compactMap { subject, toldAt in OverspentBudgets.budget(of: subject).map { ($0, toldAt) } }, uniquingKeysWith: max)
    }

    /// Nil where nothing is known of such a budget.
    func isOverspent(_ id: String) -> Bool? { bills[id].map { !$0.isDeleted && $0.budget?.isExceeded == true } }

    /// Receipts that nobody needs any more. Recalls are in their feed for ever, and so are their receipts here; that of a budget is needed
    /// as long as it is overspent.
    func oldReceipts(now: Instant) -> [String] {
        let old = receipts.filter { now - $0.value.toldAt > FactBook.receiptsKeptFor }
        return old.filter { !isNeeded($0.value.identifier.subject) }.keys.sorted()
    }

    private func isNeeded(_ subject: String) -> Bool {
        RecallReminders.isSubject(subject) || OverspentBudgets.budget(of: subject).flatMap(isOverspent) == true
    }

    private static let receiptsKeptFor = Duration.seconds(30 * 24 * 3600)

    /// What is wrong with rows that can't be used, and what is passed over of the settings of prayer; the rest counts.
    var refused: [RefusedFact] {
        let prayerNames = (prayerSettings.facts.first?.facts.refused ?? []).map {
            RefusedFact(table: .prayerSettings, id: FactTable.settingsID, problem: $0)
        }
        return people.refused + billSettings.refused + bills.refused + studySettings.refused + words.refused + pantrySettings.refused
            + things.refused + prayerSettings.refused + prayerNames + reminders.refused
    }

    /// A tenant of which nothing is known plans nothing.
    func bills(overspent: OverspentBudgets) -> BillFacts? {
        guard !bills.isEmpty || !billSettings.isEmpty else { return nil }
        return BillFacts(settings: billSettings.facts.first ?? BillSettings(), bills: bills.facts, overspent: overspent)
    }

    /// The bills that were put down, altered or lost since this was last called; nil stands for one that is no more.
    mutating func takeChangedBills() -> [FactID: Bill?] {
        defer { changedBills = [] }
        return changedBills.reduce(into: [:]) { changed, row in
            if let id = FactID(row) { changed[id] = .some(bills[row]) }
        }
    }

    /// What every tenant but the bills knows.
    var domainFacts: DomainFacts {
        var facts = DomainFacts()
        if !words.isEmpty || !studySettings.isEmpty {
            facts.study = StudyFacts(settings: studySettings.facts.first ?? StudySettings(), words: words.facts)
        }
        if !things.isEmpty || !pantrySettings.isEmpty {
            facts.pantry = PantryFacts(settings: pantrySettings.facts.first ?? PantrySettings(), items: things.facts)
        }
        facts.prayer = prayerSettings.facts.first?.facts
        if !reminders.isEmpty { facts.reminders = ReminderFacts(items: reminders.facts) }
        return facts
    }

    /// What a part of a notification says that comes after its time.
    /// - Parameter day: on which it is shown.
    func lateWords(of part: NotificationID, to recipient: Recipient, shownOn day: CivilDate) -> LateWords {
        let names = part.names
        guard names.count == 3 else { return .unchanged }
        switch names[0] {
        case BillReminders.domain:
            let settings = billSettings.facts.first ?? BillSettings()
            return BillReminders.lateWords(of: names[2], on: part.date, for: bills[names[1]], settings, to: recipient, shownOn: day)
        case PantryReminders.domain:
            return PantryReminders.lateWords(of: names[2], on: part.date, for: things[names[1]], to: recipient, shownOn: day)
        case StudyReminders.domain:
            let settings = studySettings.facts.first ?? StudySettings()
            return StudyReminders.lateWords(on: part.date, from: words.facts, for: settings, to: recipient, shownOn: day)
        case Reminders.domain:
            return Reminders.lateWords(of: part, for: reminders[names[1]], to: recipient, shownOn: day)
        // That a plan ends: whoever would say so late has made another.
        case FactBook.ownDomain: return .nothing
        default: return .unchanged
        }
    }

    /// Whether a bill, a thing or a reminder that is still there is no longer as a part of a notification told it: paid until its next due date,
    /// paying itself, done, or due or expiring at another time.
    func isOutdated(_ part: NotificationID, for recipient: Recipient) -> Bool {
        let names = part.names
        guard names.count == 3 else { return false }
        let isThere =
            switch names[0] {
            case BillReminders.domain: bills[names[1]] != nil
            case PantryReminders.domain: things[names[1]] != nil
            case Reminders.domain: reminders[names[1]] != nil
            default: false
            }
        return isThere && lateWords(of: part, to: recipient, shownOn: part.date) == .nothing
    }

    /// Whether a part that was shown at a moment is of no use any more, whatever has become of the facts: the time of a prayer has gone by,
    /// or the day of some words, or how long a reminder was to be of use; and that a plan ends is over once another was made.
    func isOver(_ part: NotificationID, shownAt moment: Instant, now: Instant) -> Bool {
        let names = part.names
        return switch names[0] {
        // Not what was told late: of an old summary nobody knows the parts any more.
        case FactBook.ownDomain: part.subject.hasPrefix("\(FactBook.ownDomain)|plan|")
        case PrayerReminders.domain: now - moment >= PrayerReminders.validFor
        case StudyReminders.domain: now - moment >= StudyReminders.validFor
        case Reminders.domain where names.count == 3: reminders[names[1]]?.validFor.map { now - moment >= $0 } ?? false
        default: false
        }
    }

    /// Of what the planner itself has to say: the canary.
    static let ownDomain = "belfry"

    /// Whether a part is told at an hour of the day, wherever the person is: not at a moment, like a prayer, a recall or what was overspent, nor
    /// by the clock of a zone.
    func isFloating(_ part: NotificationID) -> Bool {
        let names = part.names
        if names.count == 3, names[0] == Reminders.domain { return reminders[names[1]].map { $0.timezone == nil } ?? false }
        return [BillReminders.domain, PantryReminders.domain, StudyReminders.domain].contains(names[0])
            && !RecallReminders.isSubject(part.subject) && OverspentBudgets.budget(of: part.subject) == nil
    }

    func has(bill id: String) -> Bool { bills[id]?.isDeleted == false }
    func has(thing id: String) -> Bool { things.facts.contains { $0.id.text == id && !$0.isUsed } }
    /// Nil where there is none.
    func reminder(_ id: String) -> Reminder? { reminders[id] }
    /// Of which kinds the person's own reminders are.
    var reminderCategories: Set<String> { Set(reminders.facts.map(\.category)) }
    /// Nobody touches calls to prayer when they work, recalls must never be missing, and own reminders the person has asked for one by one: they
    /// are told however little is done with them.
    var alwaysToldCategories: [String] { [PrayerReminders.category, RecallReminders.category] + reminderCategories }
    /// The zones in which some own reminders stay, by their names.
    var timezones: Set<String> { Set(reminders.facts.compactMap(\.timezone)) }
}
