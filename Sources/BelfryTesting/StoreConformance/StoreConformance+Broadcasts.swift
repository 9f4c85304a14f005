import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What is told to many at once.
    static let broadcasts: [StoreConformance] = [
        StoreConformance("A broadcast is carried out batch by batch once it is sealed, and each member is told once") { store in
            let broadcast = Broadcast.example()
            let begun = try await store.begin(broadcast, under: nil, now: .morning)
            #expect(begun == .begun(broadcast))
            try await store.append([[.ana, .ben]], to: broadcast, firstNumber: 0)
            let early = try await store.leaseBatch()
            #expect(early?.number == nil, "its recipients are still coming in")
            try await store.append([[.stranger]], to: broadcast, firstNumber: 1)
            try await store.seal(broadcast, now: .morning)
            let first = try #require(await store.leaseBatch(token: "token-1"))
            #expect(first.number == 0 && first.broadcast == broadcast && first.toSend.map(\.delivery.recipient) == [.ana, .ben])
            let delivery = try #require(first.toSend.first?.delivery)
            #expect(delivery.app == .shop && delivery.channel == .inApp && delivery.payload == broadcast.payload && delivery.createdAt == .morning)
            let second = try #require(await store.leaseBatch(token: "token-2"))
            #expect(second.toSend.map(\.delivery.recipient) == [.stranger])
            let third = try await store.leaseBatch(token: "token-3")
            #expect(third?.number == nil)
            for batch in [first, second] {
                let underWay = try await store.progress(of: broadcast.id)
                #expect(underWay?.status == .ready)
                let isKept = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
                #expect(isKept)
            }
            let progress = try #require(await store.progress(of: broadcast.id))
            #expect(progress.status == .completed && progress.figures == [3, 0, 0, 0])
            let listed = try await store.broadcasts(of: .shop, before: nil, countMax: 1)
            #expect(listed == [progress])
            let next = try await store.nextBatchMoment()
            #expect(next == nil)
            let member = try #require(await store.member(delivery.id))
            #expect(member.status == "sent" && member.reason == .allowed && member.decisionInputs == "{}" && member.sentAt == .noon)
            // A UUID may look like one, too.
            for name in ["\(broadcast.id)-0-123456789012", "\(broadcast.id)-123456789012-0", "01a211db-4412-701e-8412-123456789012"] {
                let nobody = try await store.member(DeliveryID(literal: name))
                #expect(nobody == nil)
            }
        },
        StoreConformance("Each member of a broadcast is told in their own language") { store in
            var wanted = Preferences()
            wanted.language = .arabic
            try await store.save([.language], of: wanted, for: UserID(literal: "user-1"), now: .morning)
            try await store.take(to: 2)
            let batch = try #require(await store.leaseBatch())
            #expect(batch.toSend.map(\.language) == [nil, .arabic])
        },
        StoreConformance("The same key makes one broadcast; one whose recipients never all came begins anew, and who still takes it in adds nothing") { store in
            let key = try #require(IdempotencyKey("sunday", of: .shop, fingerprint: "a"))
            _ = try await store.begin(.example(1), under: key, now: .morning)
            try await store.append([[.ana, .ben]], to: .example(1), firstNumber: 0)
            let again = try await store.begin(.example(2), under: key, now: .noon)
            #expect(again == .begun(.example(2)))
            try await store.append([[.stranger]], to: .example(2), firstNumber: 0)
            try await store.append([[.ben]], to: .example(1), firstNumber: 1)
            try await store.seal(.example(1), now: .noon)
            let early = try await store.leaseBatch()
            #expect(early?.number == nil)
            try await store.seal(.example(2), now: .noon)
            let (left, progress) = (try await store.progress(of: Broadcast.example(1).id), try #require(await store.progress(of: Broadcast.example(2).id)))
            #expect(left?.status == .cancelled && left?.recipientCount == 0 && progress.recipientCount == 1)
            let known = try await store.begin(.example(3), under: key, now: .noon)
            #expect(known == .sealed(progress))
            let other = try #require(IdempotencyKey("sunday", of: .shop, fingerprint: "b"))
            await #expect(throws: Problem.idempotencyKeyReused) { _ = try await store.begin(.example(4), under: other, now: .noon) }
            let all = try await store.broadcasts(of: .shop, before: nil, countMax: 10)
            #expect(all == [progress, left])
            let older = try await store.broadcasts(of: nil, before: progress.broadcast.id, countMax: 10)
            let beyond = try await store.broadcasts(of: .shop, before: left?.broadcast.id, countMax: 10)
            let foreign = try await store.broadcasts(of: .school, before: nil, countMax: 10)
            #expect(older == [left] && beyond.isEmpty && foreign.isEmpty)
        },
        StoreConformance("The recipients of each batch can be read again as they were appended, also once it is through") { store in
            try await store.take(to: 5)
            let first = try #require(await store.leaseBatch())
            _ = try await store.record(first.results(), of: first, then: .ends, now: .noon)
            var batches: [[String]?] = []
            for number in 0...2 { batches.append(try await store.recipients(of: .example(), batch: number)?.recipients.map(\.text)) }
            #expect(batches == [["user-0", "user-1", "user-2"], ["user-3", "user-4"], nil])
            let another = try await store.recipients(of: .example(2), batch: 0)
            #expect(another == nil)
        },
        StoreConformance("One that can't be taken in leaves nothing, and its key to another; what was taken in stays") { store in
            let key = try #require(IdempotencyKey("sunday", of: .shop, fingerprint: "a"))
            _ = try await store.begin(.example(1), under: key, now: .morning)
            try await store.append([[.ana]], to: .example(1), firstNumber: 0)
            try await store.giveUpIntake(of: .example(1))
            try await store.seal(.example(1), now: .noon)
            let (left, batch) = (try await store.broadcasts(of: nil, before: nil, countMax: 1), try await store.recipients(of: .example(1), batch: 0))
            #expect(left.isEmpty && batch == nil)
            let other = try #require(IdempotencyKey("sunday", of: .shop, fingerprint: "b"))
            let begun = try await store.begin(.example(2), under: other, now: .noon)
            #expect(begun == .begun(.example(2)))
            try await store.append([[.ben]], to: .example(2), firstNumber: 0)
            try await store.seal(.example(2), now: .noon)
            try await store.giveUpIntake(of: .example(2))
            let taken = try await store.leaseBatch()
            #expect(taken?.members.recipients == [.ben])
        },
        StoreConformance("A member that is held, has failed or is tried again goes on as a row of the queue; one that is left out says why") { store in
            try await store.take(to: 4, batchSize: 4)
            let batch = try #require(
                await store.leaseBatch { candidate in
                    switch candidate.delivery.recipient.text {
                    case "user-0": .skip(.categoryDisabled)
                    case "user-1": .defer(.quietHours, until: .evening)
                    default: .send(.allowed)
                    }
                })
            var results = batch.results(.retry(at: .evening, error: "busy"))
            let last = results.removeLast()
            results.append(MemberResult(at: last.place, .failed(error: "refused")))
            _ = try await store.record(results, of: batch, then: .ends, now: .noon)
            let progress = try await store.progress(of: Broadcast.example().id)
            #expect(progress?.figures == [0, 1, 3, 0])
            let rows = try await store.deliveries(DeliverySelection()).sorted { $0.delivery.id < $1.delivery.id }
            #expect(rows.map(\.status) == ["pending", "pending", "failed"])
            #expect(rows.map(\.delivery.attemptCount) == [0, 1, 1] && rows.map(\.lastError) == [nil, "busy", "refused"])
            #expect(rows.first?.delivery.heldSince == .noon && rows.map(\.nextAttemptAt) == [.evening, .evening, nil])
            let skipped = try #require(batch.delivery(at: results[0].place)?.id)
            let member = try await store.member(skipped)
            #expect(member?.status == "skipped" && member?.reason == .categoryDisabled)
            let due = try await store.candidates(at: .evening)
            #expect(due.map(\.delivery.recipient.text) == ["user-1", "user-2"])
        },
        StoreConformance("What waits for its moment by a recipient's clock keeps it, alone and as a member, and is due when they move") { store in
            let local = CivilDateTime(literal: "2026-01-25T22:00")
            var alone = Delivery.ordered(1, by: .shop, to: UserID(literal: "user-1"))
            alone.payload.deliverAtLocal = local
            _ = try await store.enqueue([alone], under: nil, now: .morning)
            try await store.lease { _ in .defer(.beforeLocalMoment, until: .evening) }
            try await store.take(.example(deliverAtLocal: local), to: 2)
            let batch = try #require(
                await store.leaseBatch { candidate in
                    candidate.delivery.recipient.text == "user-0" ? .send(.allowed) : .defer(.beforeLocalMoment, until: .evening)
                })
            #expect(batch.toSend.map(\.delivery.payload.deliverAtLocal) == [local])
            _ = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.map(\.reason) == [.beforeLocalMoment, .beforeLocalMoment] && rows.map(\.nextAttemptAt) == [.evening, .evening])
            let before = try await store.candidates()
            #expect(before.isEmpty)
            var wanted = Preferences()
            wanted.timezone = "Asia/Tokyo"
            try await store.save(wanted, of: UserID(literal: "user-1"), now: .noon)
            let due = try await store.candidates()
            #expect(due.map(\.delivery.payload.deliverAtLocal) == [local, local])
        },
        StoreConformance("The words by language that an app has chosen are kept, whatever stands in them, alone, in a broadcast and of its members") { store in
            let texts = TextsByLanguage([
                .german: try #require(TextsByLanguage.Text(title: "Sonntag „offen“\n\"sicher\"\\", body: "Von 10 bis 16 Uhr: {}[], 'x'")),
                .arabic: try #require(TextsByLanguage.Text(title: "مفتوح يوم الأحد", body: nil)),
            ])
            var alone = Delivery.ordered(1, by: .shop, to: UserID(literal: "user-1"))
            alone.payload.texts = texts
            _ = try await store.enqueue([alone], under: nil, now: .morning)
            let waiting = try await store.candidates()
            #expect(waiting.map(\.delivery.payload) == [alone.payload])
            try await store.take(.example(texts: texts), to: 1)
            let batch = try #require(await store.leaseBatch())
            #expect(batch.broadcast.payload.texts == texts && batch.toSend.map(\.delivery.payload.texts) == [texts])
            _ = try await store.record(batch.results(.retry(at: .evening, error: "busy")), of: batch, then: .ends, now: .noon)
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.map(\.delivery.payload.texts) == [texts, texts])
        },
        StoreConformance("A broadcast for later waits for its moment, and critical ones go before others") { store in
            try await store.take(.example(1, deliverAfter: .evening), to: 1)
            try await store.take(.example(2, by: .school), to: 1)
            try await store.take(.example(3, by: .school, priority: .critical), to: 1)
            var order: [BroadcastID?] = []
            for (moment, token) in [(Instant.noon, "a"), (.noon, "b"), (.noon, "c"), (.evening, "d")] {
                order.append(try await store.leaseBatch(at: moment, token: token)?.broadcast.id)
            }
            #expect(order.map { $0?.text } == ["news-3", "news-2", nil, "news-1"])
        },
        StoreConformance("Members count as what became of them") { store in
            try await store.take(to: 3)
            let batch = try #require(await store.leaseBatch { $0.delivery.recipient.text == "user-0" ? .skip(.categoryDisabled) : .send(.allowed) })
            _ = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
            let counts = try await store.totals().filter { $0.kind.category == "news" }
            let figures = Dictionary(counts.map { ($0.kind.event, $0.count) }, uniquingKeysWith: +)
            #expect(figures == [.queued: 3, .sent: 2, .skipped: 1])
        },
        StoreConformance("Everybody who has a profile or is in a family is known, page by page") { store in
            try await store.save(.household, now: .morning)
            try await store.save(Preferences(), of: .stranger, now: .morning)
            let first = try await store.everybody(after: nil, countMax: 2)
            let second = try await store.everybody(after: first.last, countMax: 2)
            #expect(first == [.ana, .ben] && second == [.stranger])
        },
    ]
}
