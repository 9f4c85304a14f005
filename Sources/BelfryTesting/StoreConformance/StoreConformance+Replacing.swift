import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Messages that take the place of earlier ones.
    static let replacing: [StoreConformance] = [
        StoreConformance("What takes the place of earlier messages has them retracted: of the same person alone, and never by coming again") { store in
            for number in [1, 2] { try await store.append(.example(number, collapseID: "in_app:4:shop:door", isOfAlert: false)) }
            try await store.append(.example(3, collapseID: "in_app:4:shop:window"))
            try await store.append(.example(4))
            try await store.append(.example(5, to: .ben, collapseID: "in_app:4:shop:door"))
            func retractions(of person: UserID) async throws -> [DeliveryID: Instant] {
                let messages = try await store.messages(of: person, in: .inbox, countMax: 9)
                return Dictionary(uniqueKeysWithValues: messages.compactMap { message in message.retractedAt.map { (message.id, $0) } })
            }
            let (first, second) = (Instant.noon + .seconds(2), Instant.noon + .seconds(6))
            var retracted = try await retractions(of: .ana)
            #expect(retracted == [.example(1): first])
            // An answer was lost: the older one comes again.
            try await store.append(.example(1, collapseID: "in_app:4:shop:door", isOfAlert: false))
            retracted = try await retractions(of: .ana)
            #expect(retracted == [.example(1): first])
            _ = try await store.setArchived(true, .example(1), of: .ana, now: .noon)
            try await store.append(.example(6, collapseID: "in_app:4:shop:door", isOfAlert: false))
            retracted = try await retractions(of: .ana)
            #expect(retracted == [.example(2): second])
            let archive = try await store.messages(of: .ana, in: .archive, countMax: 9)
            let states = try await store.messages(of: .ana, in: .inbox, countMax: 9).sorted { $0.id < $1.id }.map(\.state)
            #expect(archive.map(\.retractedAt) == [first] && archive.map(\.state) == [.replaced])
            #expect(states == [.replaced, .current, .current, .current])
            let others = try await retractions(of: .ben)
            #expect(others.isEmpty)
        },
        StoreConformance("Of messages that take each other's place and come at once one stays") { store in
            let count = 40
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...count { group.addTask { try await store.append(.example(number, collapseID: "in_app:4:shop:door")) } }
                try await group.waitForAll()
            }
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: count)
            #expect(messages.count == count && messages.count { $0.retractedAt == nil } == 1)
        },
        StoreConformance("What a later message has the place of isn't unread any more, also where it was marked so; what a correction took back is") { store in
            try await store.append(.example(1, collapseID: "in_app:4:shop:door"))
            try await store.append(.example(2, collapseID: "in_app:4:shop:door", isOfAlert: false))
            _ = try await store.markRead(.example(2), of: .ana, now: .noon)
            _ = try await store.markUnread(.example(2), of: .ana, now: .noon)
            for number in [3, 4] { try await store.append(.example(number, collapseID: "in_app:4:shop:door", isOfAlert: false)) }
            // The first is about an alert: it is no app's, and what an alert told of stays to be read.
            let unreadCount = try await store.unreadCount(of: .ana)
            #expect(unreadCount == 2)
            let marked = try await store.markRead(through: .example(4), of: .ana, countMax: 2, now: .evening)
            let readAt = try await store.messages(of: .ana, in: .inbox, countMax: 9).map(\.readAt)
            #expect(marked == 2 && readAt == [.evening, nil, nil, .evening], "those that nobody has to read take no place of the others")
            let left = try await store.unreadCount(of: .ana)
            #expect(left == 0)
        },
    ]
}
