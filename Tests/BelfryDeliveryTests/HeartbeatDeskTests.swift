import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

/// A heartbeat of every hour with ten minutes of grace, taken in at noon and carried out by upkeep's steps.
@Suite("Signs of life")
struct HeartbeatDeskTests {
    private let store = MemoryStore()
    private let schedules: ScheduleDesk
    private var desk: HeartbeatDesk { HeartbeatDesk(schedules) }

    init() {
        schedules = ScheduleDesk(
            store: store, zones: SystemTimeZoneDatabase(), routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])),
            identifiers: SequentialIdentifiers(), mark: { _ in nil })
    }

    private static let due = Instant.noon + .seconds(70 * 60)

    @discardableResult
    private func save(_ fields: String = "", key: String = "backup", every: Int = 60, now: Instant = .noon) async throws -> Heartbeat {
        let body = Data(#"{"every_minutes": \#(every), "grace_minutes": 10, "notify": {"recipient_user_id": "ana", "title": "No backup"\#(fields)}}"#.utf8)
        return try await desk.save(key, try HeartbeatRequest(body), body: body, of: .shop, now: now)
    }

    private func heartbeat() async throws -> Heartbeat { try #require(await desk.heartbeat("backup", of: .shop)) }

    private func titles() async throws -> [String?] {
        let overviews = await store.deliveries(DeliverySelection())
        return overviews.filter { $0.status != Delivery.Status.cancelled.rawValue }.map(\.delivery.payload.title).reversed()
    }

    /// As a worker would.
    private func lease(at now: Instant) async throws {
        _ = try await store.lease(at: now)
    }

    @Test("Where no beat comes in time its order is queued, once; the beat after that takes its place, and it is due anew")
    func missed() async throws {
        let taken = try await save(#", "severity": "critical", "body": "Look at the disk.""#)
        #expect(taken.dueAt == Self.due && taken.state(at: Self.due - .seconds(1)) == .waiting && taken.state(at: Self.due) == .missed)
        _ = try await schedules.carryOut(now: Self.due - .seconds(1))
        #expect(try await titles() == [])
        for now in [Self.due, Self.due + .seconds(15), Self.due + .seconds(86_400)] { _ = try await schedules.carryOut(now: now) }
        #expect(try await titles() == ["No backup"])
        try await lease(at: Self.due + .seconds(60))
        let back = Self.due + .seconds(3600)
        let beaten = try #require(try await desk.beat("backup", of: .shop, now: back))
        #expect(beaten.lastBeatAt == back && beaten.dueAt == back + .seconds(4200) && beaten.state(at: back) == .waiting)
        _ = try await desk.beat("backup", of: .shop, now: back)
        #expect(try await titles() == ["No backup", "✓ No backup"])
        let told = await store.deliveries(DeliverySelection()).map(\.delivery)
        #expect(Set(told.map(\.payload.collapseKey)) == [CollapseKey("heartbeat:backup")])
        #expect(told.first?.payload.severity == .watch && told.first?.payload.body == nil)
        #expect(told.map(\.payload.isOver) == [true, nil])
        _ = try await schedules.carryOut(now: back + .seconds(4200))
        #expect(try await titles() == ["No backup", "✓ No backup", "No backup"])
    }

    @Test("A beat in time puts it off: until then nothing is queued, and nobody hears of it")
    func inTime() async throws {
        try await save()
        let (_, isThrough, _) = try await schedules.carryOut(now: Self.due - .seconds(100))
        let overviews = await store.deliveries(DeliverySelection())
        #expect(overviews.isEmpty && isThrough)
        let beaten = try #require(try await desk.beat("backup", of: .shop, now: Self.due - .seconds(50)))
        #expect(try await titles() == [] && beaten.dueAt == Self.due - .seconds(50) + .seconds(4200))
        _ = try await schedules.carryOut(now: Self.due + .seconds(60))
        #expect(try await titles() == [])
    }

    @Test("Whoever hasn't been told yet that it is missed isn't told that it came back")
    func untold() async throws {
        try await save()
        _ = try await schedules.carryOut(now: Self.due)
        _ = try await desk.beat("backup", of: .shop, now: Self.due + .seconds(60))
        #expect(try await titles() == [])
    }

    @Test("Of several, who was told that it is missed is told that it came back, and who wasn't yet isn't")
    func toldInPart() async throws {
        try await save(#", "recipients": ["ben"]"#)
        _ = try await schedules.carryOut(now: Self.due)
        let hers = await store.deliveries(DeliverySelection(recipient: .ana)).map(\.delivery.id)
        _ = await store.cancel(DeliverySelection(ids: hers), now: Self.due)
        try await lease(at: Self.due)
        _ = try await desk.beat("backup", of: .shop, now: Self.due + .seconds(60))
        let told = await store.deliveries(DeliverySelection()).filter { $0.status != Delivery.Status.cancelled.rawValue }.map(\.delivery)
        #expect(told.map(\.recipient) == [.ben, .ben] && told.first?.payload.title == "✓ No backup")
    }

    @Test("Families are told, whoever is in them then, and others where nobody reacts; that it came back is told to those who were told")
    func further() async throws {
        try await store.save(.household, now: .noon)
        let taken = try await save(#", "families": ["household"], "escalation": {"steps": [{"recipients": ["eve"], "after_minutes": 15}]}"#)
        #expect(taken.schedule.recipients == [.ana] && taken.schedule.further == [UserID(literal: "eve"): 1])
        _ = try await desk.beat("backup", of: .shop, now: .noon)
        _ = try await schedules.carryOut(now: Self.due)
        let told = await store.deliveries(DeliverySelection()).map(\.delivery)
        #expect(Set(told.map(\.recipient)) == [.ana, .ben, UserID(literal: "eve")])
        #expect(told.first { $0.recipient.text == "eve" }?.deliverAfter == Self.due + .seconds(900))
        try await lease(at: Self.due)
        _ = try await desk.beat("backup", of: .shop, now: Self.due + .seconds(60))
        let back = await store.deliveries(DeliverySelection()).map(\.delivery).filter { $0.payload.isOver == true }
        #expect(Set(back.map(\.recipient)) == [.ana, .ben] && back.allSatisfy { $0.payload.actions == nil && $0.deliverAfter == nil })
        await #expect(throws: Problem.unknownFamily(field: "notify.families[0]")) { try await save(#", "families": ["nowhere"]"#) }
    }

    @Test("Said again it has other words and another pace; what is missed stays so, and is told once")
    func changed() async throws {
        try await save()
        let slower = try await save(#", "body": "Really.""#, every: 120, now: .noon + .seconds(60))
        #expect(slower.dueAt == .noon + .seconds(60 + 130 * 60) && slower.pace.everyMinutes == 120)
        _ = try await schedules.carryOut(now: slower.dueAt)
        let again = try await save(every: 60, now: slower.dueAt + .seconds(60))
        #expect(again.state(at: slower.dueAt + .seconds(60)) == .missed && again.dueAt == slower.dueAt)
        _ = try await schedules.carryOut(now: slower.dueAt + .seconds(120))
        #expect(try await titles() == ["No backup"])
        let all = await store.scheduledOrders(of: nil, status: nil, before: nil, countMax: 10)
        #expect(all.count == 1)
    }

    @Test("An app's are listed, and those of others aren't; one that is removed tells nothing more, and may be taken in anew")
    func removed() async throws {
        try await save()
        try await save(key: "sync.2")
        let listed = try await desk.heartbeats(of: .shop, before: nil, countMax: 10).map(\.key)
        let others = try await desk.heartbeats(of: .house, before: nil, countMax: 10)
        #expect(listed == ["sync.2", "backup"] && others.isEmpty)
        let elsewhere = try await desk.beat("backup", of: .house, now: .noon)
        #expect(elsewhere == nil)
        _ = try await schedules.carryOut(now: Self.due)
        let isRemoved = try await desk.remove("backup", of: .shop, now: Self.due)
        let isRemovedAgain = try await desk.remove("backup", of: .shop, now: Self.due)
        #expect(isRemoved && !isRemovedAgain)
        #expect(try await titles() == ["No backup"], "the other's")
        let anew = try await save(now: Self.due)
        #expect(anew.state(at: Self.due) == .waiting && anew.lastBeatAt == nil)
    }

    @Test("However many wait for their beat, what is near behind them is ordered ahead of its moment")
    func behindMany() async throws {
        for number in 1...120 { try await save(key: "host-\(number)", every: 1) }
        let due = Instant.noon + .seconds(11 * 60)
        let recurrence = #"{"start": "\#(CivilDateTime(utc: due + .seconds(30)))", "rule": "FREQ=DAILY", "timezone": "UTC"}"#
        let body = Data(#"{"recipients": ["ana"], "title": "Bins", "recurrence": \#(recurrence)}"#.utf8)
        let request = try JSONDecoder().decode(ScheduleRequest.self, from: body)
        _ = try await schedules.take(request, body: body, of: .shop, under: nil, now: .noon)
        let (report, isThrough, _) = try await schedules.carryOut(now: due - .seconds(60))
        #expect(try await titles() == ["Bins"])
        #expect(report.orderedCount == 1 && isThrough)
    }

    @Test("Where two were taken in at once and nobody ended one of them, a beat does: it isn't told as missed")
    func takenInTwice() async throws {
        try await save()
        let known = try await heartbeat().schedule
        let twin = ScheduledOrder(
            id: ScheduledOrderID(literal: "\(Heartbeat.prefix)backup:0"), app: .shop, createdAt: .noon, request: known.request, member: known.member,
            recipients: known.recipients, timing: known.timing, next: known.next)
        _ = try await store.add(twin, under: nil, countMax: 10, now: .noon)
        let beaten = try #require(try await desk.beat("backup", of: .shop, now: .noon + .seconds(3600)))
        #expect(beaten.schedule.id == known.id)
        _ = try await schedules.carryOut(now: Self.due)
        #expect(try await titles() == [])
        let active = await store.scheduledOrders(of: .shop, status: .active, before: nil, countMax: 10)
        #expect(active.map(\.id) == [known.id])
    }

    @Test(
        "What can be no heartbeat is refused with the reason",
        arguments: [
            (#"{"notify": {"recipient_user_id": "ana", "title": "No"}}"#, "missing_field"), (#"{"every_minutes": 60}"#, "missing_field"),
            (#"{"every_minutes": 0, "notify": {"recipient_user_id": "ana", "title": "No"}}"#, "number_out_of_range"),
            (#"{"every_minutes": 60, "notify": {"title": "No"}}"#, "missing_field"),
            (#"{"every_minutes": 60, "notify": {"recipient_user_id": "ana", "title": "No", "deliver_after": "2026-01-26T07:00:00Z"}}"#, "unknown_name"),
            (#"{"every_minutes": 60, "grace": 1, "notify": {"recipient_user_id": "ana", "title": "No"}}"#, "unknown_name"),
        ])
    func refused(body: String, code: String) {
        let problem = #expect(throws: Problem.self) { try HeartbeatRequest(Data(body.utf8)) }
        #expect(problem?.code == code)
    }

    @Test("A key has what can stand in an address", arguments: ["", "a b", "a/b", "a:b", "ü", String(repeating: "a", count: 49)])
    func keys(key: String) async throws {
        await #expect(throws: Problem.self) { try await save(key: key) }
    }
}
