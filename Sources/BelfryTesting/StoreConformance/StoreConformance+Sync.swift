import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What a person's devices share.
    static let sync: [StoreConformance] = [
        StoreConformance("What one device pushes another pulls, whole, and later only what is new") { store in
            try await store.expectPush([.bill("rent", ["amount": .whole(1)]), .bill("gym", ["amount": .whole(2)])])
            let first = try await store.pull()
            #expect(first.changes.tables[.budgetItems]?.created.map(\.id) == ["gym", "rent"])
            #expect(first.changes.tables[.budgetItems]?.created.first?.columns.count == FactTable.budgetItems.columns.count)
            let edited = [FactRecord.bill("rent", ["amount": .whole(3)]), .bill("car", ["is_auto_pay": .flag(true)])]
            try await store.expectPush(edited, since: first.timestamp)
            let second = try await store.pull(since: first.timestamp)
            #expect(second.changes.tables[.budgetItems]?.updated.map { $0.columns["amount"] } == [.whole(3)])
            #expect(second.changes.tables[.budgetItems]?.created.map { $0.columns["is_auto_pay"] } == [.flag(true)])
            #expect(try await store.pull(since: second.timestamp).changes.isEmpty)
        },
        StoreConformance("Every table shares every column") { store async throws in
            for table in FactTable.allCases {
                let columns = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0.kind.sample) })
                let record = FactRecord(id: "own", columns: columns)
                let push = SyncPush(id: nil, changes: SyncChanges(tables: [table: .init(created: [record])]), pulledAt: 1)
                #expect(try await store.push(push, of: .ana, now: .noon) == .taken)
                #expect(try await store.pull().changes.tables[table]?.created == [record], "\(table)")
            }
        },
        StoreConformance("What stands behind a NUL in a fact's text is kept") { store in
            let column = try #require(FactTable.budgetItems.columns.first { $0.kind == .text })
            try await store.expectPush([.bill([column.name: .text("Rent\0 and heating")])])
            let pulled = try await store.pull().changes.tables[.budgetItems]?.created.first?.columns[column.name]
            let isWhole = if case .text(let text)? = pulled { text.hasSuffix(" and heating") } else { false }
            #expect(isWhole)
        },
        StoreConformance("Rows whose names look alike and are other bytes are two, and each keeps its own edit") { store in
            let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
            try await store.expectPush([.bill(composed, ["amount": .whole(1)]), .bill(decomposed, ["amount": .whole(2)])])
            let first = try await store.pull()
            #expect(first.changes.tables[.budgetItems]?.created.count == 2)
            try await store.expectPush([.bill(composed, ["amount": .whole(2)]), .bill(decomposed, ["amount": .whole(1)])], since: first.timestamp)
            let updated = try await store.pull(since: first.timestamp).changes.tables[.budgetItems]?.updated ?? []
            let amounts = Dictionary(updated.map { ($0.id.utf8.count, $0.columns["amount"]) }) { first, _ in first }
            #expect(amounts == [5: .whole(2), 6: .whole(1)])
        },
        StoreConformance("Each person has their own facts") { store in
            try await store.expectPush([.bill(["amount": .whole(1)])])
            try await store.expectPush([.bill(["amount": .whole(2)])], of: .ben)
            #expect(try await store.pull().changes.tables[.budgetItems]?.created.map { $0.columns["amount"] } == [.whole(1)])
            #expect(try await store.pull(of: .stranger) == SyncAnswer(changes: SyncChanges(), timestamp: 1))
        },
        StoreConformance("Who has not seen the latest change is refused, and nothing of their push is taken") { store in
            try await store.expectPush([.bill(["amount": .whole(1)])])
            let seen = try await store.pull().timestamp
            try await store.expectPush([.bill(["amount": .whole(2)])], since: seen)
            let edited = SyncChanges.Rows(created: [.bill("gym", [:])], updated: [.bill(["amount": .whole(3)])])
            for late in [edited, .init(deleted: ["rent"])] {
                let push = SyncPush(id: "late", changes: SyncChanges(tables: [.budgetItems: late]), pulledAt: seen)
                #expect(try await store.push(push, of: .ana, now: .noon) == .conflict)
            }
            let now = try await store.pull(openPush: "late")
            #expect(now.changes.tables[.budgetItems]?.created.map { $0.columns["amount"] } == [.whole(2)])
            #expect(now.isPushTaken == false)
            try await store.expectPush([.bill(["amount": .whole(3)])], since: now.timestamp)
        },
        StoreConformance("Columns that a push doesn't name stay") { store in
            try await store.expectPush([.bill(["amount": .whole(1), "name": .text("Rent")])])
            try await store.expectPush([.bill(["amount": .null])], since: try await store.pull().timestamp)
            let columns = try await store.pull().changes.tables[.budgetItems]?.created.first?.columns.filter { $0.value != .null }
            #expect(columns == ["name": .text("Rent")])
        },
        StoreConformance("A deletion reaches who had the row, and not who begins") { store in
            try await store.expectPush([.bill(["amount": .whole(1)])])
            let seen = try await store.pull().timestamp
            try await store.expectPush(deleted: ["rent", "unheard-of"], since: seen)
            let news = try await store.pull(since: seen)
            #expect(news.changes.tables == [.budgetItems: .init(deleted: ["rent"])])
            #expect(try await store.pull().changes.isEmpty)
            try await store.expectPush([.bill(["name": .text("Rent")])], since: news.timestamp)
            let anew = try await store.pull(since: news.timestamp).changes.tables[.budgetItems]?.created.first
            #expect(anew?.columns.filter { $0.value != .null } == ["name": .text("Rent")], "nothing of the deleted row comes back")
        },
        StoreConformance("The same push again is no conflict and no news, whether it has a name or not") { store in
            for name in ["push-1", nil] {
                for _ in 1...2 { try await store.expectPush([.bill(["amount": .whole(1)])], named: name) }
                try await store.expectPush(deleted: ["unheard-of"], named: name)
            }
            let answer = try await store.pull(openPush: "push-1")
            #expect(answer.isPushTaken == true)
            #expect(answer.changes.tables[.budgetItems]?.created.count == 1)
            try await store.expectPush([.bill(["amount": .whole(9)])], named: "push-1")
            #expect(try await store.pull() == SyncAnswer(changes: answer.changes, timestamp: answer.timestamp), "taken once")
            #expect(try await store.pull(of: .ben, openPush: "push-1").isPushTaken == false, "a name is the person's own")
        },
        StoreConformance("Moments only grow, also where the clock is set back") { store in
            var moments = [try await store.pull().timestamp]
            for (number, now) in [Instant.noon, .morning, .morning, .noon, Instant(secondsSinceEpoch: -5)].enumerated() {
                try await store.expectPush([.bill("bill-\(number)", ["amount": .whole(number)])], since: moments.last, now: now)
                let answer = try await store.pull(since: moments.last)
                #expect(answer.changes.tables[.budgetItems]?.created.map(\.id) == ["bill-\(number)"])
                moments.append(answer.timestamp)
            }
            #expect(moments == moments.sorted() && Set(moments).count == moments.count && moments.allSatisfy { $0 >= 1 })
        },
        StoreConformance("A moment that the server never gave brings everything, and pushes nothing") { store in
            try await store.expectPush([.bill(["amount": .whole(1)])])
            try await store.expectPush(deleted: ["rent"], since: try await store.pull().timestamp)
            let answer = try await store.pull(since: .max)
            #expect(answer.changes.tables == [.budgetItems: .init(deleted: ["rent"])], "deletions too")
            let push = SyncPush(id: nil, changes: SyncChanges(tables: [.budgetItems: .init(created: [.bill([:])])]), pulledAt: .max)
            #expect(try await store.push(push, of: .ana, now: .noon) == .conflict)
            #expect(answer.timestamp < .max)
        },
        StoreConformance("What a person shares is counted: rows that are there, and the bytes of all, with the names of the deleted") { store in
            #expect(try await store.sharedSize(of: .ana) == SharedSize())
            try await store.expectPush([.bill("rent", ["name": .text("Würde"), "amount": .whole(1)]), .bill("gym", ["type": .text("é")])])
            let word = FactRecord(id: "mot", columns: ["due": .text("2026-01-25"), "repetitions": .whole(3)])
            let words = SyncPush(id: nil, changes: SyncChanges(tables: [.studyWords: .init(created: [word])]), pulledAt: try await store.pull().timestamp)
            let result = try await store.push(words, of: .ana, now: .noon)
            #expect(result == .taken)
            let own = SharedSize.ownByteCount
            #expect(try await store.sharedSize(of: .ana) == SharedSize(rowCount: 3, byteCount: 3 * own + 4 + 6 + 3 + 2 + 3 + 10))
            try await store.expectPush(deleted: ["rent"], since: try await store.pull().timestamp)
            #expect(try await store.sharedSize(of: .ana) == SharedSize(rowCount: 2, byteCount: 3 * own + 4 + 3 + 2 + 3 + 10))
            #expect(try await store.sharedSize(of: .ben) == SharedSize())
        },
        StoreConformance("Of receipts that were deleted nothing is left once others are deleted a month later; other deleted rows stay") { store in
            func push(_ rows: SyncChanges.Rows, at now: Instant) async throws {
                let changes = SyncChanges(tables: [.notificationReceipts: rows])
                let seen = try await store.pull().timestamp
                #expect(try await store.push(SyncPush(id: nil, changes: changes, pulledAt: seen), of: .ana, now: now) == .taken)
            }
            let names = (1...3).map { NotificationID(literal: "bills|rent|due_day|2026-01-0\($0)") }
            let receipts = names.map { NotificationReceipt(identifier: $0, toldAt: .noon, toldBy: .device, category: "").record }
            try await store.expectPush([.bill(["amount": .whole(1)])])
            try await push(.init(created: receipts), at: .noon)
            try await store.expectPush(deleted: ["rent"], since: try await store.pull().timestamp)
            try await push(.init(deleted: [names[0].description]), at: .noon + .seconds(60))
            let month = Duration.milliseconds(deletedReceiptMilliseconds)
            try await push(.init(deleted: [names[1].description]), at: .noon + month)
            #expect(try await store.pull(since: 1).changes.tables[.notificationReceipts]?.deleted == names[...1].map(\.description), "a month isn't over")
            let size = try await store.sharedSize(of: .ana)
            try await push(.init(deleted: [names[2].description]), at: .noon + month + .seconds(60))
            let answer = try await store.pull(since: 1).changes.tables
            #expect(answer[.notificationReceipts]?.deleted == names[1...].map(\.description) && answer[.budgetItems]?.deleted == ["rent"])
            let less = SharedSize.ownByteCount + names[0].description.utf8.count + "2026-01-25T12:00:00Zdevice".utf8.count
            #expect(try await store.sharedSize(of: .ana) == SharedSize(rowCount: 0, byteCount: size.byteCount - less))
        },
        StoreConformance("Where a person shares as much as they may, a push passes that as a whole makes it no more, and no other") { store in
            // The bytes are full before the rows are: 31 texts of the greatest length, and one that takes what is left.
            func timetable(_ id: String, _ letter: String = "1", length: Int = FactColumn.jsonLengthMax) -> FactRecord {
                FactRecord(id: id, columns: ["timetable": .text(String(repeating: letter, count: length))])
            }
            var seen: Int?
            func push(_ saved: [FactRecord], deleted: [String] = [], named name: String? = nil) async throws -> SyncPushResult {
                let changes = SyncChanges(tables: [.prayerSettings: .init(updated: saved, deleted: deleted)])
                seen = try await store.pull(since: seen).timestamp
                return try await store.push(SyncPush(id: name, changes: changes, pulledAt: seen), of: .ana, now: .noon)
            }
            let whole = (10..<41).map { timetable("\($0)") }
            let own = SharedSize.ownByteCount + 2
            let rest = SharedSize.byteCountMax - whole.count * (own + FactColumn.jsonLengthMax) - own
            #expect(try await push(whole) == .taken)
            #expect(try await push([timetable("50", length: rest + 1)]) == .full, "one byte too many")
            #expect(try await push([timetable("50", length: rest)], named: "last") == .taken)
            let full = try await store.sharedSize(of: .ana)
            #expect(full == SharedSize(rowCount: 32, byteCount: SharedSize.byteCountMax))

            #expect(try await push([timetable("51", length: 1)]) == .full)
            let mark = seen
            #expect(try await push([timetable("50", "2", length: rest + 1)]) == .full)
            #expect(try await push([timetable("50", "2", length: rest), timetable("51", length: 1)], named: "more") == .full)
            let later = try await store.pull(since: mark, openPush: "more")
            #expect(later.changes.isEmpty && later.isPushTaken == false, "nothing of them is there")
            #expect(try await store.sharedSize(of: .ana) == full)

            #expect(try await push([timetable("50", length: rest)]) == .taken, "it is there already")
            #expect(try await push([timetable("52", length: rest)], named: "last") == .taken, "it was taken before")
            #expect(try await push([timetable("50", "3", length: rest)]) == .taken, "changed, and no longer than it was")
            #expect(try await push([timetable("53", length: 1000)], deleted: ["10"]) == .taken, "new, in the room that the deletion makes")
            #expect(try await push([], deleted: ["11", "12"]) == .taken)
            #expect(try await push([timetable("54"), timetable("55")]) == .taken)
            #expect(try await store.sharedSize(of: .ana).byteCount <= SharedSize.byteCountMax)
            try await store.expectPush([.bill(["amount": .whole(1)])], of: .ben)
        },
        StoreConformance("A table that an app knows only now is sent whole") { store in
            try await store.expectPush([.bill(["amount": .whole(1)])])
            let seen = try await store.pull().timestamp
            let answer = try await store.pull(SyncPull(since: seen, wholeTables: [.budgetItems]), of: .ana)
            #expect(answer.changes.tables[.budgetItems]?.created.map(\.id) == ["rent"])
        },
        StoreConformance("What a device told is known to whoever decides a delivery of the same name to the same person") { store in
            let push = SyncPush(id: nil, changes: .receipt(of: .rentDueDay, toldBy: .device), pulledAt: 1)
            #expect(try await store.push(push, of: .ana, now: .evening) == .taken)
            try await store.enqueue(.naming(.rentDueDay, 1, to: .ana), .naming(.rentDueDay, 2, to: .ben), .example(3))
            let candidates = try await store.candidates()
            #expect(candidates.map { "\($0.delivery.id) \($0.toldAt == .noon)" } == ["delivery-1 true", "delivery-2 false", "delivery-3 false"])
        },
        StoreConformance("What is sent leaves a receipt for the person's devices, once, and what waits in the inbox leaves none") { store in
            try await store.enqueue(
                .naming(.rentDueDay, 1, over: .inApp), .naming(.rentDueDay, 2, over: .push), .naming(.rentDueDay, 3, over: .email))
            try await store.lease()
            try await store.record(1, .sent)
            #expect(try await store.receipts().isEmpty)
            try await store.record(2, .sent, at: .evening)
            try await store.record(3, .sent, at: .evening + .seconds(1))
            let receipt = NotificationReceipt(identifier: .rentDueDay, toldAt: .evening, toldBy: .server, category: Payload.patternAlertKind)
            #expect(try await store.receipts() == [receipt])
            // Only what a device told stops a delivery: of the server's own, each channel was wanted.
            try await store.enqueue(.naming(.rentDueDay, 4))
            #expect(try await store.candidates(at: .evening).map(\.toldAt) == [nil])
        },
    ]
}

