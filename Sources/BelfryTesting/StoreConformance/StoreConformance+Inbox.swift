import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What a person was told in the app.
    static let inbox: [StoreConformance] = [
        StoreConformance("A message arrives once, and stays as it came") { store in
            try await store.enqueue(.example(1, over: .inApp))
            try await store.append(.example(1))
            try await store.append(.example(1, title: "The same again"))
            let messages = try await store.messages(of: .ana, countMax: 10)
            #expect(messages == [.example(1)])
        },
        StoreConformance("A person reads their own messages, the newest first") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp), .example(3, over: .inApp))
            for number in [2, 3, 1] { try await store.append(.example(number)) }
            let all = try await store.messages(of: .ana, countMax: 10)
            #expect(all.map(\.id) == [.example(3), .example(2), .example(1)])
            let newest = try await store.messages(of: .ana, countMax: 1)
            #expect(newest.map(\.id) == [.example(3)])
            let others = try await store.messages(of: .ben, countMax: 10)
            #expect(others.isEmpty)
        },
        StoreConformance("Only who got a message marks it as read") { store in
            try await store.enqueue(.example(1, over: .inApp))
            try await store.append(.example(1))
            let others = try await store.markRead(.example(1), of: .ben, now: .noon)
            #expect(!others)
            let unknown = try await store.markRead(.example(9), of: .ana, now: .noon)
            #expect(!unknown)
            let unread = try await store.messages(of: .ana, countMax: 1)
            #expect(unread.first?.readAt == nil)
            let own = try await store.markRead(.example(1), of: .ana, now: .noon)
            #expect(own)
            let read = try await store.messages(of: .ana, countMax: 1)
            #expect(read.first?.readAt == .noon)
            let again = try await store.markRead(.example(1), of: .ana, now: .evening)
            #expect(again)
            let stillRead = try await store.messages(of: .ana, countMax: 1)
            #expect(stillRead.first?.readAt == .noon, "read since the first time")
        },
    ]
}

extension InboxMessage {
    fileprivate static func example(_ number: Int, title: String = "Ben walks less") -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: .ana, member: .ben, alert: .example(number), category: Payload.patternAlertKind,
            content: NotificationContent(title: title, body: "5200 steps a day instead of 8000.", severity: .watch),
            createdAt: .noon + .seconds(number), readAt: nil)
    }
}
