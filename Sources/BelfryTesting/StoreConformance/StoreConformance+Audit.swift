import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Who did what.
    static let audit: [StoreConformance] = [
        StoreConformance("What somebody answers for leaves one line with what it changes, and what nobody answers for leaves none") { store in
            let entry = AuditEntry.example(1, .queuePaused, of: "shop", details: [.until: "2026-01-25T18:00:00Z"])
            _ = try await store.pause(QueuePause(.school, since: .morning))
            try await answering(for: entry) { _ = try await store.pause(QueuePause(.shop, since: .morning)) }
            let found = try await store.auditEntries(AuditSelection())
            #expect(found == [entry])
        },
        StoreConformance("What changes nothing leaves no line, and what is refused by the store leaves none either") { store in
            try await answering(for: .example(1, .queueResumed)) { _ = try await store.resume(.shop, now: .noon) }
            try await answering(for: .example(2, .keyRevoked)) { _ = try await store.revokeKey(named: "shop", now: .noon) }
            try await answering(for: .example(3, .deliveriesCancelled)) { _ = try await store.cancel(DeliverySelection(), now: .noon) }
            try await answering(for: .example(4, .deliveriesRetracted)) { _ = try await store.retract(DeliverySelection(ids: [.example(1)]), by: "eve", now: .noon) }
            try await answering(for: .example(5, .broadcastCancelled)) { _ = try await store.cancel(Broadcast.example(1).id, now: .noon) }
            try await store.addKey(named: "shop", hash: "one", terms: KeyTerms(), now: .morning)
            await #expect(throws: (any Error).self) {
                try await answering(for: .example(6, .keyCreated)) { try await store.addKey(named: "shop", hash: "two", terms: KeyTerms(), now: .noon) }
            }
            let found = try await store.auditEntries(AuditSelection())
            #expect(found.isEmpty)
        },
        StoreConformance("What isn't there, a wrong code and an order that is repeated leave no line; what was done leaves one, if only by a new name") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .byCode(hash: "right", expiresAt: .evening), now: .morning)
            let key = try #require(IdempotencyKey("weekly", of: .shop, fingerprint: "a"))
            _ = try await store.add(.example(1), under: key, now: .morning)
            try await store.save(.household, now: .morning)
            try await answering(for: .example(1, .addressesChanged)) { _ = try await store.verify(point.id, of: .ana, codeHash: "wrong", now: .noon) }
            try await answering(for: .example(2, .addressesChanged)) { _ = try await store.verify(point.id, of: .ben, codeHash: "right", now: .noon) }
            try await answering(for: .example(3, .audienceChanged)) { _ = try await store.add([.ana], to: .example(), ifOpen: false, now: .noon) }
            try await answering(for: .example(4, .audienceChanged)) { _ = try await store.remove([.ana], from: .example(), ifOpen: false) }
            try await answering(for: .example(5, .scheduleChanged)) { _ = try await store.add(.example(2), under: key, now: .noon) }
            // Of what a device has done meanwhile this one doesn't know.
            let row = FactRecord(id: "bins", columns: ["title": .text("Bins"), "dtstart": .text("2026-01-26")])
            _ = try await store.push(SyncPush(id: nil, changes: SyncChanges(tables: [.reminders: .init(created: [row])]), pulledAt: nil), of: .ana, now: .noon)
            let late = SyncPush(id: nil, changes: SyncChanges(tables: [.reminders: .init(deleted: ["bins"])]), pulledAt: nil)
            try await answering(for: .example(9, .settingsChanged)) { _ = try await store.push(late, of: .ana, now: .noon) }
            let none = try await store.auditEntries(AuditSelection())
            #expect(none.isEmpty)
            try await answering(for: .example(6, .addressesChanged)) { _ = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon) }
            try await answering(for: .example(7, .scheduleChanged)) { _ = try await store.add(.example(3), under: nil, now: .noon) }
            let renamed = FamilyRecord(id: FamilyRecord.household.id, name: "The Lindens", members: FamilyRecord.household.members)
            try await answering(for: .example(8, .familyChanged)) { try await store.save(renamed, now: .noon) }
            let found = try await store.auditEntries(AuditSelection())
            #expect(found.map(\.action) == [.familyChanged, .scheduleChanged, .addressesChanged])
        },
        StoreConformance("What an app says of itself and of its categories leaves a line only where something of it is otherwise") { store in
            let looks = try [AppLook(name: "Shop"), AppLook(name: "Shop", names: [.german: "Laden"]), AppLook(name: "Shop")]
            for (number, look) in looks.enumerated() {
                for again in 0...1 { try await answering(for: .example(number * 2 + again, .appChanged)) { try await store.save(look, of: .shop) } }
            }
            let offers = DeclaredCategory.Words(name: "Offers")
            let translated = DeclaredCategory("offers", words: offers, translations: [.german: DeclaredCategory.Words(name: "Angebote")])
            for (number, category) in [DeclaredCategory("offers", words: offers), translated].enumerated() {
                for again in 0...1 {
                    try await answering(for: .example(10 + number * 2 + again, .categoryChanged)) {
                        try await store.save(category, of: .shop, countMax: 10, now: .noon)
                    }
                }
            }
            let found = try await store.auditEntries(AuditSelection())
            let ids = [12, 10, 4, 2, 0].map { AuditEntryID.line($0) }
            #expect(Set(found.map(\.id)) == Set(ids))
            let kept = try await store.category("offers", of: .shop)
            #expect(kept?.category == translated)
        },
        StoreConformance("How many were changed is counted, also where it takes several transactions under one line") { store in
            _ = try await store.enqueue((1...3).map { Delivery.ordered($0, by: .shop) }, under: nil, now: .morning)
            let entry = AuditEntry.example(1, .deliveriesCancelled)
            try await answering(for: entry) {
                _ = try await store.cancel(DeliverySelection(ids: [.example(1)]), now: .noon)
                _ = try await store.cancel(DeliverySelection(ids: [.example(2), .example(3)]), now: .noon)
            }
            let found = try await store.auditEntries(AuditSelection())
            #expect(found == [entry.counting(3)])
        },
        StoreConformance("Lines are found by who, what, whose, how it ended and when, the latest first or behind one of them, page by page") { store in
            let lines: [AuditEntry] = [
                .example(1, .queuePaused, of: "shop", at: .morning), .example(2, .personRead, by: .admin, person: .ben, at: .noon),
                .example(3, .deliveriesRead, by: .app("shop"), outcome: .refused, details: [.problem: "insufficient_scope"], at: .evening),
                .example(4, .linkMade, by: .commandLine("root"), person: .ben, at: .evening),
            ]
            for line in lines { try await store.note(line) }
            func expect(_ numbers: [Int], _ change: (inout AuditSelection) -> Void) async throws {
                var selection = AuditSelection()
                change(&selection)
                let found = try await store.auditEntries(selection)
                let expected = numbers.map { lines[$0 - 1] }
                #expect(found == expected)
            }
            try await expect([4, 3, 2, 1]) { _ in }
            try await expect([4, 2]) { $0.subject = "ben" }
            try await expect([1]) { $0.subject = "shop" }
            // She stands there as a person, and the app by its name.
            try await expect([1]) { $0.actor = "ana" }
            try await expect([3]) { $0.actor = "shop" }
            try await expect([4]) { $0.kind = .commandLine }
            try await expect([2]) { $0.action = .personRead }
            try await expect([3]) { $0.outcome = .refused }
            try await expect([2]) { selection in
                selection.from = .noon
                selection.until = .evening
            }
            try await expect([1]) { $0.until = .noon }
            try await expect([2, 1]) { selection in
                selection.until = .evening
                selection.before = lines[3].id
            }
            try await expect([3, 2]) { selection in
                selection.before = lines[3].id
                selection.countMax = 2
            }
            try await expect([2, 3]) { selection in
                selection.after = lines[0].id
                selection.countMax = 2
            }
            // What two ask for at once, and where it goes on.
            try await expect([3]) { selection in
                selection.outcome = .refused
                selection.kind = .app
            }
            try await expect([]) { selection in
                selection.outcome = .refused
                selection.subject = "ben"
            }
            try await expect([2]) { selection in
                selection.subject = "ben"
                selection.before = lines[3].id
            }
            try await expect([4]) { selection in
                selection.subject = "ben"
                selection.after = lines[1].id
            }
            try await expect([4]) { selection in
                selection.actor = "root"
                selection.action = .linkMade
                selection.after = lines[0].id
            }
        },
        StoreConformance("A thing and a person of one name are found together, in the order of lines, and a line that has both is one") { store in
            let lines: [AuditEntry] = [
                .example(1, .appChanged, of: "ben"), .example(2, .personRead, person: .ben), .example(3, .settingsChanged, of: "ben", person: .ben),
                .example(4, .appChanged, of: "ben"),
            ]
            for line in lines { try await store.note(line) }
            var selection = AuditSelection(countMax: 3)
            selection.subject = "ben"
            let latest = try await store.auditEntries(selection)
            #expect(latest == [lines[3], lines[2], lines[1]])
            selection.after = lines[0].id
            let following = try await store.auditEntries(selection)
            #expect(following == [lines[1], lines[2], lines[3]])
        },
        StoreConformance("What a later version has noted is there in its words, in its place, and found by all else") { store in
            let lines = [AuditEntry.example(1, .queuePaused), .later("queue.bent"), .example(3, .queueResumed)]
            for line in lines { try await store.note(line) }
            var selection = AuditSelection(countMax: 2)
            selection.subject = "shop"
            let found = try await store.auditEntries(AuditSelection(countMax: 2))
            let named = try await store.auditEntries(selection)
            #expect(found == [lines[2], lines[1]] && found.last?.action == .other && found.last?.actionName == "queue.bent" && named == [lines[1]])
        },
        StoreConformance("What somebody wants and wanted already leaves no line, if somebody says it for them") { store in
            var wanted = Preferences()
            for (number, isOn) in [true, true, false, false].enumerated() {
                wanted.notifyEmail = isOn
                try await answering(for: .example(number, .settingsChanged, person: .ben)) {
                    try await store.save([.notifyEmail, .quietHoursStart, .language], of: wanted, for: .ben, now: .noon)
                }
                let kept = try await store.preferences(of: .ben).read().preferences
                #expect(kept.notifyEmail == isOn)
            }
            let found = try await store.auditEntries(AuditSelection())
            #expect(found.map(\.id) == [.line(2), .line(0)])
        },
        StoreConformance("A line whose identifier is there already isn't written over") { store in
            let entry = AuditEntry.example(1, .personExported, person: .ben)
            try await store.note(entry)
            try await store.note(.example(1, .personErased))
            let found = try await store.auditEntries(AuditSelection())
            #expect(found == [entry])
        },
        StoreConformance("Of who is erased the log tells what was done to them and by them, and no more who they were") { store in
            try await store.note(.example(1, .personRead, person: .ben))
            try await store.note(.example(2, .queuePaused, by: .operator(.ben), of: "shop"))
            let rows = try await store.pages(of: .ben, countMax: 100).joined().filter { $0.table == PersonalTable.audit }
            #expect(rows.count == 1, "who looked at their things is handed out, and not what they did to others'")
            let line = AuditEntry.example(3, .personErased, person: .erased)
            var report = ErasureReport()
            try await answering(for: line) { report = try await store.erase(.ben, leaving: "mark", now: .noon) }
            #expect(report[PersonalTable.audit] == 1, "of which a line stays")
            let found = try await store.auditEntries(AuditSelection())
            let people: [UserID?] = [.erased, nil, .erased]
            let actors: [AuditEntry.Actor] = [.operator(.ana), .operator(.erased), .operator(.ana)]
            #expect(found.map(\.person) == people)
            #expect(found.map(\.actor) == actors)
            let left = try await store.pages(of: .ben, countMax: 100)
            #expect(left.isEmpty)
        },
        StoreConformance("Lines are forgotten by their own age") { store in
            try await store.note(.example(1, .queuePaused, at: .morning))
            try await store.note(.example(2, .queuePaused, at: .noon))
            let report = try await store.prune(PruneCutoffs(deliveries: .min, audit: .noon, now: .noon))
            #expect(report[.auditEntries] == 1)
            let found = try await store.auditEntries(AuditSelection())
            #expect(found.map(\.at) == [.noon])
        },
    ]

    private static func answering(for entry: AuditEntry, _ body: () async throws -> Void) async throws {
        try await Audit.$line.withValue(Audit.Line { entry }) { try await body() }
    }
}

