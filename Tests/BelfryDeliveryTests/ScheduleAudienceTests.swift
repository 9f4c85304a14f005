import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

/// What comes back for the audience `recalls`, in which Ana and Ben are, carried out by upkeep's steps.
@Suite("Schedules that tell an audience")
struct ScheduleAudienceTests {
    private let store = MemoryStore()
    private let desk: ScheduleDesk

    init() async throws {
        desk = ScheduleDesk(
            store: store, zones: SystemTimeZoneDatabase(), routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])),
            identifiers: SequentialIdentifiers(), mark: { _ in nil })
        try await store.save(with: [.ana, .ben])
    }

    private func take(_ recurrence: String, _ fields: String = "", under key: IdempotencyKey? = nil) async throws -> ScheduledOrder {
        let body = Data(
            #"{"audience": "recalls", "channels": ["in_app"], "title": "Recalls of the week", "recurrence": {\#(recurrence)}\#(fields)}"#.utf8)
        let request = try JSONDecoder().decode(ScheduleRequest.self, from: body)
        return try await desk.take(request, body: body, of: .shop, under: key, now: .noon).order
    }

    private func standing(_ order: ScheduledOrder) async throws -> ScheduledOrder { try #require(await store.scheduledOrder(order.id)) }

    /// What was ordered, the earliest first.
    private func broadcasts() async throws -> [BroadcastProgress] { await store.broadcasts(of: nil, before: nil, countMax: 100).reversed() }

    private let rome = #""start": "2026-01-26T09:00", "rule": "FREQ=DAILY", "timezone": "Europe/Rome""#
    private let everywhere = #""start": "2026-01-26T09:00", "rule": "FREQ=DAILY""#

    @Test("Each occurrence is a broadcast to whoever is in it two minutes ahead, once, and told at its moment")
    func byZone() async throws {
        let order = try await take(rome, #", "expires_after_minutes": 30, "fallback_channels": ["email"]"#)
        #expect(order.audienceID == AudienceID(literal: "recalls") && order.recipients.isEmpty)
        let moment = try instant("2026-01-26T08:00:00Z")
        for now in [moment - .seconds(120), moment - .seconds(105)] { _ = try await desk.carryOut(now: now) }
        _ = await store.add([UserID(literal: "eve")], to: .example(), ifOpen: false, now: moment)
        _ = try await desk.carryOut(now: moment + .seconds(86_400 - 120))
        let told = try await broadcasts()
        #expect(told.map(\.status) == [.ready, .ready] && told.map(\.recipientCount) == [2, 3])
        #expect(told.map(\.broadcast.deliverAfter) == [moment, moment + .seconds(86_400)])
        #expect(told.first?.broadcast.expiresAt == moment + .seconds(1800) && told.first?.broadcast.fallbackChannelNames == ["email"])
        let after = try await standing(order)
        let last = try await desk.lastBroadcast(of: after, now: moment + .seconds(86_400))
        #expect(after.orderedCount == 2 && last == told.last?.broadcast.id)
    }

    @Test("By own clocks it waits for each member's")
    func byOwnClocks() async throws {
        _ = try await take(everywhere)
        _ = try await desk.carryOut(now: CivilDateTime(literal: "2026-01-26T09:00").firstMomentAnywhere - .seconds(60))
        let told = try await broadcasts()
        #expect(told.map(\.broadcast.payload.deliverAtLocal) == [CivilDateTime(literal: "2026-01-26T09:00")])
    }

    @Test("Cut off while its members come in, an occurrence is begun anew and told once")
    func cutOff() async throws {
        let order = try await take(rome)
        let now = try #require(order.next).at - .seconds(60)
        let wanted = try #require(order.told)
        let key = order.next.flatMap { order.intakeKey(of: $0.local) }
        let left = try await desk.broadcasts.begin(
            wanted, .none, of: .shop, toAudience: AudienceID(literal: "recalls"), under: key, now: now, isWanted: { true })
        _ = try await desk.carryOut(now: now)
        let told = try await broadcasts()
        #expect(told.map(\.status) == [.cancelled, .ready] && told.first?.broadcast.id == left?.id && told.last?.recipientCount == 2)
        #expect(try await standing(order).orderedCount == 1)
    }

    @Test("Of two that are at it at once the quicker has it told, once, and nothing is paused")
    func atOnce() async throws {
        let orders = [try await take(rome), try await take(rome)]
        let now = try #require(orders[0].next).at - .seconds(60)
        var askedCount = 0
        let slower = try await desk.carryOut(now: now) {
            askedCount += 1
            // It has begun the first of them by then.
            guard askedCount == 2 else { return true }
            for _ in orders {
                let quicker = try await desk.carryOut(now: now)
                guard quicker.failure == nil else { return false }
            }
            return true
        }
        #expect(slower.failure == nil && slower.report.isEmpty)
        #expect(try await broadcasts().count { $0.status == .ready } == 2)
        for order in orders {
            let after = try await standing(order)
            #expect(after.status == .active && after.orderedCount == 1)
        }
    }

    @Test("Whoever isn't elected any more leaves it to others, and leaves nothing of it")
    func notElected() async throws {
        let order = try await take(rome)
        let now = try #require(order.next).at - .seconds(60)
        for electedCount in [0, 1] {
            var askedCount = 0
            let outcome = try await desk.carryOut(now: now) {
                askedCount += 1
                return askedCount <= electedCount
            }
            let none = try await broadcasts()
            #expect(outcome.failure == nil && outcome.report.isEmpty && none.isEmpty && askedCount == electedCount + 1)
        }
        _ = try await desk.carryOut(now: now)
        #expect(try await broadcasts().map(\.status) == [.ready])
    }

    @Test("Called off by hand while its members come in, an occurrence is told to nobody, and the schedule goes on")
    func calledOffInTheMaking() async throws {
        let order = try await take(rome)
        let (next, wanted) = (try #require(order.next), try #require(order.told))
        let now = next.at - .seconds(60)
        let begun = try await desk.broadcasts.begin(
            wanted, .none, of: .shop, toAudience: AudienceID(literal: "recalls"), under: order.intakeKey(of: next.local), now: now, isWanted: { true })
        let id = try #require(begun).id
        _ = await store.cancel(id, now: now)
        let failure = try await desk.carryOut(now: now).failure
        let (after, left) = (try await standing(order), try await broadcasts())
        #expect(failure == nil && after.status == .active && after.orderedCount == 1 && left.map(\.status) == [.cancelled])
    }

    @Test("After each audience that is told, what else is near by then is looked for first")
    func oneByOne() async throws {
        let order = try await take(rome)
        _ = try await take(rome)
        let now = try #require(order.next).at - .seconds(60)
        let first = try await desk.carryOut(now: now)
        let second = try await desk.carryOut(now: now)
        #expect(first.report.orderedCount == 1 && !first.isThrough && second.report.orderedCount == 1 && second.isThrough)
    }

    @Test("However many tell audiences, what tells persons is ordered in the same round, and after each app's audience comes another app's")
    func fair() async throws {
        let order = try await take(rome)
        for _ in 1...ScheduleDesk.countMax { _ = try await take(rome) }
        let moment = try #require(order.next).at
        let school = ScheduledOrder.example(1, by: .school, nextAt: moment)
        let body = #"{"audience": "parents", "channels": ["in_app"], "title": "News"}"#
        _ = try await store.add(school.telling(body, about: nil, [], timing: school.timing), under: nil, countMax: 10, now: .noon)
        try await store.save(.example("parents", of: .school), with: [.ana])
        _ = try await store.add(.example(2, nextAt: moment + .seconds(1)), under: nil, countMax: 1000, now: .noon)
        let first = try await desk.carryOut(now: moment - .seconds(60))
        let second = try await desk.carryOut(now: moment - .seconds(60), behind: first.report.audienceApp)
        #expect(first.report.orderedCount == 2 && !first.isThrough && second.report.orderedCount == 1)
        #expect(await store.scheduledOrder(ScheduledOrder.example(2).id)?.orderedCount == 1)
        let apps = [first, second].compactMap { $0.report.audienceApp }
        #expect(try await broadcasts().map(\.broadcast.app) == apps && Set(apps) == [.shop, .school])
    }

    @Test("What tells persons, and comes near while an audience is in the making, doesn't wait for it")
    func between() async throws {
        let order = try await take(rome)
        let moment = try #require(order.next).at
        _ = try await store.add(.example(2, nextAt: moment + .seconds(70)), under: nil, countMax: 1000, now: .noon)
        let (clock, events) = (TestClock(at: moment - .seconds(60)), Notes<String>())
        let upkeep = Upkeep(
            store: store, pruner: Pruner(store: store, retention: nil), schedules: desk, holder: "one", doorbell: Doorbell(),
            now: {
                // It is asked once more before each part of an audience.
                defer { clock.advance(by: .seconds(15)) }
                return clock.now
            },
            observe: { event in if case .ordered(let report) = event { events.add(report.audienceApp == nil ? "persons" : "audience") } })
        var schedule = Upkeep.Schedule(from: clock.now)
        _ = try await upkeep.turn(&schedule)
        #expect(events.all == ["persons", "audience"])
        #expect(await store.scheduledOrder(ScheduledOrder.example(2).id)?.orderedCount == 1)
    }

    @Test("Whoever runs it answers for the schedule")
    func audited() async throws {
        let order = try await take(rome)
        let entry = AuditEntry.example(1, .scheduleChanged, by: .admin, of: order.id.text)
        _ = try await Audit.$line.withValue(Audit.Line { entry }) { try await desk.run(order, under: nil, now: .noon) }
        let found = await store.auditEntries(AuditSelection())
        #expect(found == [entry])
    }

    @Test("An audience that has nobody, or is gone, is told nothing, and it goes on; one that isn't there is refused at first")
    func nobody() async throws {
        let order = try await take(rome)
        let moment = try #require(order.next).at
        _ = await store.remove([.ana, .ben], from: .example(), ifOpen: false)
        _ = try await desk.carryOut(now: moment)
        _ = await store.removeAudience(.example())
        _ = try await desk.carryOut(now: moment + .seconds(86_400))
        let after = try await standing(order)
        #expect(try await broadcasts().isEmpty && after.orderedCount == 2 && after.status == .active)
        #expect(try await desk.lastBroadcast(of: after, now: moment) == nil)
        await #expect(throws: Problem.unknownAudience(field: "audience")) { try await take(rome) }
    }

    @Test("Skipped, paused or ended, what is ordered and waits is called off, and how much of it is said")
    func callingOff() async throws {
        for act in ["skip", "pause", "end"] {
            let order = try await take(everywhere)
            let moment = CivilDateTime(literal: "2026-01-26T09:00").firstMomentAnywhere
            _ = try await desk.carryOut(now: moment - .seconds(60))
            let ordered = try await standing(order)
            let count =
                switch act {
                case "skip": try await desk.skip(ordered, now: moment).calledOffCount
                case "pause": try await desk.pause(ordered, now: moment)
                default: try await desk.end(ordered, now: moment)
                }
            let id = try #require(try await desk.lastBroadcast(of: ordered, now: moment))
            let status = await store.progress(of: id)?.status
            #expect(count == 2 && status == .cancelled, "\(act)")
        }
    }

    @Test("By own clocks what is left of an occurrence is skipped once some clocks have shown it, and only then the next")
    func skippingTheRest() async throws {
        let order = try await take(everywhere)
        let local = CivilDateTime(literal: "2026-01-26T09:00")
        let moment = local.firstMomentAnywhere + .seconds(3600)
        _ = try await desk.carryOut(now: moment)
        let batch = try #require(
            await store.leaseBatch(at: moment) { $0.delivery.recipient == .ana ? .send(.allowed) : .defer(.quietHours, until: local.lastMomentAnywhere) })
        _ = await store.record(batch.results(), of: batch, then: .ends, now: moment)
        let rest = try await desk.skip(try await standing(order), now: moment)
        let next = try await desk.skip(try await standing(order), now: moment)
        #expect(rest.local == local && rest.calledOffCount == 1)
        #expect(next.local == local + .seconds(86_400) && next.calledOffCount == 0)
        #expect(try await broadcasts().map(\.status) == [.cancelled])
        #expect(try await standing(order).timing?.exceptions.count == 2)
    }

    @Test("What is put at another time before its moment is ordered anew; once it has begun it is told as it was, by own clocks all day")
    func otherTimes() async throws {
        let order = try await take(rome)
        let moment = try #require(order.next).at
        _ = try await desk.carryOut(now: moment - .seconds(60))
        try await desk.change(try await standing(order), by: Data(#"{"recurrence": {"start": "2026-01-26T09:30"}}"#.utf8), now: moment - .seconds(30))
        let later = moment + .seconds(1800)
        _ = try await desk.carryOut(now: later - .seconds(15))
        #expect(try await broadcasts().map(\.status) == [.cancelled, .ready])
        try await desk.change(try await standing(order), by: Data(#"{"recurrence": {"timezone": null, "start": "2026-01-26T11:00"}}"#.utf8), now: later)
        #expect(try await standing(order).next?.local == CivilDateTime(literal: "2026-01-27T11:00"))
        #expect(try await broadcasts().map(\.status) == [.cancelled, .ready])
    }

    @Test("Another audience may take its place, and persons may not")
    func changes() async throws {
        let order = try await take(rome)
        try await store.save(.example("news"), with: [.ana])
        try await desk.change(order, by: Data(#"{"audience": "news", "title": "News"}"#.utf8), now: .noon)
        let changed = try await standing(order)
        #expect(changed.audienceID == AudienceID(literal: "news") && changed.told?.payload.title == "News")
        await #expect(throws: Problem.self) { try await desk.change(changed, by: Data(#"{"audience": null, "recipients": ["ana"]}"#.utf8), now: .noon) }
    }

    @Test("Run at once it is told by a schedule that comes once, under its key, and rehearsed it says to how many and what became of the first")
    func runAndRehearsal() async throws {
        let order = try await take(rome, #", "expires_after_minutes": 30"#)
        let key = IdempotencyKey("once", of: .shop, fingerprint: "a")
        let first = try await desk.run(order, under: key, now: .noon)
        let again = try await desk.run(order, under: key, now: .noon)
        #expect(first.schedule == again.schedule && !first.receipt.isRepeated && again.receipt.isRepeated)
        #expect(try await broadcasts().isEmpty, "the call waits for no audience")
        _ = try await desk.carryOut(now: .noon + .seconds(15))
        let id = try #require(first.schedule)
        let once = try #require(await store.scheduledOrder(id))
        let told = try await broadcasts()
        #expect(told.map(\.recipientCount) == [2] && told.first?.broadcast.deliverAfter == nil)
        #expect(told.first?.broadcast.expiresAt == .noon + .seconds(1800) && told.first?.broadcast.payload.deliverAtLocal == nil)
        let last = try await desk.lastBroadcast(of: once, now: .noon)
        #expect(once.status == .ended && last == told.first?.broadcast.id)
        _ = await store.remove([.ana, .ben], from: .example(), ifOpen: false)
        #expect(try await desk.run(order, under: key, now: .noon).receipt.isRepeated)
        await #expect(throws: Problem.self) { try await desk.run(order, under: nil, now: .noon) }
        _ = await store.add([.ana, .ben], to: .example(), ifOpen: false, now: .noon)
        guard case .broadcast(let preview) = try await desk.rehearsedNext(order, now: .noon) else {
            Issue.record("it tells an audience")
            return
        }
        #expect(preview.recipientCount == 2 && preview.deliveries.map(\.deliverAfter) == [order.next?.at, order.next?.at])
    }

    @Test(
        "What a broadcast has not is refused",
        arguments: [
            (#", "recipients": ["ana"]"#, "recipients"), (#", "rotas": ["nights"]"#, "rotas"), (#", "one_of_us": true"#, "one_of_us"),
            (#", "escalation": {"steps": [{"recipients": ["eve"], "after_minutes": 5}]}"#, "escalation"),
        ])
    func refused(_ fields: String, _ field: String) async throws {
        let problem = await #expect(throws: Problem.self) { try await take(rome, fields) }
        #expect(problem?.field == field)
    }
}