extension SyncStore {
    fileprivate func pull(of user: UserID = .ana, since: Int? = nil, openPush: String? = nil) async throws -> SyncAnswer {
        try await pull(SyncPull(since: since, openPush: openPush), of: user)
    }

    /// What Ana was told, as her devices learn it.
    fileprivate func receipts() async throws -> [NotificationReceipt] {
        try await pull(since: 1).changes.tables[.notificationReceipts]?.created.compactMap(NotificationReceipt.init) ?? []
    }

    /// Pushes bills, which must be taken.
    fileprivate func expectPush(
        _ saved: [FactRecord] = [], deleted: [String] = [], of user: UserID = .ana, since: Int? = nil, named name: String? = nil,
        now: Instant = .noon
    ) async throws {
        let changes = SyncChanges(tables: [.budgetItems: .init(updated: saved, deleted: deleted)])
        #expect(try await push(SyncPush(id: name, changes: changes, pulledAt: since), of: user, now: now) == .taken)
    }
}

extension NotificationID {
    fileprivate static let rentDueDay = NotificationID(literal: "bills|rent|due_day|2026-11-30")
}

extension SyncChanges {
    fileprivate static func receipt(of identifier: NotificationID, toldBy teller: NotificationReceipt.Teller) -> SyncChanges {
        let receipt = NotificationReceipt(identifier: identifier, toldAt: .noon, toldBy: teller, category: "bill_reminder")
        return SyncChanges(tables: [.notificationReceipts: .init(created: [receipt.record])])
    }
}

extension Delivery {
    fileprivate static func naming(
        _ notification: NotificationID, _ number: Int, to recipient: UserID = .ana, over channel: DeliveryChannel = .push
    ) -> Delivery {
        var delivery = Delivery.example(number, to: recipient, over: channel)
        delivery.payload.notification = notification
        return delivery
    }
}
