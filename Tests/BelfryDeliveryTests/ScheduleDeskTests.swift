import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

/// Orders of one app that come back, carried out by upkeep's steps.
@Suite("Orders that come back")
struct ScheduleDeskTests {
    private let store = MemoryStore()
    private let desk: ScheduleDesk

    init() {
        desk = ScheduleDesk(
            store: store, zones: SystemTimeZoneDatabase(), routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])),
            identifiers: SequentialIdentifiers(), mark: { _ in nil })
    }

    /// - Parameters:
    ///   - recurrence: the members of it, as JSON.
    ///   - fields: what it says besides.
    private func take(
        _ recurrence: String, _ fields: String = "", to recipients: String = #"["ana"]"#, under key: IdempotencyKey? = nil, now: Instant = .noon
    ) async throws -> ScheduledOrder {
        let body = Data(#"{"recipients": \#(recipients), "title": "Bins", "recurrence": {\#(recurrence)}\#(fields)}"#.utf8)
        let request = try JSONDecoder().decode(ScheduleRequest.self, from: body)
        return try await desk.take(request, body: body, of: .shop, under: key, now: now).order
    }

    private func standing(_ order: ScheduledOrder) async throws -> ScheduledOrder { try #require(await store.scheduledOrder(order.id)) }

    /// What is queued, the earliest first.
    private func queued() async throws -> [Delivery] {
        let overviews = await store.deliveries(DeliverySelection())
        return overviews.map(\.delivery).reversed()
    }

    private let rome = #""start": "2026-01-26T09:00", "rule": "FREQ=DAILY", "timezone": "Europe/Rome""#
    private let everywhere = #""start": "2026-01-26T09:00", "rule": "FREQ=WEEKLY;BYDAY=MO""#

    @Test("By a zone each occurrence is ordered two minutes ahead, once, and told at its moment")
    func byZone() async throws {
        let order = try await take(rome, #", "expires_after_minutes": 30"#)
        let moment = try instant("2026-01-26T08:00:00Z")
        #expect(order.next == ScheduledOccurrence(local: CivilDateTime(literal: "2026-01-26T09:00"), at: moment))
        let early = try await desk.carryOut(now: moment - .milliseconds(120_001))
        #expect(early.report.isEmpty && early.isThrough)
        for now in [moment - .seconds(120), moment - .seconds(105)] { _ = try await desk.carryOut(now: now) }
        let deliveries = try await queued()
        #expect(deliveries.map(\.deliverAfter) == [moment] && deliveries.map(\.expiresAt) == [moment + .seconds(1800)])
        #expect(deliveries.map(\.app) == [.shop] && deliveries.map(\.payload.title) == ["Bins"] && deliveries.map(\.payload.deliverAtLocal) == [nil])
        let after = try await standing(order)
        #expect(after.next?.at == moment + .seconds(86_400) && after.orderedCount == 1 && after.missedCount == 0)
    }

    @Test("Whoever has it told at once under a key, and asks again, learns that it was, also where it has ended since")
    func runAgain() async throws {
        let order = try await take(rome)
        let (key, other) = (IdempotencyKey("once", of: .shop, fingerprint: "a"), IdempotencyKey("twice", of: .shop, fingerprint: "a"))
        let first = try await desk.run(order, under: key, now: .noon).receipt
        try await desk.end(order, now: .noon)
        let ended = try await standing(order)
        let again = try await desk.run(ended, under: key, now: .noon).receipt
        #expect(!first.isRepeated && again.isRepeated && again.deliveries == first.deliveries)
        await #expect(throws: Problem.scheduleEnded) { _ = try await desk.run(ended, under: other, now: .noon) }
        #expect(try await queued().count == 1)
    }

    @Test("Each occurrence tells those of its escalation later, in their turn; whom it names is kept beside it, and may be changed")
    func escalation() async throws {
        let steps = #"[{"recipients": ["ben"], "after_minutes": 15}, {"recipients": ["eve"], "after_minutes": 30}]"#
        let order = try await take(rome, #", "escalation": {"steps": \#(steps)}"#)
        #expect(order.recipients == [.ana] && order.further == [.ben: 1, UserID(literal: "eve"): 2] && !order.request.contains("ben"))
        let moment = try instant("2026-01-26T08:00:00Z")
        _ = try await desk.carryOut(now: moment - .seconds(120))
        let deliveries = try await queued()
        #expect(deliveries.map(\.recipient) == [.ana, .ben, UserID(literal: "eve")])
        #expect(deliveries.map(\.deliverAfter) == [moment, moment + .seconds(900), moment + .seconds(1800)])
        #expect(deliveries.map(\.payload.escalation?.fromStep) == [nil, 1, 2] && Set(deliveries.map(\.route?.key)).count == 1)
        #expect(deliveries.allSatisfy { $0.payload.actions == .acknowledgement })
        _ = try await desk.run(try await standing(order), under: nil, now: moment)
        let again = try await queued().suffix(3)
        #expect(again.map(\.recipient) == deliveries.map(\.recipient) && again.map(\.deliverAfter) == [nil, moment + .seconds(900), moment + .seconds(1800)])
        try await desk.change(try await standing(order), by: Data(#"{"title": "Glass"}"#.utf8), now: moment)
        let renamed = try await standing(order)
        #expect(renamed.recipients == [.ana] && renamed.further == order.further && renamed.told?.payload.title == "Glass")
        try await desk.change(renamed, by: Data(#"{"escalation": null}"#.utf8), now: moment)
        let alone = try await standing(order)
        #expect(alone.recipients == [.ana] && alone.further == [:] && alone.told?.escalation == nil)
    }

    @Test("Of what one does for all, each occurrence has a key that all whom it tells have in common")
    func oneOfUs() async throws {
        _ = try await take(rome, #", "one_of_us": true"#, to: #"["ana", "ben"]"#)
        _ = try await desk.carryOut(now: try instant("2026-01-26T08:00:00Z") - .seconds(120))
        let deliveries = try await queued()
        #expect(deliveries.allSatisfy { $0.sharedKey != nil && $0.payload.actions == .acknowledgement } && deliveries.count == 2)
        #expect(Set(deliveries.map(\.sharedKey)).count == 1)
    }

    @Test("Whoever is in a family when an occurrence is ordered is told it, once, also where nobody is named; a family that is gone has nobody")
    func families() async throws {
        try await store.save(.household, now: .noon)
        let order = try await take(rome, #", "families": ["household"]"#, to: #"["ben"]"#)
        let alone = try await take(rome, #", "families": [{"family_id": "household", "roles": ["admin"]}]"#, to: "[]")
        #expect(order.recipients == [.ben] && alone.recipients.isEmpty && alone.families.count == 1)
        let first = try instant("2026-01-26T08:00:00Z")
        _ = try await desk.carryOut(now: first - .seconds(60))
        #expect(try await queued().map(\.recipient).sorted() == [.ana, .ana, .ben])
        _ = await store.remove(.ana, from: FamilyRecord.household.id, now: first)
        _ = await store.remove(.ben, from: FamilyRecord.household.id, now: first)
        _ = try await desk.carryOut(now: first + .seconds(86_400 - 60))
        #expect(try await queued().suffix(1).map(\.recipient) == [.ben])
        let after = try await standing(alone)
        #expect(after.orderedCount == 2 && after.status == .active)
    }

    @Test("A family that isn't there is refused, but what was taken in under a key is found again; one that has grown too large pauses it")
    func familyLimits() async throws {
        await #expect(throws: Problem.unknownFamily(field: "families[0]")) { _ = try await take(rome, #", "families": ["nowhere"]"#) }
        try await store.save(.household, now: .noon)
        let key = try #require(IdempotencyKey("bins", of: .shop, fingerprint: "a"))
        let people = "[\((1...998).map { "\"user-\($0)\"" }.joined(separator: ", "))]"
        let order = try await take(rome, #", "families": ["household"]"#, to: people, under: key)
        let eve = FamilyMember(user: UserID(literal: "eve"), firstName: "Eve", role: .member)
        try await store.save(FamilyRecord(id: FamilyRecord.household.id, name: "Household", members: [eve]), now: .noon)
        let again = try await take(rome, #", "families": ["household"]"#, to: people, under: key)
        #expect(again.id == order.id)
        let moment = try #require(order.next).at
        #expect(try await desk.carryOut(now: moment - .seconds(60)).failure as? Problem == .tooManyItems(countMax: ScheduleDesk.deliveryCountMax))
        let (after, told) = try await (standing(order), queued())
        #expect(after.status == .paused && told.isEmpty)
    }

    @Test("Each time whoever is on duty then is told, once also where they are named and no more could be; a rota that is gone has nobody")
    func rotas() async throws {
        let alarms = RotaID(literal: "alarms")
        let handovers = Rota.Handovers(since: CivilDate(literal: "2026-01-26"), pace: .days(1), at: CivilTime(literal: "08:00"), timezone: "Europe/Rome")
        try await store.save(Rota([.ana, .ben], handovers: handovers), named: alarms, of: .shop, countMax: 1, now: .noon)
        await #expect(throws: Problem.unknownRota(field: "rotas[0]")) { _ = try await take(rome, #", "rotas": ["nothing"]"#) }
        let order = try await take(rome, #", "rotas": ["alarms"]"#, to: "[]")
        let people = "[\(((1...998).map { "user-\($0)" } + ["ana", "ben"]).map { "\"\($0)\"" }.joined(separator: ", "))]"
        let full = try await take(rome, #", "rotas": ["alarms"]"#, to: people)
        let first = try #require(order.next).at
        for day in 0..<3 {
            if day == 2 { _ = await store.removeRota(alarms, of: .shop) }
            let outcome = try await desk.carryOut(now: first + .seconds(day * 86_400 - 60))
            #expect(outcome.failure == nil && outcome.report.orderedCount == 2)
        }
        let told = await store.deliveries(DeliverySelection(countMax: 10_000)).map(\.delivery)
        let onDuty = told.filter { $0.payload.rota == alarms }.map(\.recipient)
        #expect(onDuty.sorted() == [.ana, .ben] && told.count == 3002, "Ana on the first day, Ben on the second, and nobody on the third")
        let (after, ofFull) = try await (standing(order), standing(full))
        #expect(after.status == .active && ofFull.status == .active && ofFull.orderedCount == 3)
    }

    @Test("A step of its escalation tells whoever is on duty at the moment of the step; where the rota is gone, the next come in their place")
    func rotasOfSteps() async throws {
        let alarms = RotaID(literal: "alarms")
        let handovers = Rota.Handovers(since: CivilDate(literal: "2026-01-25"), pace: .days(1), at: CivilTime(literal: "09:10"), timezone: "Europe/Rome")
        try await store.save(Rota([.ana, .ben], handovers: handovers), named: alarms, of: .shop, countMax: 1, now: .noon)
        let steps = #"[{"rotas": ["alarms"], "after_minutes": 5}, {"rotas": ["alarms"], "after_minutes": 15}, {"recipients": ["eve"], "after_minutes": 30}]"#
        let order = try await take(rome, #", "escalation": {"steps": \#(steps)}"#, to: #"["dan"]"#)
        #expect(order.request.contains("alarms") && order.told?.escalation?.steps.map(\.rotas) == [[alarms], [alarms], []])
        let moment = try #require(order.next).at
        _ = try await desk.carryOut(now: moment - .seconds(60))
        let further = try await queued().filter { $0.payload.escalation != nil }
        #expect(further.map(\.recipient) == [.ana, .ben, UserID(literal: "eve")] && further.map(\.payload.rota) == [alarms, alarms, nil])
        _ = await store.removeRota(alarms, of: .shop)
        _ = try await desk.run(try await standing(order), under: nil, now: moment)
        let last = try await queued().last
        #expect(last?.recipient == UserID(literal: "eve") && last?.deliverAfter == moment + .seconds(300))
        await #expect(throws: Problem.unknownRota(field: "escalation.steps[0].rotas[0]")) {
            _ = try await take(rome, #", "escalation": {"steps": [{"rotas": ["alarms"], "after_minutes": 5}]}"#)
        }
    }

    @Test("Each recipient of a personalised order that comes back reads their own words each time, and changed words are looked at")
    func personalised() async throws {
        let fields = #", "body": "{{name}}: {{bin}}", "personalised": true, "default_values": {"bin": "glass"}"#
        let people = #"[{"user_id": "ana", "values": {"name": "Ana", "unused": 1}}, {"user_id": "ben", "values": {"name": "Ben", "bin": "paper"}}]"#
        let order = try await take(rome, fields, to: people)
        #expect(order.values == [.ana: PersonalValues(["name": "Ana"]), .ben: PersonalValues(["name": "Ben", "bin": "paper"])])
        #expect(!order.request.contains("Ana"), "what is a person's own stands beside it")
        await #expect(throws: Problem.wrongType(field: "recipients[0].values", expected: "a value for {{day}}")) {
            try await desk.change(order, by: Data(#"{"title": "{{day}}"}"#.utf8), now: .noon)
        }
        try await desk.change(order, by: Data(#"{"title": "Bins, {{name}}"}"#.utf8), now: .noon)
        _ = try await desk.carryOut(now: try #require(order.next).at - .seconds(60))
        let told = try await queued().sorted { $0.recipient < $1.recipient }
        #expect(told.map(\.payload.title) == ["Bins, Ana", "Bins, Ben"] && told.map(\.payload.body) == ["Ana: glass", "Ben: paper"])
    }

    @Test("By each recipient's own clock it is ordered before the first clock on Earth shows it, and waits for each")
    func byOwnClock() async throws {
        let order = try await take(everywhere, #", "expires_after_minutes": 90"#)
        let first = try instant("2026-01-25T19:00:00Z")
        #expect(order.next?.at == first)
        _ = try await desk.carryOut(now: first - .seconds(120))
        let delivery = try #require(try await queued().first)
        #expect(delivery.deliverAfter == first && delivery.expiresAt == nil)
        #expect(delivery.payload.deliverAtLocal == CivilDateTime(literal: "2026-01-26T09:00"))
        #expect(delivery.payload.expiresAtLocal == CivilDateTime(literal: "2026-01-26T10:30"))
        let (rome, end) = (try zone("Europe/Rome"), try instant("2026-01-26T09:30:00Z"))
        #expect(delivery.end(ageMax: .seconds(86_400), in: rome) == end, "by the recipient's clock, too")
        #expect(delivery.payload.flatJSON().flatMap { Payload(flatJSON: $0) } == delivery.payload)
    }

    @Test("After an outage only the last that was missed is told, and it only within an hour; the others are counted")
    func outage() async throws {
        let order = try await take(rome)
        let first = try instant("2026-01-26T08:00:00Z")
        let back = first + .seconds(3 * 86_400 + 3599)
        #expect(try await desk.carryOut(now: back).report.missedCount == 3)
        #expect(try await queued().map(\.deliverAfter) == [nil], "it is told at once")
        let after = try await standing(order)
        #expect(after.lastLocal == CivilDateTime(literal: "2026-01-29T09:00") && after.next?.local == CivilDateTime(literal: "2026-01-30T09:00"))
        _ = try await desk.carryOut(now: first + .seconds(5 * 86_400 + 3600))
        let later = try await standing(order)
        #expect(later.orderedCount == 1 && later.missedCount == 5 && later.next?.local == CivilDateTime(literal: "2026-02-01T09:00"))
        #expect(try await queued().count == 1)
    }

    @Test("By own clocks what comes late is told to those whose clock has shown it within an hour, or is still to show it")
    func lateEverywhere() async throws {
        let order = try await take(everywhere)
        let first = try instant("2026-01-25T19:00:00Z")
        _ = try await desk.carryOut(now: first + .seconds(26 * 3600 + 3599))
        #expect(try await queued().map(\.payload.expiresAtLocal) == [CivilDateTime(literal: "2026-01-26T10:00")])
        let next = try await standing(order).next
        _ = try await desk.carryOut(now: try #require(next).at + .seconds(27 * 3600))
        let after = try await standing(order)
        #expect(after.orderedCount == 1 && after.missedCount == 1, "nobody's clock has shown it within the hour")
    }

    @Test("By a zone what is still ahead is told, however soon another follows it")
    func closeTogether() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,1,2", "timezone": "UTC""#)
        let first = try instant("2026-01-26T09:00:00Z")
        _ = try await desk.carryOut(now: first - .seconds(20))
        #expect(try await queued().map(\.deliverAfter) == [first, first + .seconds(60)])
        _ = try await desk.carryOut(now: first + .seconds(86_400 + 70))
        let after = try await standing(order)
        #expect(try await queued().suffix(2).map(\.deliverAfter) == [nil, first + .seconds(86_400 + 120)], "the last that has come, and what is ahead")
        #expect(after.orderedCount == 4 && after.missedCount == 2)
    }

    @Test("By own clocks nobody is told several at once, however long each is of use")
    func floodless() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#, #", "expires_after_minutes": 43200"#)
        let first = try instant("2026-01-25T19:00:00Z")
        // The first clock has just shown that of the 31st, and the last not yet that of the 30th.
        _ = try await desk.carryOut(now: first + .seconds(5 * 86_400 + 60))
        let after = try await standing(order)
        let deliveries = try await queued()
        #expect(deliveries.map(\.payload.deliverAtLocal?.date.description) == ["2026-01-29", "2026-01-30", "2026-01-31"])
        let ends = deliveries.map(\.payload.expiresAtLocal?.description)
        #expect(ends == ["2026-01-30T09:00:00", "2026-01-31T09:00:00", "2026-03-02T09:00:00"], "each until the next, by the recipient's clock")
        #expect(after.orderedCount == 3 && after.missedCount == 3)
    }

    @Test("What the clock leaves out in spring is told after the gap, and what it shows twice in autumn once")
    func clockChanges() async throws {
        let order = try await take(#""start": "2026-03-28T02:30", "rule": "FREQ=DAILY", "timezone": "Europe/Rome""#)
        let spring = desk.upcoming(order, countMax: 3, now: .noon).map(\.at)
        #expect(spring.map(\.description) == ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"])
        let other = try await take(#""start": "2026-10-24T02:30", "rule": "FREQ=DAILY", "timezone": "Europe/Rome""#)
        let autumn = desk.upcoming(other, countMax: 3, now: .noon).map(\.at)
        #expect(autumn.map(\.description) == ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
    }

    @Test("A day that is left out has none of its times, and what is added comes besides")
    func exceptions() async throws {
        let days = #""exdate": ["2026-01-27", "2026-01-28T17:00"], "rdate": ["2026-01-27T12:00", "2026-01-29T12:00", "2026-01-30"]"#
        let rule = #""start": "2026-01-26T08:00", "rule": "FREQ=DAILY;BYHOUR=9,17;COUNT=8", "timezone": "UTC""#
        let order = try await take("\(rule), \(days)")
        let next = desk.upcoming(order, countMax: 20, now: .noon).map { String("\($0.local)".dropLast(3)) }
        let expected = ["26T09:00", "26T17:00", "28T09:00", "29T09:00", "29T12:00", "29T17:00", "30T08:00"]
        #expect(next == expected.map { "2026-01-\($0)" })
    }

    @Test("What is skipped is never ordered, also by a step that began before, and what is told after all is")
    func skipping() async throws {
        let order = try await take(rome)
        let moment = try #require(order.next).at
        try await desk.skip(order, at: CivilDateTime(literal: "2026-01-27T09:00"), now: .noon)
        try await desk.skip(order, now: .noon)
        let after = try await standing(order)
        #expect(after.next?.local == CivilDateTime(literal: "2026-01-28T09:00"))
        let stale = ScheduledTurn(of: order, told: order.next, missedCount: 0, next: nil)
        let isTaken = try await store.carryOut(stale, now: moment) { _ in [.ordered(1)] }
        #expect(!isTaken)
        try await desk.unskip(after, now: .noon)
        _ = try await desk.carryOut(now: moment)
        let told = try await standing(order)
        #expect(told.orderedCount == 1 && told.lastLocal == CivilDateTime(literal: "2026-01-26T09:00"))
        #expect(told.next?.local == CivilDateTime(literal: "2026-01-28T09:00"), "the other stays left out")
        try await store.lease(at: moment)
        let ordered = Problem.wrongType(field: "local", expected: "one of the times that the schedule is still to tell")
        await #expect(throws: ordered) { try await desk.skip(told, at: CivilDateTime(literal: "2026-01-26T09:00"), now: moment) }
        let gone = Problem.wrongType(field: "local", expected: "a time that is left out by itself and still to come")
        await #expect(throws: gone) { try await desk.unskip(told, at: CivilDateTime(literal: "2026-01-27T09:00"), now: moment + .seconds(2 * 86_400)) }
    }

    @Test("Where two readings come to one moment, the one behind a skipped one is told")
    func skippingInGap() async throws {
        let order = try await take(#""start": "2026-03-29T02:00", "rule": "FREQ=DAILY;BYMINUTE=0,30", "timezone": "Europe/Rome""#)
        let gapEnd = try instant("2026-03-29T01:00:00Z")
        #expect(order.next == ScheduledOccurrence(local: CivilDateTime(literal: "2026-03-29T02:00"), at: gapEnd))
        #expect(desk.upcoming(order, countMax: 2, now: .noon).last?.local == CivilDateTime(literal: "2026-03-30T02:00"))
        try await desk.skip(order, now: .noon)
        #expect(try await standing(order).next == ScheduledOccurrence(local: CivilDateTime(literal: "2026-03-29T02:30"), at: gapEnd))
    }

    @Test("What is ordered already and waits is skipped by calling it off, and nothing else of it or of another")
    func skippingOrdered() async throws {
        let (order, other) = (try await take(rome), try await take(rome))
        let first = try #require(order.next)
        _ = try await desk.carryOut(now: first.at - .seconds(120))
        let ordered = try await standing(order)
        let skipped = try await desk.skip(ordered, now: first.at - .seconds(60))
        #expect(skipped.local == first.local && skipped.calledOffCount == 1)
        let called = await store.deliveries(DeliverySelection(status: .cancelled)).map(\.delivery.id)
        let key = try #require(order.key(of: first.local))
        #expect(await store.deliveries(under: key.text, of: .shop, now: .noon) == called)
        let after = try await standing(order)
        #expect(after.next == ordered.next && after.timing?.exceptions == [first.local])
        #expect(try await standing(other).timing?.exceptions == [])
        #expect(try await desk.skip(after, at: first.local, now: first.at).calledOffCount == 0, "a repetition skips nothing else")
        #expect(try await standing(order) == after)
        #expect(try await desk.skip(after, now: first.at).calledOffCount == 0)
        #expect(try await standing(order).next?.local == CivilDateTime(literal: "2026-01-28T09:00"), "behind it the next is what is meant")
    }

    @Test("By own clocks a skip calls off what waits for its clock, also of the last of all, and not what is on its way")
    func skippingByOwnClocks() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY;COUNT=1""#, to: #"["ana", "ben"]"#)
        let first = try #require(order.next).at
        _ = try await desk.carryOut(now: first)
        try await store.lease(at: first) { $0.delivery.recipient == .ana ? .send(.allowed) : nil }
        let ended = try await standing(order)
        #expect(ended.status == .ended)
        #expect(try await desk.skip(ended, now: first + .seconds(60)).calledOffCount == 1)
        let called = await store.deliveries(DeliverySelection(status: .cancelled)).map(\.delivery.recipient)
        #expect(called == [.ben])
        await #expect(throws: Problem.scheduleEnded) { try await desk.skip(ended, now: first + .seconds(120)) }
    }

    @Test("The last time of all isn't skipped: who doesn't want it ends the schedule")
    func skippingLast() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY;COUNT=1", "timezone": "UTC""#)
        await #expect(throws: Problem.wrongType(field: "local", expected: "a time behind which another comes, or end the schedule instead")) {
            try await desk.skip(order, now: .noon)
        }
        let kept = try await standing(order)
        #expect(kept == order)
    }

    @Test("New words call nothing off; other times call off what waits, and it goes on behind the last that was ordered")
    func changing() async throws {
        let order = try await take(rome)
        let moment = try #require(order.next).at
        _ = try await desk.carryOut(now: moment - .seconds(120))
        try await desk.change(try await standing(order), by: Data(#"{"title": "Glass"}"#.utf8), now: moment - .seconds(100))
        let words = try await standing(order)
        #expect(words.request == #"{"title":"Glass"}"# && words.orderedCount == 1 && words.next?.at == moment + .seconds(86_400))
        let untouched = await store.deliveries(DeliverySelection(status: .cancelled))
        #expect(untouched.isEmpty)
        let later = Data(#"{"recurrence": {"start": "2026-01-26T10:00"}}"#.utf8)
        try await desk.change(words, by: later, now: moment - .seconds(90))
        let times = try await standing(order)
        #expect(times.next?.local == CivilDateTime(literal: "2026-01-26T10:00") && times.timing?.timezone == "Europe/Rome")
        let called = await store.deliveries(DeliverySelection(status: .cancelled))
        #expect(called.count == 1)
    }

    @Test("By own clocks an earlier time is told on the same day to those whom the other wasn't, and to nobody twice")
    func earlier() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#, to: #"["ana", "ben"]"#)
        let first = try #require(order.next).at
        _ = try await desk.carryOut(now: first)
        try await store.lease(at: first) { $0.delivery.recipient == .ana ? .send(.allowed) : nil }
        let patch = Data(#"{"recurrence": {"start": "2026-01-26T08:30"}}"#.utf8)
        #expect(try await desk.change(try await standing(order), by: patch, now: first + .seconds(60)) == 1)
        #expect(try await standing(order).next?.local == CivilDateTime(literal: "2026-01-26T08:30"))
        // Changed once more before upkeep came by.
        let other = Data(#"{"recurrence": {"start": "2026-01-26T08:00"}}"#.utf8)
        #expect(try await desk.change(try await standing(order), by: other, now: first + .seconds(70)) == 0)
        _ = try await desk.carryOut(now: first + .seconds(75))
        let told = try await queued().filter { $0.payload.deliverAtLocal == CivilDateTime(literal: "2026-01-26T08:00") }
        #expect(told.map(\.recipient) == [.ben])
        let after = try await standing(order)
        #expect(after.lastLocal == CivilDateTime(literal: "2026-01-26T08:00") && after.next?.local == CivilDateTime(literal: "2026-01-27T08:00"))
        _ = try await desk.carryOut(now: try #require(after.next).at)
        let next = try await queued().filter { $0.payload.deliverAtLocal == CivilDateTime(literal: "2026-01-27T08:00") }
        #expect(next.map(\.recipient).sorted() == [.ana, .ben], "the next is everybody's again")
    }

    @Test("By own clocks nobody who was told is told again at a later time of that day, however often that is changed; by a zone everybody is")
    func later() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#, to: #"["ana", "ben"]"#)
        let first = try #require(order.next).at
        _ = try await desk.carryOut(now: first)
        try await store.lease(at: first) { $0.delivery.recipient == .ana ? .send(.allowed) : nil }
        let start = { (time: String) in Data(#"{"recurrence": {"start": "2026-01-26T\#(time)"}}"#.utf8) }
        #expect(try await desk.change(try await standing(order), by: start("10:00"), now: first + .seconds(60)) == 1)
        #expect(try await standing(order).next?.local == CivilDateTime(literal: "2026-01-26T10:00"))
        _ = try await desk.carryOut(now: first + .seconds(3600))
        #expect(try await queued().filter { $0.payload.deliverAtLocal == CivilDateTime(literal: "2026-01-26T10:00") }.map(\.recipient) == [.ben])
        #expect(try await desk.change(try await standing(order), by: start("11:00"), now: first + .seconds(3660)) == 1)
        _ = try await desk.carryOut(now: first + .seconds(7200))
        #expect(try await queued().filter { $0.payload.deliverAtLocal == CivilDateTime(literal: "2026-01-26T11:00") }.map(\.recipient) == [.ben])
        _ = try await desk.carryOut(now: first + .seconds(7200 + 86_400))
        let next = try await queued().filter { $0.payload.deliverAtLocal == CivilDateTime(literal: "2026-01-27T11:00") }
        #expect(next.map(\.recipient).sorted() == [.ana, .ben], "the next is everybody's again")

        let zoned = try await take(rome)
        let moment = try #require(zoned.next).at
        _ = try await desk.carryOut(now: moment - .seconds(120))
        try await store.lease(at: moment) { $0.delivery.deliverAfter == moment ? .send(.allowed) : nil }
        try await desk.change(try await standing(zoned), by: start("10:00"), now: moment + .seconds(60))
        _ = try await desk.carryOut(now: moment + .seconds(3600))
        #expect(try await queued().contains { $0.deliverAfter == nil && $0.recipient == .ana && $0.payload.deliverAtLocal == nil })
    }

    @Test("By own clocks a new time is told on each of two days that wait still to those who weren't told, and to nobody twice", arguments: ["08:30", "10:00"])
    func twoDays(time: String) async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#, to: #"["ana", "ben"]"#)
        let first = try #require(order.next).at
        for day in 0...1 {
            let moment = first + .seconds(day * 86_400)
            _ = try await desk.carryOut(now: moment)
            let token = "day-\(day)"
            let batch = try await store.lease(at: moment, token: token) { $0.delivery.recipient == .ana ? .send(.allowed) : nil }
            let results = batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: token, disposition: .sent, app: $0.delivery.app) }
            let lost = await store.record(results, now: moment)
            #expect(results.count == 1 && lost.isEmpty)
        }
        let now = first + .seconds(86_460)
        let patch = Data(#"{"recurrence": {"start": "2026-01-26T\#(time)"}}"#.utf8)
        #expect(try await desk.change(try await standing(order), by: patch, now: now) == 2)
        let days = [CivilDate(literal: "2026-01-26"), CivilDate(literal: "2026-01-27"), CivilDate(literal: "2026-01-28")]
        let changed = days.map { CivilDateTime($0, CivilTime(literal: time)) }
        #expect(try await standing(order).next?.local == changed[0])
        for hour in [0, 1, 25] { _ = try await desk.carryOut(now: now + .seconds(hour * 3600)) }
        let told = try await queued()
        let recipients = changed.map { local in told.filter { $0.payload.deliverAtLocal == local }.map(\.recipient).sorted() }
        #expect(recipients == [[.ben], [.ben], [.ana, .ben]])
    }

    @Test("By own clocks each new time of a day takes the place of one that is gone, and what stays is told to all")
    func laterOfSeveral() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY;BYHOUR=9,18""#)
        let first = try #require(order.next).at
        _ = try await desk.carryOut(now: first)
        try await store.lease(at: first) { _ in .send(.allowed) }
        let patch = Data(#"{"recurrence": {"rule": "FREQ=DAILY;BYHOUR=10,18"}}"#.utf8)
        try await desk.change(try await standing(order), by: patch, now: first + .seconds(60))
        for hour in [1, 9] { _ = try await desk.carryOut(now: first + .seconds(hour * 3600)) }
        let told = try await queued().compactMap(\.payload.deliverAtLocal)
        #expect(told == [CivilDateTime(literal: "2026-01-26T09:00"), CivilDateTime(literal: "2026-01-26T18:00")])
    }

    @Test("What was skipped after it was ordered isn't told at an earlier time of that day either")
    func earlierThanSkipped() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#)
        let first = try #require(order.next).at
        _ = try await desk.carryOut(now: first)
        try await desk.skip(try await standing(order), now: first + .seconds(60))
        try await desk.change(try await standing(order), by: Data(#"{"recurrence": {"start": "2026-01-26T08:30"}}"#.utf8), now: first + .seconds(90))
        #expect(try await standing(order).next?.local == CivilDateTime(literal: "2026-01-27T08:30"))
    }

    @Test("What is ordered stays where it is one of the changed times, too, and by other clocks is ordered anew under its key")
    func keptTimes() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#)
        let first = try #require(order.next)
        _ = try await desk.carryOut(now: first.at)
        let until = Data(#"{"recurrence": {"rule": "FREQ=DAILY;UNTIL=20260301", "rdate": ["2026-02-14T18:00"]}}"#.utf8)
        #expect(try await desk.change(try await standing(order), by: until, now: first.at + .seconds(60)) == 0)
        #expect(try await standing(order).next?.local == CivilDateTime(literal: "2026-01-27T09:00"))
        let moved = Data(#"{"recurrence": {"timezone": "Europe/Rome"}}"#.utf8)
        #expect(try await desk.change(try await standing(order), by: moved, now: first.at + .seconds(90)) == 1)
        let moment = try instant("2026-01-26T08:00:00Z")
        #expect(try await standing(order).next == ScheduledOccurrence(local: first.local, at: moment))
        _ = try await desk.carryOut(now: moment - .seconds(120))
        let key = try #require(order.key(of: first.local))
        #expect(await store.deliveries(under: key.text, of: .shop, now: moment).count == 2)
        #expect(try await queued().contains { $0.deliverAfter == moment })
    }

    @Test("Changes add nothing without end: what is kept is no more than one call may say")
    func growth() async throws {
        let order = try await take(rome)
        func patch(_ name: String) -> Data { Data(#"{"payload": {"\#(name)": "\#(String(repeating: "a", count: 2_500_000))"}}"#.utf8) }
        try await desk.change(order, by: patch("first"), now: .noon)
        let large = try await standing(order)
        await #expect(throws: Problem.bodyTooLarge(byteCountMax: 4_194_304)) { try await desk.change(large, by: patch("second"), now: .noon) }
        try await desk.change(large, by: Data(#"{"payload": null}"#.utf8), now: .noon)
        #expect(try await standing(order).request == order.request)
    }

    @Test("A hundred that can't be read are paused and listed, and keep no other waiting")
    func unreadable() async throws {
        let order = try await take(rome)
        let moment = try #require(order.next).at
        for number in 1...ScheduleDesk.countMax {
            let spoilt = ScheduledOrder(
                id: ScheduledOrderID(literal: "spoilt-\(number)"), app: .shop, createdAt: .morning, request: "{}", member: nil, recipients: [.ana],
                timing: nil, next: ScheduledOccurrence(local: CivilDateTime(literal: "2026-01-26T08:00"), at: moment - .seconds(3600)))
            _ = try await store.add(spoilt, under: nil, now: .noon)
        }
        let first = try await desk.carryOut(now: moment)
        #expect(!first.isThrough && (first.failure as? Problem)?.code == "bad_recurrence")
        let second = try await desk.carryOut(now: moment)
        #expect(second.isThrough && second.failure == nil && second.report.orderedCount == 1)
        let paused = await store.scheduledOrders(of: .shop, status: .paused, before: nil, countMax: 1000)
        let one = try #require(paused.first)
        #expect(paused.count == ScheduleDesk.countMax && desk.upcoming(one, now: moment).isEmpty)
        let patch = Data(#"{"title": "Bins", "recurrence": {"start": "2026-01-26T09:00", "rule": "FREQ=DAILY"}}"#.utf8)
        try await desk.change(one, by: patch, now: moment)
        try await desk.resume(try await standing(one), now: moment)
        #expect(try await standing(one).status == .active, "said anew it goes on")
    }

    @Test("An order ends with its rule, and one of which nothing comes any more is refused")
    func end() async throws {
        let order = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY;COUNT=2", "timezone": "UTC""#)
        for day in [26, 27] { _ = try await desk.carryOut(now: try instant("2026-01-\(day)T09:00:00Z")) }
        let over = try await standing(order)
        #expect(over.status == .ended && over.orderedCount == 2 && desk.upcoming(over, now: .noon).isEmpty)
        let failure = ScheduleDesk.isOver
        await #expect(throws: failure) { _ = try await take(#""start": "2025-01-01T09:00", "rule": "FREQ=DAILY;COUNT=2", "timezone": "UTC""#) }
    }

    @Test(
        "What can't be understood is refused, and says which field it is",
        arguments: [
            (#""start": "2026-01-26", "rule": "FREQ=DAILY""#, "", "wrong_type"), (#""rule": "FREQ=DAILY""#, "", "missing_field"),
            (#""start": "2026-01-26T09:00""#, "", "missing_field"), (#""start": "2026-01-26T09:00", "rule": "DAILY""#, "", "bad_recurrence"),
            (#""start": "2026-01-26T09:00", "rule": "FREQ=MINUTELY""#, "", "wrong_type"),
            (#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY", "timezone": "Europe/Nowhere""#, "", "unknown_timezone"),
            (#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#, #", "expires_after_minutes": 0"#, "number_out_of_range"),
            (#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#, #", "payload": {"deliver_at_local": "2026-01-26T09:00"}"#, "wrong_type"),
            (#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#, #", "escalation": {"steps": [{"recipients": ["ben"], "after_minutes": 5}]}"#, "missing_field"),
            (
                #""start": "2026-01-26T09:00", "rule": "FREQ=DAILY", "timezone": "Europe/Rome""#,
                #", "expires_after_minutes": 5, "escalation": {"steps": [{"recipients": ["ben"], "after_minutes": 5}]}"#, "wrong_type"
            ),
        ])
    func refused(recurrence: String, fields: String, code: String) async throws {
        var problem: Problem?
        do {
            _ = try await take(recurrence, fields)
        } catch let error as DecodingError {
            problem = Problem(error)
        } catch let error as Problem {
            problem = error
        }
        #expect(problem?.code == code)
    }

    @Test("Whoever ends or pauses it calls off what it has ordered and still waits, of every occurrence that may")
    func callingOff() async throws {
        let daily = try await take(#""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#)
        let first = try instant("2026-01-25T19:00:00Z")
        // In Pago Pago Monday's waits still when Tuesday's is ordered.
        for day in 0...1 { _ = try await desk.carryOut(now: first + .seconds(day * 86_400)) }
        #expect(try await queued().count == 2)
        try await desk.pause(try await standing(daily), now: first + .seconds(86_400))
        let called = await store.deliveries(DeliverySelection(status: .cancelled))
        #expect(called.count == 2)
        try await desk.resume(try await standing(daily), now: first + .seconds(86_400))
        let resumed = try await standing(daily)
        #expect(resumed.status == .active && resumed.next?.local == CivilDateTime(literal: "2026-01-28T09:00"))
        _ = try await desk.carryOut(now: first + .seconds(2 * 86_400))
        try await desk.end(try await standing(daily), now: first + .seconds(2 * 86_400))
        let all = await store.deliveries(DeliverySelection(status: .cancelled))
        let ended = try await standing(daily)
        #expect(all.count == 3 && ended.status == .ended)
    }

    @Test("Whoever pauses or resumes what somebody else has ended meanwhile learns that it has ended")
    func endedMeanwhile() async throws {
        let order = try await take(rome)
        try await desk.pause(order, now: .noon)
        let paused = try await standing(order)
        try await desk.end(order, now: .noon)
        await #expect(throws: Problem.scheduleEnded) { try await desk.pause(order, now: .noon) }
        await #expect(throws: Problem.scheduleEnded) { try await desk.resume(paused, now: .noon) }
        #expect(try await standing(order).status == .ended)
    }

    @Test("Whoever resumes what somebody else has changed meanwhile has it go on by the change")
    func changedMeanwhile() async throws {
        let order = try await take(rome)
        try await desk.pause(order, now: .noon)
        let paused = try await standing(order)
        try await desk.change(paused, by: Data(#"{"recurrence": {"start": "2026-01-26T10:00"}}"#.utf8), now: .noon)
        try await desk.resume(paused, now: .noon)
        let resumed = try await standing(order)
        #expect(resumed.status == .active && resumed.next?.local == CivilDateTime(literal: "2026-01-26T10:00"))
    }

    @Test("Times and days that are left out are so many together, and no more: what is skipped keeps nothing else from being changed")
    func exceptionCount() async throws {
        let days = (0..<WrittenTiming.readingCountMax).map { "\"\(CivilDate(literal: "2030-01-01") + $0)\"" }.joined(separator: ",")
        let order = try await take(#"\#(rome), "exdate": [\#(days)]"#)
        await #expect(throws: Problem.tooManyItems(countMax: WrittenTiming.readingCountMax)) { try await desk.skip(order, now: .noon) }
        try await desk.change(order, by: Data(#"{"title": "Glass"}"#.utf8), now: .noon)
        #expect(try await standing(order).told?.payload.title == "Glass")
    }

    @Test("While one is paused, what comes next is what it goes on with if it is resumed now")
    func pausedNext() async throws {
        let order = try await take(rome)
        try await desk.pause(order, now: .noon)
        let (paused, now) = (try await standing(order), try instant("2026-03-30T07:00:00Z"))
        let next = desk.upcoming(paused, countMax: 2, now: now)
        #expect(next.map(\.at.description) == ["2026-03-30T07:00:00Z", "2026-03-31T07:00:00Z"])
        try await desk.resume(paused, now: now)
        let resumed = try await standing(order)
        #expect(desk.upcoming(resumed, countMax: 2, now: now) == next)
        #expect(resumed.missedCount == 0)
    }

    @Test("Only what tells is kept beside the names, and one that somebody has spoilt is paused and keeps no other waiting")
    func kept() async throws {
        let order = try await take(rome, #", "member_user_id": "ben", "app_id": "shop""#, to: #"["eve", "ana", "eve"]"#)
        #expect(order.request == #"{"title":"Bins"}"# && order.recipients.map(\.text) == ["ana", "eve"] && order.member == .ben)
        let spoilt = ScheduledOrder(
            id: ScheduledOrderID(literal: "a"), app: .shop, createdAt: .morning, request: "[]", member: nil, recipients: [.ana], timing: order.timing,
            next: order.next)
        _ = try await store.add(spoilt, under: nil, now: .noon)
        let moment = try #require(order.next).at
        let (report, isThrough, failure) = try await desk.carryOut(now: moment)
        #expect(report.orderedCount == 1 && isThrough && failure is DecodingError)
        let deliveries = try await queued()
        #expect(deliveries.map(\.recipient.text) == ["ana", "eve"] && deliveries.map(\.member) == [.ben, .ben])
        #expect(try await standing(spoilt).status == .paused)
    }

    @Test("One whose zone is gone is paused, and whoever ends it calls off what waits still")
    func zoneGone() async throws {
        let known = try await take(rome)
        let moment = try #require(known.next).at
        _ = try await desk.carryOut(now: moment - .seconds(120))
        let poorer = ScheduleDesk(
            store: store, zones: NoZones(), routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])),
            identifiers: SequentialIdentifiers(), mark: { _ in nil })
        let failure = try await poorer.carryOut(now: moment + .seconds(86_400)).failure
        #expect(failure as? Problem == .unknownTimezone(field: "recurrence.timezone"))
        let paused = try await standing(known)
        #expect(paused.status == .paused)
        await #expect(throws: Problem.unknownTimezone(field: "recurrence.timezone")) { try await poorer.resume(paused, now: moment) }
        try await poorer.end(paused, now: moment - .seconds(60))
        let called = await store.deliveries(DeliverySelection(status: .cancelled))
        let ended = try await standing(known)
        #expect(called.count == 1 && ended.status == .ended)
    }

    private struct NoZones: TimeZoneDatabase {
        func rules(named name: String) -> TimeZoneRules? { nil }
    }

    @Test("Where the rules of its zone have changed upkeep moves what isn't ordered yet, of all there are, and nothing by own clocks")
    func newRules() async throws {
        let (first, own) = (try await take(rome), try await take(everywhere))
        for _ in 1...ScheduleDesk.countMax { _ = try await take(rome) }
        let (paused, now) = (try await take(rome), Instant.noon)
        try await desk.pause(paused, now: now)
        let newer = ScheduleDesk(
            store: store, zones: MovedZones(rules: try zone("Asia/Tokyo")), routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])),
            identifiers: SequentialIdentifiers(), mark: { _ in nil })
        let upkeep = Upkeep(
            store: store, pruner: Pruner(store: store, retention: nil), schedules: newer, holder: "one", doorbell: Doorbell(), now: { now })
        var schedule = Upkeep.Schedule(from: now)
        let steps = [try await upkeep.turn(&schedule), try await upkeep.turn(&schedule)]
        #expect(steps == [false, true] && schedule.zonesAt == now + Upkeep.zoneInterval && schedule.zonesBefore == nil)
        let moved = ScheduledOccurrence(local: CivilDateTime(literal: "2026-01-26T09:00"), at: try instant("2026-01-26T00:00:00Z"))
        let active = await store.scheduledOrders(of: .shop, status: .active, before: nil, countMax: 1000).filter { $0.id != own.id }
        #expect(active.count == ScheduleDesk.countMax + 1 && active.allSatisfy { $0.next == moved } && active.contains { $0.id == first.id })
        #expect(try await standing(own).next == own.next)
        try await newer.resume(try await standing(paused), now: now)
        #expect(try await standing(paused).next == moved, "what is paused goes on by the rules of then")
    }

    /// Another zone's rules, whatever is asked for.
    private struct MovedZones: TimeZoneDatabase {
        let rules: TimeZoneRules

        func rules(named name: String) -> TimeZoneRules? { rules }
    }

    @Test("Where one goes wrong upkeep says what it ordered all the same, and goes on at once where more is near")
    func upkeepGoesOn() async throws {
        let order = try await take(rome)
        let moment = try #require(order.next).at
        for number in 1..<ScheduleDesk.countMax {
            let spoilt = ScheduledOrder(
                id: ScheduledOrderID(literal: "spoilt-\(number)"), app: .shop, createdAt: .morning, request: "[]", member: nil, recipients: [.ana],
                timing: order.timing, next: order.next)
            _ = try await store.add(spoilt, under: nil, now: .noon)
        }
        let events = Notes<ScheduleReport>()
        let upkeep = Upkeep(
            store: store, pruner: Pruner(store: store, retention: nil), schedules: desk, holder: "one", doorbell: Doorbell(), now: { moment },
            observe: { event in if case .ordered(let report) = event { events.add(report) } })
        var schedule = Upkeep.Schedule(from: moment)
        await #expect(throws: DecodingError.self) { try await upkeep.turn(&schedule) }
        #expect(events.all.map(\.orderedCount) == [1] && schedule.scheduleAt == moment)
    }

    @Test("Upkeep orders what comes back every fifteen seconds, and says so")
    func upkeep() async throws {
        _ = try await take(rome)
        let clock = TestClock(at: try instant("2026-01-26T08:00:00Z") - .seconds(130))
        let events = Notes<ScheduleReport>()
        let upkeep = Upkeep(
            store: store, pruner: Pruner(store: store, retention: nil), schedules: desk, holder: "one", doorbell: Doorbell(), now: { clock.now },
            observe: { event in if case .ordered(let report) = event { events.add(report) } })
        var schedule = Upkeep.Schedule(from: clock.now)
        #expect(try await upkeep.turn(&schedule))
        #expect(schedule.scheduleAt == clock.now + Upkeep.scheduleInterval && events.all.isEmpty)
        clock.advance(by: Upkeep.scheduleInterval)
        #expect(try await upkeep.turn(&schedule))
        #expect(events.all.map(\.orderedCount) == [1])
    }
}
