import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

@Suite("The judge, on how much a person wants on one day")
struct JudgedDailyMaxTests: Judging {
    @Test("Of several at once the graver are told first, then the earlier, and no more than the person wants; critical ones pass, and count")
    func dailyMax() throws {
        func limited(_ number: Int, _ level: EpisodeLevel = .days3, to recipient: UserID = .ana, max: String? = "2") -> DeliveryCandidate {
            var columns: [Preferences.Key: String] = [:]
            columns[.dailyCountMax] = max
            return candidate(.example(number, to: recipient, level: level), columns, toldLately: max == nil ? [] : [.morning])
        }
        #expect(
            try decided([limited(2), limited(1), limited(3, .days7), limited(4, to: .ben), limited(5, to: .ben, max: nil)]) == [
                "delivery-2 frequency_capped 2", "delivery-1 frequency_capped 2", "delivery-3 allowed 1", "delivery-4 allowed 1", "delivery-5 allowed –",
            ])
        #expect(
            try decided([limited(2), limited(1), limited(3, .days14)]) == [
                "delivery-2 frequency_capped 2", "delivery-1 frequency_capped 2", "delivery-3 allowed 1",
            ])
        #expect(
            try decided([limited(1, .days14), limited(2, .days14), limited(3, .days14), limited(4)]) == [
                "delivery-1 allowed 1", "delivery-2 allowed 2", "delivery-3 allowed 3", "delivery-4 frequency_capped 4",
            ])
    }

    @Test("A day is the person's own: what was told before its midnight doesn't count")
    func dailyMaxByClock() throws {
        let midnight = Instant(literal: "2026-01-24T15:00:00Z")
        let columns = [Preferences.Key.dailyCountMax: "1", .timezone: "Asia/Tokyo"]
        func judgement(toldAt moment: Instant) throws -> Verdict.Judgement {
            try verdict(on: candidate(.example(1), columns, toldLately: [moment])).judgement
        }
        #expect(try judgement(toldAt: midnight - .milliseconds(1)) == .decided(.send(.allowed)))
        #expect(try judgement(toldAt: midnight) == .decided(.skip(.frequencyCapped)))
    }

    // Berlin's 29 March 2026 has 23 hours and its 25 October 25; in Havana the first hour of 1 November comes twice, and Cairo's 24 April has no midnight.
    @Test(
        "A day has as many hours as the person's clock gives it: it begins and ends there, and not a millisecond sooner or later",
        arguments: [
            ("Europe/Berlin", "2026-03-28T23:00:00Z", 23), ("Europe/Berlin", "2026-10-24T22:00:00Z", 25), ("America/Havana", "2026-11-01T04:00:00Z", 25),
            ("Africa/Cairo", "2026-04-23T22:00:00Z", 23), ("Asia/Tokyo", "2026-06-30T15:00:00Z", 24),
        ])
    func dailyMaxOnLongDays(zone: String, beginning: String, hours: Int) throws {
        let begin = try #require(Instant(beginning))
        let end = begin + .seconds(hours * 3600)
        func toldToday(_ told: [Instant], at now: Instant) throws -> Int? {
            let candidate = candidate(.example(1), [.dailyCountMax: "9", .timezone: zone], toldLately: told)
            return try inputs(try #require(judge.verdicts(on: [candidate], now: now, ageMax: .seconds(400 * 86_400)).first)).toldToday
        }
        let edges = [end - .milliseconds(1), begin, begin - .milliseconds(1)]
        #expect(try toldToday(edges, at: end - .milliseconds(1)) == 2)
        #expect(try toldToday(edges, at: begin) == 2)
        #expect(try toldToday(edges, at: end) == 0)
    }

    @Test("Whoever has gone to another zone since counts by the day that it is there, with what they were told elsewhere")
    func dailyMaxInAnotherZone() throws {
        let now = Instant(literal: "2026-01-25T23:00:00Z")
        // 12:00 and 06:00 of the 25th in Los Angeles; in Tokyo 05:00 of the 26th, and 23:00 of the 25th.
        let told = [Instant(literal: "2026-01-25T20:00:00Z"), Instant(literal: "2026-01-25T14:00:00Z")]
        func decided(in zone: String) throws -> String {
            let candidate = candidate(.example(1), [.dailyCountMax: "2", .timezone: zone], toldLately: told)
            let verdict = try #require(judge.verdicts(on: [candidate], now: now, ageMax: .seconds(86_400)).first)
            return "\(verdict.judgement.reason?.rawValue ?? "–") \(try inputs(verdict).toldToday ?? 0)"
        }
        #expect(try decided(in: "America/Los_Angeles") == "frequency_capped 2")
        #expect(try decided(in: "Asia/Tokyo") == "allowed 1")
    }

    @Test("What a limit counts is marked so, whatever is decided of it, and nothing else")
    func counted() {
        let candidates = [
            candidate(.example(1), [.dailyCountMax: "0"]), candidate(.example(2)), candidate(.example(3, over: .webhook), [.dailyCountMax: "2"]),
            candidate(throttled(4)), candidate(throttled(5, key: nil)),
        ]
        #expect(judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map(\.isCounted) == [true, false, false, true, false])
    }

    @Test("What interrupts nobody is neither limited nor counted")
    func dailyMaxOfOthers() throws {
        let columns = [Preferences.Key.dailyCountMax: "1"]
        #expect(
            try decided([candidate(.example(1, over: .webhook), columns), candidate(.example(2), columns), candidate(.example(3), columns)]) == [
                "delivery-1 allowed –", "delivery-2 allowed 0", "delivery-3 frequency_capped 1",
            ])
    }

    @Test("The same over several channels counts once, whether it is told at one time, was told before on that day, or on another")
    func dailyMaxOfTheSame() throws {
        func limited(_ number: Int, of alert: Int, _ told: [Instant] = [], sameToldAt: Instant? = nil) -> DeliveryCandidate {
            candidate(.example(number, of: alert), [.dailyCountMax: "2"], toldLately: told, sameToldAt: sameToldAt)
        }
        #expect(
            try decided([limited(1, of: 1), limited(2, of: 1), limited(3, of: 3), limited(4, of: 3), limited(5, of: 5)]) == [
                "delivery-1 allowed 0", "delivery-2 allowed 0", "delivery-3 allowed 1", "delivery-4 allowed 1", "delivery-5 frequency_capped 2",
            ])
        let told = [Instant.morning]
        #expect(
            try decided([limited(1, of: 1, sameToldAt: .morning), limited(2, of: 2, told), limited(3, of: 3, told)]) == [
                "delivery-1 allowed 0", "delivery-2 allowed 1", "delivery-3 frequency_capped 2",
            ])
        let yesterday = Instant.noon - .seconds(86_400)
        #expect(
            try decided([limited(1, of: 1, told, sameToldAt: yesterday), limited(2, of: 2, [.morning, yesterday])]) == [
                "delivery-1 allowed 1", "delivery-2 frequency_capped 2",
            ])
    }

    @Test("A summary counts once, and is told as a whole or not at all")
    func dailyMaxOfSummaries() throws {
        func limited(_ delivery: Delivery, _ told: [Instant] = []) -> DeliveryCandidate { candidate(delivery, [.dailyCountMax: "2"], toldLately: told) }
        #expect(
            try decided([limited(held(1)), limited(held(2)), limited(held(3)), limited(.example(4)), limited(.example(5))]) == [
                "delivery-1 allowed 0", "delivery-2 merged_into_summary 0", "delivery-3 merged_into_summary 0", "delivery-4 allowed 1",
                "delivery-5 frequency_capped 2",
            ])
        let told = [Instant.morning]
        #expect(
            try decided([limited(held(1), told), limited(held(2), told), limited(.example(3, level: .days7), told)]) == [
                "delivery-1 frequency_capped 2", "delivery-2 frequency_capped 2", "delivery-3 allowed 1",
            ])
    }

    @Test("Of the members of a broadcast those are told who were told less on that day than they want")
    func dailyMaxOfMembers() throws {
        let wanted = StoredPreferences(columns: [.notifyPush: "1", .dailyCountMax: "1"])
        let groups: [BroadcastMembers.Group] = [
            .init(wishes: .init(preferences: wanted, toldLately: [.morning]), members: [0]), .init(wishes: .init(preferences: wanted), members: [1]),
        ]
        let members = BroadcastMembers(of: .example(over: .push), number: 0, recipients: [.ana, .ben], groups: groups, addresses: [:])
        let verdicts = judge.verdicts(on: members, now: .noon, ageMax: .seconds(86_400))
        #expect(verdicts.map(\.members) == [[0], [1]])
        #expect(verdicts.map(\.judgement) == [.decided(.skip(.frequencyCapped)), .decided(.send(.allowed))])
    }

    @Test("Whoever is told several words of their own by one broadcast is told no more of them on a day than they want, the first of them first")
    func dailyMaxOfPersonalWords() {
        let wanted = StoredPreferences(columns: [.notifyPush: "1", .dailyCountMax: "2"])
        func verdicts(severity: Severity? = nil, values: [PersonalValues]?) -> [MemberVerdict] {
            var payload = Broadcast.example(over: .push).payload
            payload.severity = severity
            let broadcast = Broadcast(
                id: BroadcastID(literal: "points"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.push.rawValue, payload: payload)
            let members = BroadcastMembers(
                of: broadcast, number: 0, recipients: [.ana, .ben, .ana, .ana, .ana],
                groups: [.init(wishes: .init(preferences: wanted), members: [0, 1, 2, 3, 4])], addresses: [:], values: values)
            return judge.verdicts(on: members, now: .noon, ageMax: .seconds(86_400))
        }
        let values = (0...4).map { PersonalValues(["number": "\($0)"]) }
        let limited = verdicts(values: values)
        #expect(limited.map(\.members) == [[0, 1], [2], [3], [4]])
        #expect(limited.map(\.isToSend) == [true, true, false, false])
        #expect(limited.map { $0.inputs?.contains("\"told_today\":2") } == [false, false, true, true], "what isn't told counts for nothing")
        let critical = verdicts(severity: .critical, values: values)
        #expect(critical.flatMap { $0.isToSend ? $0.members : [] }.sorted() == [0, 1, 2, 3, 4])
        #expect(verdicts(values: nil).map(\.members) == [[0, 1, 2, 3, 4]])
    }

    @Test("Members of a broadcast who were told as many that day are decided as one, at whatever moments they were told")
    func dailyMaxOfMembersAlike() throws {
        let wanted = StoredPreferences(columns: [.notifyPush: "1", .dailyCountMax: "2"])
        let told: [[Instant]] = [[.noon - .seconds(60)], [.noon - .seconds(86_400)], [.morning], []]
        let groups = told.enumerated().map { place, moments in
            BroadcastMembers.Group(wishes: .init(preferences: wanted, toldLately: moments), members: [place])
        }
        let recipients = told.indices.map { UserID(literal: "user-\($0)") }
        let members = BroadcastMembers(of: .example(over: .push), number: 0, recipients: recipients, groups: groups, addresses: [:])
        let verdicts = judge.verdicts(on: members, now: .noon, ageMax: .seconds(86_400))
        #expect(verdicts.map(\.members) == [[0, 2], [1, 3]])
        let counts = try verdicts.map { try JSONDecoder().decode(DecisionInputs.self, from: Data(try #require($0.inputs).utf8)).toldToday }
        #expect(counts == [1, 0])
    }
}
