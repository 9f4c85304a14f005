import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("Having what was taken back disappear where it was shown", .timeLimit(.minutes(10)))
struct RemoverTests {
    private func remover(_ store: MemoryStore, _ clock: TestClock, _ sender: any Sender, over channel: DeliveryChannel = .telegram) -> Remover {
        let kind: AddressKind = channel == .ntfy ? .topic : .chat
        return Remover(store: store, switchboard: Switchboard([channel: [kind: sender]]), doorbell: Doorbell(), now: { clock.now })
    }

    /// Tells Ana something over a channel.
    private func tell(_ delivery: Delivery, _ store: MemoryStore, at moment: Instant = .noon, isRecorded: Bool = true) async throws {
        try await order(delivery, store)
        try await store.lease()
        if isRecorded { await record(delivery, store, at: moment) }
    }

    private func order(_ delivery: Delivery, _ store: MemoryStore) async throws {
        let value = delivery.channel == .ntfy ? "topic-of-ana-0123456789" : "7"
        let draft = try ContactPoint.Draft(id: AddressID(literal: "place"), channel: try #require(delivery.channel), value: value)
        _ = try await store.save(draft, of: .ana, verification: .vouchedFor, now: .morning)
        _ = try await store.enqueue([delivery], under: nil, now: .morning)
    }

    private func record(_ delivery: Delivery, _ store: MemoryStore, at moment: Instant = .noon, _ statuses: [String: Transmission.Status]? = nil) async {
        let ways = (statuses ?? ["place": .accepted]).map { name, status in
            let address = AddressID(literal: name)
            return Transmission(
                id: TransmissionID(delivery: delivery.id, address: address), delivery: delivery.id, of: delivery.app, address: address,
                provider: delivery.channel == .ntfy ? .ntfy : .telegram, status: status, providerMessageID: "m-\(delivery.id)", updatedAt: .noon)
        }
        let result = AttemptResult(
            delivery: delivery.id, token: "token-1", disposition: .sent, transmissions: ways.map { TransmissionResult($0) }, app: delivery.app,
            place: MessagePlace(of: delivery))
        _ = await store.record([result], now: moment)
    }

    private func takeBack(_ number: Int, _ store: MemoryStore) async throws {
        _ = await store.retract(DeliverySelection(ids: [.example(number)]), by: "shop", now: .noon)
    }

    @Test("It asks who sent it, by its name and in the person's language, and writes down that it is gone")
    func removes() async throws {
        let (store, sender) = (MemoryStore(), ScriptedRemover())
        var preferences = Preferences()
        preferences.language = .german
        try await store.save(preferences, of: .ana, now: .morning)
        try await tell(.told(1), store)
        let remover = remover(store, TestClock(at: .noon), sender)
        #expect(try await !remover.turn() && sender.asked.isEmpty)
        try await takeBack(1, store)
        for _ in 1...2 { #expect(try await !remover.turn()) }
        #expect(sender.asked.map(\.name) == ["m-delivery-1"] && sender.asked.map(\.language) == [.german])
        #expect(sender.asked.first?.address.target == .chat("7"))
        #expect(await store.transmissions(of: .example(1)).map(\.removedAt) == [.noon])
    }

    @Test("What is to be tried again is, after waits that grow or as long as the provider asks for, and is given up with what it said last")
    func again() async throws {
        let (store, clock) = (MemoryStore(), TestClock(at: .noon))
        let sender = ScriptedRemover { number in .later(why: "away_\(number): it is", after: number == 2 ? .seconds(90) : nil) }
        try await tell(.told(1), store)
        try await takeBack(1, store)
        let remover = remover(store, clock, sender)
        for (number, wait) in ([5, 90, 80, 320, 1280] + Array(repeating: 3600, count: 8)).enumerated() {
            _ = try await remover.turn()
            clock.advance(by: Duration.seconds(wait) - .milliseconds(1))
            _ = try await remover.turn()
            #expect(sender.asked.count == number + 1, "\(wait)")
            clock.advance(by: .milliseconds(1))
        }
        _ = try await remover.turn()
        #expect(sender.asked.map(\.hasWaited) == [false] + Array(repeating: true, count: Remover.attemptCountMax - 1))
        let way = try #require(await store.transmissions(of: .example(1)).first)
        #expect(way.removedAt == nil && way.staysBecause == "away_14: it is")
        clock.advance(by: .seconds(86_400))
        _ = try await remover.turn()
        #expect(sender.asked.count == Remover.attemptCountMax)
    }

    @Test("What is on its way is waited for; what a process had in hand when it died comes to another")
    func onItsWay() async throws {
        let (store, clock, sender) = (MemoryStore(), TestClock(at: .noon), ScriptedRemover())
        try await tell(.told(1), store, isRecorded: false)
        try await takeBack(1, store)
        let remover = remover(store, clock, sender)
        _ = try await remover.turn()
        #expect(sender.asked.isEmpty)
        await record(.told(1), store)
        clock.advance(by: .seconds(5))
        _ = await store.leaseRemovals(RemovalTerms(now: clock.now, until: clock.now + Remover.leaseLength, countMax: 1))
        _ = try await remover.turn()
        #expect(sender.asked.isEmpty)
        clock.advance(by: Remover.leaseLength)
        _ = try await remover.turn()
        #expect(sender.asked.count == 1)
    }

    @Test("It stays, and says why, where the person has no such address any more, nobody sends there, or whoever does takes nothing back")
    func stays() async throws {
        let other = ScriptedRemover(provider: .whatsApp)
        for (prefix, sender, isThere) in [("address_removed", ScriptedRemover(), false), ("not_removable", other, true)] {
            let store = MemoryStore()
            try await tell(.told(1), store)
            try await takeBack(1, store)
            if !isThere { _ = await store.removeContactPoint(AddressID(literal: "place"), of: .ana) }
            _ = try await remover(store, TestClock(at: .noon), sender).turn()
            #expect(await store.transmissions(of: .example(1)).first?.staysBecause?.hasPrefix(prefix) == true, "\(prefix)")
            #expect(sender.asked.isEmpty)
        }
        let store = MemoryStore()
        try await tell(.told(1), store)
        try await takeBack(1, store)
        _ = try await remover(store, TestClock(at: .noon), ScriptedRemover(), over: .ntfy).turn()
        #expect(await store.transmissions(of: .example(1)).first?.staysBecause == Switchboard.noProvider)
    }

    @Test("Where something later has its place, as under the same key at ntfy, nothing is asked: that would go instead")
    func replaced() async throws {
        let (store, sender) = (MemoryStore(), ScriptedRemover(provider: .ntfy, removesByPlace: true))
        try await tell(.told(1, over: .ntfy, under: "door"), store)
        try await tell(.told(2, over: .ntfy, under: "door"), store)
        try await takeBack(1, store)
        let remover = remover(store, TestClock(at: .noon), sender, over: .ntfy)
        _ = try await remover.turn()
        #expect(sender.asked.isEmpty)
        #expect(await store.transmissions(of: .example(1)).first?.staysBecause?.hasPrefix("replaced: ") == true)
        try await takeBack(2, store)
        _ = try await remover.turn()
        #expect(sender.asked.map(\.name) == ["m-delivery-2"])
    }

    @Test("What is about to have its place is waited for, and what comes much later isn't; what was told last stands, whichever was ordered first")
    func aboutToBeReplaced() async throws {
        let (store, clock) = (MemoryStore(), TestClock(at: .noon))
        let sender = ScriptedRemover(provider: .ntfy, removesByPlace: true)
        let remover = remover(store, clock, sender, over: .ntfy)
        try await tell(.told(1, over: .ntfy, under: "door"), store)
        _ = try await store.enqueue([.told(2, over: .ntfy, under: "door")], under: nil, now: .noon)
        try await takeBack(1, store)
        _ = try await remover.turn()
        #expect(sender.asked.isEmpty)
        #expect(await store.transmissions(of: .example(1)).map(\.staysBecause) == [nil])
        _ = await store.cancel(DeliverySelection(ids: [.example(2)]), now: .noon)
        var later = Delivery.told(3, over: .ntfy, under: "door")
        later.deliverAfter = .noon + .seconds(6 * 3600)
        _ = try await store.enqueue([later], under: nil, now: .noon)
        clock.advance(by: .seconds(5))
        _ = try await remover.turn()
        #expect(sender.asked.map(\.name) == ["m-delivery-1"])

        try await tell(.told(5, over: .ntfy, under: "bell"), store)
        try await tell(.told(4, over: .ntfy, under: "bell"), store, at: .noon + .seconds(1))
        try await takeBack(5, store)
        _ = try await remover.turn()
        #expect(sender.asked.count == 1)
        #expect(await store.transmissions(of: .example(5)).first?.staysBecause?.hasPrefix("replaced: ") == true)
    }

    @Test("What a later one has the place of goes where that was told, and nowhere else; what was told last stands, whichever was recorded first")
    func givesWay() async throws {
        let (store, sender) = (MemoryStore(), ScriptedRemover())
        let remover = remover(store, TestClock(at: .noon + .seconds(9)), sender)
        try await tell(.told(1, under: "door"), store, isRecorded: false)
        await record(.told(1, under: "door"), store, ["place": .accepted, "other": .accepted])
        _ = try await remover.turn()
        #expect(sender.asked.isEmpty)
        try await tell(.told(2, under: "door"), store, isRecorded: false)
        await record(.told(2, under: "door"), store, at: .noon + .seconds(1), ["place": .accepted, "other": .failed])
        _ = try await remover.turn()
        #expect(sender.asked.map(\.name) == ["m-delivery-1"] && sender.asked.first?.cause == .replaced(by: .example(2)))
        let gone = await store.transmissions(of: .example(1)).filter { $0.removedAt != nil }.map(\.address)
        #expect(gone == [AddressID(literal: "place")])

        for number in [4, 3] { try await tell(.told(number, under: "bell"), store, isRecorded: false) }
        await record(.told(3, under: "bell"), store, at: .noon + .seconds(3))
        await record(.told(4, under: "bell"), store, at: .noon + .seconds(2))
        _ = try await remover.turn()
        #expect(sender.asked.dropFirst().map(\.name) == ["m-delivery-4"])
    }

    @Test("Whoever tells the later one says in whose place it stands")
    func toldByWorker() async throws {
        let (store, clock, sender) = (MemoryStore(), TestClock(at: .noon), ScriptedRemover())
        var preferences = Preferences()
        preferences.notifyPush = true
        try await store.save(preferences, of: .ana, now: .morning)
        let worker = Worker(
            queue: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.telegram: [.chat: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 }, observe: { _ in })
        let remover = remover(store, clock, sender)
        for number in 1...2 {
            _ = try await remover.turn()
            #expect(sender.asked.isEmpty)
            try await order(.told(number, under: "door"), store)
            _ = try await worker.processBatch(countMax: 1, ageMax: .seconds(86_400))
            clock.advance(by: .seconds(1))
        }
        _ = try await remover.turn()
        #expect(sender.asked.map(\.transmission) == [TransmissionID(delivery: .example(1), address: AddressID(literal: "place"))])
    }

    @Test("Waiting for a provider that takes no more counts as no attempt, and ends some time")
    func rateLimited() async throws {
        let (store, clock) = (MemoryStore(), TestClock(at: .noon))
        let sender = ScriptedRemover { number in number == 40 ? .later(why: "away: it is", after: nil) : .wait(why: "rate_limited: it is", after: .seconds(30)) }
        try await tell(.told(1), store)
        try await takeBack(1, store)
        let remover = remover(store, clock, sender)
        for number in 1...Remover.turnCountMax {
            _ = try await remover.turn()
            #expect(sender.asked.count == number)
            clock.advance(by: .seconds(30))
        }
        _ = try await remover.turn()
        #expect(sender.asked.count == Remover.turnCountMax)
        #expect(await store.transmissions(of: .example(1)).first?.staysBecause == "rate_limited: it is")
    }

    @Test("A provider that doesn't answer keeps no other message waiting")
    func sideBySide() async throws {
        let store = MemoryStore()
        for number in 1...2 {
            try await tell(.told(number), store)
            try await takeBack(number, store)
        }
        _ = try await remover(store, TestClock(at: .noon), LateRemover()).turn()
        for number in 1...2 { #expect(await store.transmissions(of: .example(number)).map(\.removedAt) == [.noon]) }
    }
}

extension Delivery {
    /// To Ana, by the shop.
    fileprivate static func told(_ number: Int, over channel: DeliveryChannel = .telegram, under key: String? = nil) -> Delivery {
        var payload = Payload()
        payload.title = "Boiler"
        payload.collapseKey = key.flatMap { CollapseKey($0) }
        return Delivery(
            id: .example(number), createdAt: .morning + .seconds(number), recipient: .ana, member: .ana, alert: nil, channelName: channel.rawValue,
            payload: payload, app: .shop)
    }
}

/// Takes back what it is asked for, or says what it is told to.
private final class ScriptedRemover: RemovingSender {
    let provider: Provider
    let removesByPlace: Bool
    private let answer: @Sendable (_ number: Int) -> RemovalOutcome
    private let messages = Notes<SentMessage>()

    init(provider: Provider = .telegram, removesByPlace: Bool = false, answer: @escaping @Sendable (_ number: Int) -> RemovalOutcome = { _ in .removed }) {
        (self.provider, self.removesByPlace, self.answer) = (provider, removesByPlace, answer)
    }

    var asked: [SentMessage] { messages.all }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult { SendResult(.delivered) }

    func remove(_ message: SentMessage, now: Instant) async -> RemovalOutcome {
        messages.add(message)
        return answer(asked.count)
    }
}

/// Has the first message disappear only once another is asked for.
private final class LateRemover: RemovingSender {
    let provider = Provider.telegram
    let removesByPlace = false
    private let gate = Gate()

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult { SendResult(.delivered) }

    func remove(_ message: SentMessage, now: Instant) async -> RemovalOutcome {
        if message.name == "m-delivery-1" { await gate.wait() } else { gate.open() }
        return .removed
    }
}