extension AuditEntry {
    public static func example(
        _ number: Int, _ action: Action, by actor: Actor = .operator(.ana), of subject: String? = nil, person: UserID? = nil, outcome: Outcome = .done,
        details: [Detail: String] = [:], at moment: Instant = .noon
    ) -> AuditEntry {
        AuditEntry(
            id: .line(number, at: moment), at: moment, by: actor, action, of: subject, person: person, outcome: outcome, details: details,
            request: "request-\(number)")
    }

    fileprivate static func later(_ action: String) -> AuditEntry {
        AuditEntry(
            id: .line(2), at: .noon, by: .operator(.ana), actionName: action, of: "shop", person: nil, outcome: .done, changedCount: nil, details: [:],
            request: nil)
    }
}

extension AuditEntryID {
    /// As identifiers are, beginning with the milliseconds of their moment.
    static func line(_ number: Int, at moment: Instant = .noon) -> AuditEntryID {
        func padded(_ number: Int64, radix: Int = 10) -> String {
            let digits = String(number, radix: radix)
            return String(repeating: "0", count: 12 - digits.count) + digits
        }
        let milliseconds = padded(moment.millisecondsSinceEpoch, radix: 16)
        return AuditEntryID(literal: "\(milliseconds.prefix(8))-\(milliseconds.dropFirst(8))-7000-8000-\(padded(Int64(number)))")
    }
}
