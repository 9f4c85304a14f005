import BelfryModel
import BelfryTime

/// Prayer: reminds a person of each time of the day, computed for where they are, and never late.
///
/// Nothing is remembered from before: whoever moves or chooses another method asks again.
public enum PrayerReminders {
    public static let domain = "prayer"
    public static let category = "prayer"
    /// From when on a reminder is of no use, unless the next time of the day comes first.
    public static let validFor = Duration.seconds(20 * 60)

    /// One request for each time of each day, which is named in its rule: `prayer|fajr|2026-11-21`. So a scope `prayer|fajr` covers all of
    /// fajr, and two ishas that fall on one civil day, one just after midnight, stay two.
    ///
    /// It asks for one day more than the person wants, so that a planner knows that it goes on.
    public static func requests(
        from calculator: PrayerCalculator, for settings: PrayerReminderSettings, to recipient: Recipient
    ) -> DomainPlan {
        var plan = DomainPlan()
        guard settings.isEnabled else {
            plan.skipped = [Skipped(domain, because: .switchedOff)]
            plan.withdraw(domain)
            return plan
        }
        plan.skipped = Prayer.allCases.filter { !settings.isOn[$0] }.map { Skipped("\(domain)|\($0.rawValue)", because: .switchedOff) }
        let today = recipient.today
        // From yesterday, whose isha may be after midnight, and one day further, whose fajr ends the validity of the last isha.
        let days = calculator.times(from: today - 1, dayCount: settings.dayCount + 3, in: recipient.zone)
        let moments = days.flatMap { day in Prayer.allCases.compactMap { day[$0].instant } }.sorted()
        for day in days.dropLast() {
            for prayer in Prayer.allCases where settings.isOn[prayer] {
                do throws(SkipReason) {
                    plan.requests.append(try request(for: prayer, of: day, among: moments, settings, recipient))
                } catch {
                    guard day.date >= today else { continue }
                    plan.skipped.append(Skipped("\(domain)|\(prayer.rawValue)", on: day.date, because: error))
                }
            }
        }
        return plan
    }

    /// - Parameter moments: all times of these days, ascending.
    /// - Throws: why there is none.
    private static func request(
        for prayer: Prayer, of day: PrayerTimes, among moments: [Instant], _ settings: PrayerReminderSettings, _ recipient: Recipient
    ) throws(SkipReason) -> NotificationRequest {
        if let absence = day[prayer].absence { throw SkipReason(absence) }
        let minutes = settings.minutesBefore[prayer]
        guard let local = day[prayer].local, let moment = day[prayer].instant, case let told = moment - .seconds(minutes * 60),
            let id = RequestID(domain: domain, entity: prayer.rawValue, rule: day.date.description),
            recipient.awaits(id.text, on: recipient.zone.civil(at: told).date, due: told)
        else { throw .momentPassed }
        var values: [String: MessageFacts.Value] = ["prayer": .text(prayer.rawValue)]
        if minutes > 0 {
            values["count"] = .count(minutes)
        } else {
            values["time"] = .time(local.time)
            values["place"] = settings.placeName.map { .text($0) }
        }
        // “In ten minutes” is true for ten minutes at most.
        let end = moments.first { $0 > told } ?? told + validFor
        return NotificationRequest(
            id: id, trigger: .moment(told),
            content: .same(.facts(MessageFacts(template: minutes > 0 ? "prayer.before" : "prayer.time", values: values))),
            category: category, severity: .attention, validFor: min(validFor, end - told), digestWindow: .never)
    }
}

extension SkipReason {
    fileprivate init(_ absence: PrayerAbsence) {
        self =
            switch absence {
            case .sunNeverSets: .sunNeverSets
            case .sunNeverRises: .sunNeverRises
            case .noShadow: .noShadow
            case .shadowNeverLongEnough: .shadowNeverLongEnough
            case .twilightNeverEnds: .twilightNeverEnds
            }
    }
}
