import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Messages that somebody puts off: where they are meanwhile, and how they come back.
    static let putOff: [StoreConformance] = [
        StoreConformance("What is put off leaves the inbox and its count until its moment, and is back then, on top and unread, also where it was read") { store in
            for number in 1...3 { try await store.append(.example(number)) }
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            let (others, unknown) = try await (
                store.putOff(.example(1), until: .evening, of: .ben, now: .noon), store.putOff(.example(9), until: .evening, of: .ana, now: .noon)
            )
            #expect(!others && !unknown)
            for number in 1...2 { #expect(try await store.putOff(.example(number), until: .evening, of: .ana, now: .noon)) }
            let (inbox, unread) = try await (store.messages(of: .ana, in: .inbox, countMax: 9), store.unreadCount(of: .ana))
            #expect(inbox.map(\.id) == [.example(3)] && unread == 1)
            let later = try await store.messages(of: .ana, in: .later, countMax: 9)
            #expect(later.map(\.id) == [.example(1), .example(2)] && later.map(\.laterUntil) == [.evening, .evening])
            let back = try await store.messages(of: .ana, in: .inbox, countMax: 9, now: .evening)
            #expect(back.map(\.id) == [.example(2), .example(1), .example(3)] && back.map(\.readAt) == [nil, nil, nil])
            let first = try await store.messages(of: .ana, in: .inbox, before: back[0].place, countMax: 1, now: .evening)
            #expect(first.map(\.id) == [.example(1)])
            let (none, all) = try await (
                store.messages(of: .ana, in: .later, countMax: 9, now: .evening), store.unreadCount(of: .ana, now: .evening)
            )
            #expect(none.isEmpty && all == 3)
            let marked = try await store.markRead(through: .example(1), of: .ana, countMax: 9, now: .evening)
            let after = try await store.messages(of: .ana, in: .inbox, countMax: 9, now: .evening)
            #expect(marked == 2 && after.map(\.id) == back.map(\.id) && after.map(\.readAt) == [nil, .noon, .evening], "what was read once keeps that moment")
        },
        StoreConformance("What is put off is listed by when it comes back, the first first, page by page; another moment takes the place of the first") { store in
            for number in 1...3 { try await store.append(.example(number)) }
            for (number, hours) in [(1, 3), (2, 1), (3, 2), (2, 4)] {
                #expect(try await store.putOff(.example(number), until: .noon + .seconds(hours * 3600), of: .ana, now: .noon))
            }
            let first = try await store.messages(of: .ana, in: .later, countMax: 2)
            let second = try await store.messages(of: .ana, in: .later, before: first.last?.place, countMax: 2, now: .noon)
            #expect(first.map(\.id) == [.example(3), .example(1)] && second.map(\.id) == [.example(2)])
            let others = try await store.messages(of: .ben, in: .later, countMax: 9)
            #expect(others.isEmpty)
        },
        StoreConformance("What is put off and taken back is as it was, read or unread; of what is back already nothing is taken back") { store in
            for number in 1...3 { try await store.append(.example(number)) }
            for number in [1, 2] { _ = try await store.markRead(.example(number), of: .ana, now: .noon) }
            _ = try await store.markUnread(.example(2), of: .ana, now: .noon)
            let before = try await store.messages(of: .ana, in: .inbox, countMax: 9)
            for number in 1...3 { _ = try await store.putOff(.example(number), until: .evening, of: .ana, now: .noon) }
            #expect(try await store.unreadCount(of: .ana) == 0)
            for number in 1...3 { #expect(try await store.putOff(.example(number), until: nil, of: .ana, now: .noon + .seconds(60))) }
            #expect(try await store.putOff(.example(9), until: nil, of: .ana, now: .noon) == false)
            let whole = try await store.messages(of: .ana, in: .inbox, countMax: 9)
            #expect(whole == before)
            _ = try await store.putOff(.example(1), until: .evening, of: .ana, now: .noon)
            #expect(try await store.putOff(.example(1), until: nil, of: .ana, now: .evening))
            let back = try await store.messages(of: .ana, in: .inbox, countMax: 1, now: .evening)
            #expect(back.map(\.id) == [.example(1)] && back.first?.laterUntil == .evening && back.first?.readAt == nil)
        },
        StoreConformance("Who reads what they have put off, or does what it offers, has it back where it was; what is put away meanwhile stays away") { store in
            for number in 1...5 { try await store.append(.example(number)) }
            for number in 1...4 { _ = try await store.putOff(.example(number), until: .evening, of: .ana, now: .noon) }
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            _ = try await store.note(.acted, with: .example(2), of: .ana, now: .noon)
            _ = try await store.setArchived(true, .example(3), of: .ana, now: .noon)
            func ids(_ folder: InboxFolder, _ now: Instant = .noon) async throws -> [DeliveryID] {
                try await store.messages(of: .ana, in: folder, countMax: 9, now: now).map(\.id)
            }
            let (inbox, later, archive) = try await (ids(.inbox), ids(.later), ids(.archive))
            #expect(inbox == [.example(5), .example(2), .example(1)] && later == [.example(4)] && archive == [.example(3)])
            let evening = try await (ids(.inbox, .evening), ids(.archive, .evening))
            #expect(evening.0 == [.example(4), .example(5), .example(2), .example(1)] && evening.1 == [.example(3)])
            // From the archive it goes where it would have been; what is put off is there no more.
            _ = try await store.setArchived(false, .example(3), of: .ana, now: .noon)
            #expect(try await ids(.later) == [.example(4), .example(3)].sorted())
            _ = try await store.setArchived(true, .example(5), of: .ana, now: .noon)
            _ = try await store.putOff(.example(5), until: .evening, of: .ana, now: .noon)
            #expect(try await ids(.archive).isEmpty)
            #expect(try await ids(.later).count == 3)
        },
        StoreConformance("What a later message takes the place of isn't put off any more: it would come back for nothing") { store in
            try await store.append(.example(1, collapseID: "in_app:4:shop:door", isOfAlert: false))
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            _ = try await store.putOff(.example(1), until: .evening, of: .ana, now: .noon)
            try await store.append(.example(2, collapseID: "in_app:4:shop:door", isOfAlert: false))
            let inbox = try await store.messages(of: .ana, in: .inbox, countMax: 9, now: .evening)
            #expect(inbox.map(\.id) == [.example(2), .example(1)] && inbox.map(\.laterUntil) == [nil, nil])
            #expect(inbox.map(\.readAt) == [nil, .noon])
            #expect(try await store.unreadCount(of: .ana, now: .evening) == 1)
        },
    ]
}
