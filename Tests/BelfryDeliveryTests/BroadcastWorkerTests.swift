import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("A worker and broadcasts")
struct BroadcastWorkerTests {
    /// Answers each recipient in one way of five, and notes what it was handed.
    private final class FickleSender: Sender {
        let heard = Notes<(recipient: UserID, target: Address.Target, content: NotificationContent)>()
        var provider: Provider { .apns }

        func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
            heard.add((notification.delivery.recipient, notification.address.target, notification.content))
            let number = Int(notification.delivery.recipient.text.split(separator: "-").last ?? "") ?? 0
            let outcomes: [Outcome] = [
                .delivered, .retry(why: "busy", after: nil), .rejected(why: "refused"), .ambiguous(why: "no_answer"),
                .notTried(why: "closed", after: .seconds(30)),
            ]
            return SendResult(number < 50 ? .delivered : outcomes[number % outcomes.count])
        }
    }

    /// A worker with a store of its own, and people in it who want and have what chance gave them.
    private struct Town {
        let store = MemoryStore()
        let sender = FickleSender()
        let events = Notes<WorkerEvent>()
        let clock: TestClock
        let worker: Worker

        init(at now: Instant = .noon) {
            let (clock, events) = (TestClock(at: now), events)
            self.clock = clock
            worker = Worker(
                queue: store, broadcasts: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.apple: sender]]),
                holder: "worker-1", identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 },
                observe: { events.add($0) })
        }

        func settle(_ people: [UserID], seed: UInt64) async {
            var generator = SeededGenerator(seed: seed)
            for person in people {
                var wanted = Preferences()
                wanted.notifyPush = Int.random(in: 0..<6, using: &generator) > 0
                wanted.quietHours = DailyWindow(
                    start: CivilTime(hour: Int.random(in: 0..<24, using: &generator), minute: 0),
                    end: CivilTime(hour: Int.random(in: 0..<24, using: &generator), minute: 30))
                wanted.quietHoursLevel = QuietHoursLevel.allCases.randomElement(using: &generator) ?? .all
                wanted.quietHoursAction = QuietHoursAction.allCases.randomElement(using: &generator) ?? .skip
                wanted.timezone = ["UTC", "Asia/Kolkata", "Mars/Olympus"].randomElement(using: &generator) ?? "UTC"
                wanted.language = Bool.random(using: &generator) ? Language.allCases.randomElement(using: &generator) : nil
                let keys = Set(Preferences.Key.allCases.filter { $0 != .language || wanted.language != nil })
                await store.save(keys, of: wanted, for: person, now: .morning)
                for index in 0..<Int.random(in: 0...2, using: &generator) {
                    let token = DeviceToken(token: "\(person)-\(index)", platform: .ios, appVersion: nil, osVersion: nil)
                    await store.register(token, of: person, now: .morning)
                }
            }
        }

        /// What became of a delivery, as far as it tells how it was decided and told.
        func fate(of id: DeliveryID) async throws -> [String?] {
            let row = await store.delivery(id)
            let member = await store.member(id)
            let overview = try #require(row ?? member)
            return [
                overview.status, overview.reason?.rawValue, overview.decisionInputs, overview.decidedAt?.description,
                overview.nextAttemptAt?.description, overview.sentAt?.description, overview.lastError, overview.delivery.heldSince?.description,
                // A log doesn't count the one attempt that a member had.
                overview.status == "sent" ? nil : String(overview.delivery.attemptCount),
            ]
        }

        func transmissions(of id: DeliveryID) async -> [[String?]] {
            await store.transmissions(of: id).map { [$0.status.rawValue, $0.provider.rawValue, $0.why] }
        }

        /// What somebody was told, and where.
        var told: [String] {
            sender.heard.all.map { "\($0.recipient) \($0.content.language.rawValue) \($0.content.severity) \($0.content.title): \($0.content.body)" }.sorted()
        }
    }

    /// A worker whose provider knows no repetition, and a person with one device, `a`.
    private func doubtful(answering answer: Reconciliation?) async -> (MemoryStore, AddressSender, TestClock, Worker) {
        let (store, sender, clock) = (MemoryStore(), AddressSender(), TestClock(at: .noon))
        let worker = Worker(
            queue: store, broadcasts: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.apple: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 })
        var wanted = Preferences()
        wanted.notifyPush = true
        let person = UserID(literal: "user-0")
        await store.save([.notifyPush], of: wanted, for: person, now: .morning)
        await store.register(DeviceToken(token: "a", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        sender.set(.reconcile, answering: answer)
        return (store, sender, clock, worker)
    }

    @Test("What a dead worker may have begun of a batch is asked after; of whom nothing is known goes on alone, and is asked after once more")
    func diedOverBatch() async throws {
        let (store, sender, clock, worker) = await doubtful(answering: .unknown)
        try await store.take(.example(over: .push), to: 1)
        _ = try #require(try await store.leaseBatch(token: "dead"))
        #expect(await store.rescueBatches(now: .noon) { _ in true } == 1)
        _ = try await worker.processBroadcasts(ageMax: .seconds(24 * 3600))
        #expect(sender.sent.isEmpty && sender.questions.count == 1)
        #expect(await store.progress(of: Broadcast.example().id)?.figures == [0, 0, 1, 0])
        sender.set(.reconcile, answering: .missing)
        clock.set(to: try #require(await store.nextDueMoment()))
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(24 * 3600))
        #expect(sender.sent == ["a"] && sender.questions.map(\.until) == [.noon, .noon])
    }

    @Test("Where nobody can be asked and no report comes, a batch ends for whoever it lost the answer of")
    func givenUp() async throws {
        let (store, sender, _, worker) = await doubtful(answering: nil)
        sender.set(.giveUp, answering: nil)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.take(.example(over: .push), to: 1)
        _ = try await worker.processBroadcasts(ageMax: .seconds(24 * 3600))
        #expect(sender.sent == ["a"])
        #expect(await store.nextDueMoment() == nil)
    }

    @Test("Whoever was held out of a batch that a worker died over is asked after when their time comes, and a doubt that the batch settled is raised no more")
    func heldInDoubt() async throws {
        let (store, sender, clock, worker) = await doubtful(answering: .missing)
        sender.script(["a": [.retry(why: "HTTP 503", after: nil)]])
        try await store.take(.example(over: .push), to: 1)
        _ = try #require(try await store.leaseBatch(token: "dead"))
        #expect(await store.rescueBatches(now: .noon) { _ in true } == 1)
        _ = try await worker.processBroadcasts(ageMax: .seconds(86_400))
        #expect(sender.sent == ["a"] && sender.questions.count == 1)
        clock.set(to: try #require(await store.nextDueMoment()))
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(86_400))
        #expect(sender.sent == ["a", "a"] && sender.questions.count == 1)

        try await store.take(.example(2, over: .push), to: 1)
        _ = try #require(try await store.leaseBatch(at: clock.now, token: "dead"))
        #expect(await store.rescueBatches(now: clock.now) { _ in true } == 1)
        let held = try #require(await store.leaseBatch(at: clock.now, token: "held") { _ in .defer(.quietHours, until: .evening) })
        #expect(await store.record(held.results(), of: held, then: .ends, now: clock.now))
        clock.set(to: .evening)
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(86_400))
        #expect(sender.sent == ["a", "a", "a"] && sender.questions.count == 2, "whoever died may have handed it over")
    }

    @Test("Whoever goes on out of a batch that a worker died over, and is left out then, reads that it may have arrived")
    func leftOutInDoubt() async throws {
        let (store, sender, clock, worker) = await doubtful(answering: .missing)
        try await store.take(.example(over: .push), to: 1)
        _ = try #require(try await store.leaseBatch(token: "dead"))
        #expect(await store.rescueBatches(now: .noon) { _ in true } == 1)
        let held = try #require(await store.leaseBatch(token: "held") { _ in .defer(.quietHours, until: .evening) })
        #expect(await store.record(held.results(), of: held, then: .ends, now: .noon))
        await store.save([.notifyPush], of: Preferences(), for: UserID(literal: "user-0"), now: .noon)
        clock.set(to: .evening)
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(86_400))
        #expect(sender.sent.isEmpty)
        let overview = try #require(await store.delivery(DeliveryID(literal: "news-1-0-0")))
        let explanation = Explainer(zones: SystemTimeZoneDatabase()).explain(overview)
        #expect(overview.reason == .pushDisabled && explanation.isReplayedAlike == true)
        #expect(explanation.sentence.hasSuffix("so it may have arrived."), "\(explanation.sentence)")
    }

    @Test("Whoever dies over what has gone on from a batch is a further doubt")
    func diedOnceMore() async throws {
        let (store, sender, clock, worker) = await doubtful(answering: nil)
        try await store.take(.example(over: .push), to: 1)
        _ = try #require(try await store.leaseBatch(token: "dead"))
        #expect(await store.rescueBatches(now: .noon) { _ in true } == 1)
        _ = try await worker.processBroadcasts(ageMax: .seconds(24 * 3600))
        clock.set(to: try #require(await store.nextDueMoment()))
        let taken = try await store.lease(at: clock.now, holder: "dead", token: "dead-2")
        #expect(taken.toSend.count == 1)
        #expect(await store.rescue(now: clock.now) { $0 == "dead" } == 1)
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(24 * 3600))
        #expect(sender.sent.isEmpty, "whoever was the second to die may have handed it over")
        clock.set(to: try #require(await store.nextDueMoment()))
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(24 * 3600))
        #expect(sender.sent == ["a"])
    }

    @Test("What many workers died over goes on by itself with their doubt, where its provider knows no repetition")
    func doubtfulSuspects() async throws {
        let (store, sender, clock, worker) = await doubtful(answering: nil)
        try await store.take(.example(over: .push), to: 1)
        for number in 1...rescueCountOfSuspect {
            _ = try #require(try await store.leaseBatch(token: "token-\(number)"))
            #expect(await store.rescueBatches(now: .noon) { _ in true } == 1)
        }
        _ = try await worker.processBroadcasts(ageMax: .seconds(24 * 3600))
        #expect(await store.progress(of: Broadcast.example().id)?.figures == [0, 0, 1, 0])
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(24 * 3600))
        #expect(sender.sent.isEmpty)
        #expect(await store.nextDueMoment() == .noon + DeliveryAttempt.reportWait)
        clock.set(to: .noon + DeliveryAttempt.reportWait)
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(24 * 3600))
        #expect(sender.sent == ["a"])
    }

    @Test("Members of a batch that many workers died over go on one by one, so that only the one they died over is given up")
    func suspectBatch() async throws {
        let town = Town()
        let people = (0..<3).map { UserID(literal: "user-\($0)") }
        var wanted = Preferences()
        wanted.notifyPush = true
        for person in people {
            await town.store.save([.notifyPush], of: wanted, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        try await town.store.take(.example(over: .push), to: people.count)
        for number in 1...rescueCountOfSuspect {
            _ = try #require(try await town.store.leaseBatch(token: "token-\(number)"))
            #expect(await town.store.rescueBatches(now: .noon) { _ in true } == 1)
        }
        _ = try await town.worker.processBroadcasts(ageMax: .seconds(24 * 3600))
        #expect(town.sender.heard.all.isEmpty)
        #expect(await town.store.progress(of: Broadcast.example().id)?.figures == [0, 0, 3, 0])
        _ = try await town.worker.processBatch(countMax: 10, ageMax: .seconds(24 * 3600))
        #expect(town.sender.heard.all.count == 3)
    }

    @Test(
        "Each member of a broadcast is told, or not, as they would be alone, for the same reason and from the same inputs",
        arguments: [nil, Severity.critical])
    func members(severity: Severity?) async throws {
        let seed = UInt64.seed()
        let people = (0..<150).map { UserID(literal: "user-\($0)") }
        var payload = Payload()
        payload.kind = "news"
        payload.severity = severity
        payload.memberName = "Ben"
        let broadcast = Broadcast(
            id: BroadcastID(literal: "news"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.push.rawValue, payload: payload)
        let (together, alone) = (Town(), Town())
        await together.settle(people, seed: seed)
        await alone.settle(people, seed: seed)
        _ = try await together.store.begin(broadcast, under: nil, now: .morning)
        await together.store.append([RecipientBatch(people)], to: broadcast, firstNumber: 0)
        await together.store.seal(broadcast, now: .morning)
        let told = try await together.worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400))
        let deliveries = people.enumerated().map { index, person in
            Delivery(
                id: .example(index), createdAt: .morning, recipient: person, member: person, alert: nil, channelName: broadcast.channelName,
                payload: payload, app: .shop)
        }
        _ = try await alone.store.enqueue(deliveries, under: nil, now: .morning)
        let expected = try await alone.worker.processBatch(countMax: 150, ageMax: .seconds(86_400))
        #expect(told == expected && told.processedCount == 150 && told.sentCount > 15 && told.skippedCount > 15 && told.deferredCount > 0)
        var fates: Set<String?> = []
        for index in people.indices {
            let name = try #require(Broadcast.Place(broadcast: broadcast.id, batch: 0, index: index).delivery)
            let (fate, other) = (try await together.fate(of: name), try await alone.fate(of: .example(index)))
            #expect(fate == other, "user-\(index)")
            let (ways, others) = (await together.transmissions(of: name), await alone.transmissions(of: .example(index)))
            #expect(ways == others, "user-\(index)")
            fates.insert(fate[0])
        }
        #expect(fates == ["sent", "skipped", "pending", "failed"])
        #expect(together.told == alone.told)
    }

    @Test("Whoever counts what a worker does counts every member, and hears of each that was not delivered by name")
    func counted() async throws {
        let town = Town()
        let people = (45..<75).map { UserID(literal: "user-\($0)") }
        await town.settle(people, seed: .seed())
        let broadcast = Broadcast.example(over: .push)
        _ = try await town.store.begin(broadcast, under: nil, now: .morning)
        await town.store.append([RecipientBatch(people)], to: broadcast, firstNumber: 0)
        await town.store.seal(broadcast, now: .morning)
        let report = try await town.worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400))
        var (decided, delivered, named) = (0, 0, 0)
        for event in town.events.all {
            switch event {
            case .membersDecided(broadcast.id, _, let count): decided += count
            case .membersAttempted(broadcast.id, .push, .apns, .delivered, let count): delivered += count
            case .attempted(let delivery, .push, .apns, let outcome):
                #expect(outcome != .delivered && Broadcast.Place(delivery)?.broadcast == broadcast.id)
                named += 1
            default: Issue.record("\(event)")
            }
        }
        #expect(decided == 30 && report.processedCount == 30)
        #expect(delivered + named == town.sender.heard.all.count && delivered >= report.sentCount && delivered > 0 && named > 0)
    }

    @Test("A worker that is told to stop gives the batch back, and whoever goes on tells the rest")
    func stopped() async throws {
        let town = Town()
        let people = (0..<50).map { UserID(literal: "user-\($0)") }
        var wanted = Preferences()
        wanted.notifyPush = true
        for person in people {
            await town.store.save([.notifyPush], of: wanted, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        let broadcast = Broadcast.example(over: .push)
        _ = try await town.store.begin(broadcast, under: nil, now: .morning)
        await town.store.append([RecipientBatch(people)], to: broadcast, firstNumber: 0)
        await town.store.seal(broadcast, now: .morning)
        let sender = town.sender
        let first = try await town.worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400)) { sender.heard.all.count >= 20 }
        let toldAtFirst = sender.heard.all.count
        #expect(first.sentCount == toldAtFirst && first.processedCount == toldAtFirst && (20..<50).contains(toldAtFirst))
        let second = try await town.worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400))
        #expect(second.sentCount == 50 - toldAtFirst)
        #expect(Set(sender.heard.all.map(\.recipient)) == Set(people) && sender.heard.all.count == 50)
        #expect(await town.store.progress(of: broadcast.id)?.figures == [50, 0, 0, 0])
    }

    @Test("What takes long is recorded meanwhile, and what isn't to be sent with what ends first", .timeLimit(.minutes(10)))
    func recordedMeanwhile() async throws {
        let town = Town()
        let people = (0..<50).map { UserID(literal: "user-\($0)") }
        var wanted = Preferences()
        wanted.notifyInApp = true
        for person in people { await town.store.save([.notifyInApp], of: wanted, for: person, now: .morning) }
        wanted.notifyInApp = false
        await town.store.save([.notifyInApp], of: wanted, for: people[49], now: .morning)
        let (counts, skippedCounts, gate, store) = (Notes<Int>(), Notes<Int>(), Gate(), town.store)
        let sender = ScriptedSender()
        // Its answer comes when those of others have been recorded.
        sender.whileSending { notification in
            guard notification.delivery.recipient == people[7] else { return }
            await gate.wait()
            while case let progress? = await store.progress(of: Broadcast.example().id), progress.sentCount == 0 { await Task.yield() }
            skippedCounts.add(await store.progress(of: Broadcast.example().id)?.skippedCount ?? 0)
        }
        let worker = Worker(
            queue: store, broadcasts: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.inApp: [.inbox: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { .noon }, chance: { 0.5 }
        ) { event in
            guard case .membersAttempted(_, _, _, .delivered, let count) = event else { return }
            counts.add(count)
            gate.open()
        }
        try await store.take(to: 50, batchSize: 50)
        let report = try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400))
        #expect(report.sentCount == 49 && counts.all.count > 1 && counts.all.reduce(0, +) == 49)
        #expect(skippedCounts.all == [1])
        #expect(await store.progress(of: Broadcast.example().id)?.figures == [49, 1, 0, 0])
    }

    @Test("What is meant for a moment by each member's clock is told to whoever has it, and the others go on as rows that wait for theirs")
    func localMoment() async throws {
        let local = CivilDateTime(literal: "2026-12-24T09:00")
        let town = Town(at: local.firstMomentAnywhere - .milliseconds(1))
        for (number, timezone) in ["Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"].enumerated() {
            let person = UserID(literal: "user-\(number)")
            var wanted = Preferences.wantingPush
            wanted.timezone = timezone
            await town.store.save([.notifyPush, .timezone], of: wanted, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        try await town.store.take(.example(over: .push, deliverAfter: local.firstMomentAnywhere, deliverAtLocal: local), to: 3)
        #expect(try await town.worker.processBroadcasts(ageMax: .seconds(86_400)).processedCount == 0)
        town.clock.set(to: local.firstMomentAnywhere)
        let report = try await town.worker.processBroadcasts(ageMax: .seconds(86_400))
        #expect(report.sentCount == 1 && report.deferredCount == 2)
        #expect(await town.store.progress(of: Broadcast.example().id)?.figures == [1, 0, 2, 0])
        for moment in ["2026-12-24T08:00:00Z", "2026-12-24T20:00:00Z"] {
            let next = try #require(await town.store.nextDueMoment())
            #expect(next == Instant(literal: moment))
            town.clock.set(to: next)
            #expect(try await town.worker.processBatch(countMax: 10, ageMax: .seconds(86_400)).sentCount == 1)
        }
        #expect(town.sender.heard.all.map(\.recipient.text) == ["user-1", "user-0", "user-2"])
    }

    @Test("Each member of a personalised broadcast is told words of their own, also where they are tried again")
    func personal() async throws {
        let town = Town()
        let people = [48, 49, 51].map { UserID(literal: "user-\($0)") }
        for person in people {
            await town.store.save([.notifyPush], of: .wantingPush, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        var payload = Payload()
        payload.title = "Hello {{name}}"
        payload.body = "{{points}} points"
        let broadcast = Broadcast(
            id: BroadcastID(literal: "points"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.push.rawValue, payload: payload)
        let values = people.indices.map { PersonalValues(["name": "No. \($0)", "points": "\($0 * 10)"]) }
        _ = try await town.store.begin(broadcast, under: nil, now: .morning)
        await town.store.append([RecipientBatch(people, values: values)], to: broadcast, firstNumber: 0)
        await town.store.seal(broadcast, now: .morning)
        let report = try await town.worker.processBroadcasts(ageMax: .seconds(86_400))
        #expect(report.sentCount == 2 && report.processedCount == 3)
        town.clock.set(to: .evening)
        _ = try await town.worker.processBatch(countMax: 10, ageMax: .seconds(86_400))
        let heard = town.sender.heard.all.map { "\($0.recipient) \($0.content.title): \($0.content.body)" }.sorted()
        #expect(
            heard == [
                "user-48 Hello No. 0: 0 points", "user-49 Hello No. 1: 10 points", "user-51 Hello No. 2: 20 points", "user-51 Hello No. 2: 20 points",
            ])
    }

    @Test("Each member of a personalised broadcast is told in their own language, also in one that they have chosen while they waited to be tried again")
    func personalInLanguages() async throws {
        let town = Town()
        let people = [48, 49, 51].map { UserID(literal: "user-\($0)") }
        for (person, language) in zip(people, [Language.german, .turkish, .turkish]) {
            var wanted = Preferences.wantingPush
            wanted.language = language
            await town.store.save([.notifyPush, .language], of: wanted, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        var payload = Payload()
        payload.title = "{{points}} points"
        payload.texts = TextsByLanguage([.german: try #require(TextsByLanguage.Text(title: "{{name}}s Punkte", body: "{{points}}"))])
        let broadcast = Broadcast(
            id: BroadcastID(literal: "points"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.push.rawValue, payload: payload)
        let values = people.indices.map { PersonalValues(["name": "{{points}} \($0)", "points": "\($0 * 10)"]) }
        _ = try await town.store.begin(broadcast, under: nil, now: .morning)
        await town.store.append([RecipientBatch(people, values: values)], to: broadcast, firstNumber: 0)
        await town.store.seal(broadcast, now: .morning)
        #expect(try await town.worker.processBroadcasts(ageMax: .seconds(86_400)).sentCount == 2)
        var wanted = Preferences.wantingPush
        wanted.language = .german
        await town.store.save([.language], of: wanted, for: people[2], now: .noon)
        town.clock.set(to: .evening)
        _ = try await town.worker.processBatch(countMax: 10, ageMax: .seconds(86_400))
        let heard = town.sender.heard.all.map { "\($0.recipient) \($0.content.title): \($0.content.body)" }.sorted()
        #expect(
            heard == ["user-48 {{points}} 0s Punkte: 0", "user-49 10 points: ", "user-51 20 points: ", "user-51 {{points}} 2s Punkte: 20"])
    }

    @Test("Whoever is refused is told the same words over the next channel at once, whose provider stays away an hour later, and nobody over both")
    func fallback() async throws {
        let (town, inbox, broadcastID) = (Town(), ScriptedSender(), BroadcastID(literal: "points"))
        let clock = town.clock
        let worker = Worker(
            queue: town.store, broadcasts: town.store, zones: SystemTimeZoneDatabase(),
            switchboard: Switchboard([.push: [.apple: town.sender], .inApp: [.inbox: inbox]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 })
        // Their devices are told, refused, and not tried for half a minute.
        let people = [49, 52, 54].map { UserID(literal: "user-\($0)") }
        for person in people {
            await town.store.save([.notifyPush], of: .wantingPush, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        var payload = Payload()
        payload.title = "Hello {{name}}"
        let broadcast = Broadcast(
            id: broadcastID, app: .shop, createdAt: .morning, channelName: DeliveryChannel.push.rawValue,
            fallbackChannelNames: [DeliveryChannel.inApp.rawValue], payload: payload)
        _ = try await town.store.begin(broadcast, under: nil, now: .morning)
        let values = people.map { PersonalValues(["name": "\($0)"]) }
        await town.store.append([RecipientBatch(people, values: values)], to: broadcast, firstNumber: 0)
        await town.store.seal(broadcast, now: .morning)
        _ = try await worker.processBroadcasts(ageMax: .seconds(86_400))
        #expect(await town.store.progress(of: broadcastID)?.figures == [1, 0, 2, 0])
        let (tried, later) = (Instant.noon + .seconds(30), Instant.noon + .seconds(30) + Broadcast.fallbackWait)
        for (moment, told) in [(Instant.noon, ["points-0-1.1"]), (tried, ["points-0-1.1"]), (later, ["points-0-1.1", "points-0-2.1"])] {
            clock.set(to: moment)
            _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(86_400))
            #expect(inbox.sent.map(\.text) == told)
        }
        clock.set(to: later + .seconds(60))
        _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(86_400))
        let first = await town.store.delivery(DeliveryID(literal: "points-0-2"))
        #expect(first?.status == "skipped" && first?.reason == .alreadyReached)
        #expect(inbox.notifications.all.map(\.content.title) == ["Hello user-52", "Hello user-54"])
        #expect(town.sender.heard.all.map(\.recipient.text).sorted() == ["user-49", "user-52", "user-54", "user-54", "user-54"])
        #expect(await town.store.nextDueMoment() == nil)
    }

    @Test("Whoever is left out after a worker died over their batch reads that it may have arrived")
    func inDoubt() async throws {
        let (town, people) = (Town(), (0..<3).map { UserID(literal: "user-\($0)") })
        for (number, person) in people.enumerated() {
            var wanted = Preferences.wantingPush
            wanted.notifyPush = number > 0
            await town.store.save([.notifyPush], of: wanted, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        try await town.store.take(.example(over: .push), to: people.count)
        let dead = try #require(
            await town.store.leaseBatch(holder: "dead") { $0.delivery.recipient.text == "user-0" ? .skip(.pushDisabled) : .send(.allowed) })
        // As its first record was: with what wasn't to be sent.
        let first = dead.results().filter { $0.place < 2 }
        #expect(await town.store.record(first, of: dead, then: .goesOn, now: .noon))
        _ = await town.store.rescueBatches(now: .noon) { $0 == "dead" }
        await town.store.save([.notifyPush], of: Preferences(), for: people[2], now: .noon)
        _ = try await town.worker.processBroadcasts(ageMax: .seconds(86_400))
        #expect(town.sender.heard.all.isEmpty)
        let overview = try #require(await town.store.member(DeliveryID(literal: "news-1-0-2")))
        let explanation = Explainer(zones: SystemTimeZoneDatabase()).explain(overview)
        #expect(overview.reason == .pushDisabled && explanation.isReplayedAlike == true)
        #expect(explanation.sentence.hasSuffix("so it may have arrived."), "\(explanation.sentence)")
    }

    @Test("A worker takes batch after batch, until its turn is over or it is told to stop")
    func turn() async throws {
        let people = (0..<30).map { UserID(literal: "user-\($0)") }
        let town = Town()
        for person in people {
            await town.store.save([.notifyPush], of: .wantingPush, for: person, now: .morning)
            await town.store.register(DeviceToken(token: "\(person)", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        }
        try await town.store.take(.example(over: .push), to: people.count)
        let sender = town.sender
        let stopped = try await town.worker.processBroadcasts(ageMax: .seconds(86_400)) { sender.heard.all.count >= 3 }
        #expect(stopped.sentCount == 3)
        let turn = try await town.worker.processBroadcasts(ageMax: .seconds(86_400))
        #expect(turn.sentCount == 3 * Worker.turnBatchCountMax)
        let rest = try await town.worker.processBroadcasts(ageMax: .seconds(86_400))
        #expect(rest.sentCount == 3)
        #expect(sender.heard.all.map(\.recipient).sorted() == people.sorted())
        #expect(await town.store.progress(of: Broadcast.example().id)?.figures == [30, 0, 0, 0])
    }
}

extension Preferences {
    fileprivate static var wantingPush: Preferences {
        var wanted = Preferences()
        wanted.notifyPush = true
        return wanted
    }
}
