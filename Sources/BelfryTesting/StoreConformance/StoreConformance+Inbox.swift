import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What the inbox keeps of each message, and who reads it, has it unread and puts it away.
    static let inbox: [StoreConformance] = [
        StoreConformance("A message arrives once, and stays as it came") { store in
            try await store.enqueue(.example(1, over: .inApp))
            try await store.append(.example(1))
            try await store.append(.example(1, title: "The same again"))
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(messages == [.example(1)])
        },
        StoreConformance("A message keeps its language, also once it was read and put away; where it has none, none is made up") { store in
            for number in 1...2 { try await store.append(.example(number, language: number == 1 ? .arabic : nil)) }
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            _ = try await store.setArchived(true, .example(1), of: .ana, now: .noon)
            let (archive, inbox) = (
                try await store.messages(of: .ana, in: .archive, countMax: 9), try await store.messages(of: .ana, in: .inbox, countMax: 9)
            )
            #expect(archive.map(\.language) == [.arabic] && inbox.map(\.language) == [nil])
        },
        StoreConformance("A message keeps its link, also once it was read and put away; where it has none, none is made up") { store in
            let link = NotificationLink(literal: "example-app://orders/7")
            for number in 1...2 { try await store.append(.example(number, link: number == 1 ? link : nil)) }
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            _ = try await store.setArchived(true, .example(1), of: .ana, now: .noon)
            let (archive, inbox) = (
                try await store.messages(of: .ana, in: .archive, countMax: 9), try await store.messages(of: .ana, in: .inbox, countMax: 9)
            )
            #expect(archive.map(\.link) == [link] && inbox.map(\.link) == [nil])
        },
        StoreConformance("A message keeps its actions; taking one reads it, several may be taken, and each counts once") { store in
            let actions = try #require(OfferedActions.example)
            for number in 1...2 { try await store.append(.example(number, actions: number == 1 ? actions : nil, isOfAlert: false)) }
            let taken = try await store.take(ActionID(literal: "later"), with: .example(1), of: .ana, now: .noon)
            #expect(taken == actions[ActionID(literal: "later")])
            for id in ["pay", "later"] {
                #expect(try await store.take(ActionID(literal: id), with: .example(1), of: .ana, now: .evening)?.id.text == id)
            }
            for (id, number, user) in [("pa", 1, UserID.ana), ("pay", 1, .ben), ("pay", 2, .ana), ("pay", 3, .ana)] {
                #expect(try await store.take(ActionID(literal: id), with: .example(number), of: user, now: .evening) == nil, "\(id) \(number) \(user)")
            }
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.map(\.actions) == [nil, actions] && messages.map(\.readAt) == [nil, .noon])
            #expect(messages.map { $0.actionsTaken.map(\.text) } == [[], ["later", "pay"]])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1])
        },
        StoreConformance("A message keeps its picture, with and without actions, which are taken all the same; where it has none, none is made up") { store in
            let image = try #require(NotificationImage(url: "https://cdn.app.example/a.jpg?b=1&c='2'", alt: "“A puddle” \\ \"eine Pfütze\""))
            let actions = try #require(OfferedActions.example)
            for (number, actions, image) in [(1, nil, image), (2, actions, image), (3, actions, nil), (4, nil, nil)] {
                try await store.append(.example(number, actions: actions, image: image, isOfAlert: false))
            }
            for number in 2...3 {
                #expect(try await store.take(ActionID(literal: "pay"), with: .example(number), of: .ana, now: .noon)?.title == "Pay now")
            }
            #expect(try await store.take(ActionID(literal: "pay"), with: .example(1), of: .ana, now: .noon) == nil)
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 4)
            #expect(messages.map(\.image) == [nil, nil, image, image] && messages.map(\.actions) == [nil, actions, actions, nil])
        },
        StoreConformance("What stands behind a NUL in a text is kept") { store in
            try await store.enqueue(.example(1, over: .inApp))
            try await store.append(.example(1, title: "Ben\0 walks less"))
            let message = try await store.messages(of: .ana, in: .inbox, countMax: 1).first
            #expect(message?.content.title.hasSuffix(" walks less") == true)
            let people = [FamilyMember(user: .ana, firstName: "A\0na", role: .admin)]
            try await store.save(FamilyRecord(id: FamilyRecord.household.id, name: "The\0 Lindens", members: people), now: .noon)
            let family = try await store.family(FamilyRecord.household.id)
            #expect(family?.name.hasSuffix(" Lindens") == true && family?.members.first?.firstName.hasSuffix("na") == true)
            try await store.lease()
            try await store.record(1, .failed(error: "refused:\0 gone"))
            let row = try await store.row(1)
            #expect(row.lastError?.hasSuffix(" gone") == true)
            try await store.enqueue(.example(2))
            let terms = LeaseTerms(countMax: 1, now: .noon, until: .evening, holder: "worker-1", token: "token-2")
            _ = try await store.lease(terms) { candidates in
                candidates.map { Verdict(delivery: $0.delivery.id, judgement: .undeliverable(why: "unknown_channel:\0 pigeon"), inputs: nil) }
            }
            let unsent = try await store.row(2)
            #expect(unsent.lastError?.hasSuffix(" pigeon") == true)
        },
        StoreConformance("A person reads their own messages, the newest first") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp), .example(3, over: .inApp))
            for number in [2, 3, 1] { try await store.append(.example(number)) }
            let all = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(all.map(\.id) == [.example(3), .example(2), .example(1)])
            let newest = try await store.messages(of: .ana, in: .inbox, countMax: 1)
            #expect(newest.map(\.id) == [.example(3)])
            let others = try await store.messages(of: .ben, in: .inbox, countMax: 10)
            #expect(others.isEmpty)
        },
        StoreConformance("Only who got a message marks it as read") { store in
            try await store.enqueue(.example(1, over: .inApp))
            try await store.append(.example(1))
            let others = try await store.markRead(.example(1), of: .ben, now: .noon)
            #expect(!others)
            let unknown = try await store.markRead(.example(9), of: .ana, now: .noon)
            #expect(!unknown)
            let unread = try await store.messages(of: .ana, in: .inbox, countMax: 1)
            #expect(unread.first?.readAt == nil)
            let own = try await store.markRead(.example(1), of: .ana, now: .noon)
            #expect(own)
            let read = try await store.messages(of: .ana, in: .inbox, countMax: 1)
            #expect(read.first?.readAt == .noon)
            let again = try await store.markRead(.example(1), of: .ana, now: .evening)
            #expect(again)
            let stillRead = try await store.messages(of: .ana, in: .inbox, countMax: 1)
            #expect(stillRead.first?.readAt == .noon, "read since the first time")
        },
        StoreConformance("Only who got a message marks it as unread again, and what was read keeps its first moment") { store in
            try await store.enqueue(.example(1, over: .inApp))
            try await store.append(.example(1))
            let unreadBefore = try await store.markUnread(.example(1), of: .ana, now: .noon)
            #expect(unreadBefore)
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            let others = try await store.markUnread(.example(1), of: .ben, now: .evening)
            #expect(!others)
            let own = try await store.markUnread(.example(1), of: .ana, now: .evening)
            #expect(own)
            let unread = try await store.messages(of: .ana, in: .inbox, countMax: 1)
            #expect(unread.first?.readAt == nil)
            _ = try await store.markRead(.example(1), of: .ana, now: .evening)
            let read = try await store.messages(of: .ana, in: .inbox, countMax: 1)
            #expect(read.first?.readAt == .noon)
        },
        StoreConformance("What is put away leaves the inbox for the archive, and comes back as it was") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp))
            for number in [1, 2] { try await store.append(.example(number)) }
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            let others = try await store.setArchived(true, .example(1), of: .ben, now: .noon)
            #expect(!others)
            let unknown = try await store.setArchived(true, .example(9), of: .ana, now: .noon)
            #expect(!unknown)
            for moment in [Instant.noon, .evening] {
                let own = try await store.setArchived(true, .example(1), of: .ana, now: moment)
                #expect(own)
            }
            let inbox = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(inbox.map(\.id) == [.example(2)])
            let archive = try await store.messages(of: .ana, in: .archive, countMax: 10)
            #expect(archive.map(\.id) == [.example(1)] && archive.first?.archivedAt == .noon && archive.first?.readAt == .noon)
            let back = try await store.setArchived(false, .example(1), of: .ana, now: .evening)
            #expect(back)
            let whole = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(whole.map(\.id) == [.example(2), .example(1)] && whole.last?.archivedAt == nil && whole.last?.readAt == .noon)
            let empty = try await store.messages(of: .ana, in: .archive, countMax: 10)
            #expect(empty.isEmpty)
        },
        StoreConformance("A page of messages begins behind the last one of the page before, and the unread ones of all are counted") { store in
            for number in 1...3 {
                try await store.enqueue(.example(number, over: .inApp))
                try await store.append(.example(number))
            }
            let first = try await store.messages(of: .ana, in: .inbox, before: nil, countMax: 2, now: .noon)
            let second = try await store.messages(of: .ana, in: .inbox, before: first.last?.place, countMax: 2, now: .noon)
            #expect(first.map(\.id) == [.example(3), .example(2)] && second.map(\.id) == [.example(1)])
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            _ = try await store.markRead(.example(2), of: .ana, now: .noon)
            _ = try await store.markUnread(.example(2), of: .ana, now: .noon)
            let counts = try await (store.unreadCount(of: .ana), store.unreadCount(of: .ben))
            #expect(counts == (2, 0))
        },
        StoreConformance("What lies unread is marked as read back from one message, so many at once; what came later, is put away or is another's stays") { store in
            for number in 1...5 {
                try await store.enqueue(.example(number, over: .inApp))
                try await store.append(.example(number))
            }
            _ = try await store.setArchived(true, .example(1), of: .ana, now: .noon)
            _ = try await store.markRead(.example(3), of: .ana, now: .noon)
            let others = try await store.markRead(through: .example(4), of: .ben, countMax: 9, now: .evening)
            let unknown = try await store.markRead(through: .example(9), of: .ana, countMax: 9, now: .evening)
            #expect(others == nil && unknown == nil)
            func readAt() async throws -> [Instant?] { try await store.messages(of: .ana, in: .inbox, countMax: 9).map(\.readAt) }
            let first = try await store.markRead(through: .example(4), of: .ana, countMax: 1, now: .evening)
            let half = try await readAt()
            #expect(first == 1 && half == [nil, .evening, .noon, nil])
            let second = try await store.markRead(through: .example(4), of: .ana, countMax: 9, now: .evening)
            let again = try await store.markRead(through: .example(4), of: .ana, countMax: 9, now: .evening + .seconds(60))
            let whole = try await readAt()
            #expect(second == 1 && again == 0 && whole == [nil, .evening, .noon, .evening])
            let archive = try await store.messages(of: .ana, in: .archive, countMax: 9)
            let unreadCount = try await store.unreadCount(of: .ana)
            #expect(archive.map(\.readAt) == [nil] && unreadCount == 1)
            _ = try await store.markUnread(.example(3), of: .ana, now: .evening)
            let onceRead = try await store.markRead(through: .example(3), of: .ana, countMax: 9, now: .evening)
            let after = try await readAt()
            #expect(onceRead == 1 && after == whole, "what was read once keeps its first moment")
            let fromArchive = try await store.markRead(through: .example(1), of: .ana, countMax: 9, now: .evening)
            #expect(fromArchive == 0)
        },
    ]
}

extension OfferedActions {
    /// To pay, where it leads to the shop, or later, in a language that was chosen.
    static let example = OfferedActions(
        [
            OfferedAction(id: ActionID(literal: "pay"), title: "Pay now", link: NotificationLink(literal: "https://app.example/pay")),
            OfferedAction(id: ActionID(literal: "later"), title: "“Later” \\ \"später\"", language: .german),
        ].compactMap(\.self))
}

extension InboxMessage {
    /// What Ana's inbox is told of Ben, so many seconds after noon.
    static func example(
        _ number: Int, to recipient: UserID = .ana, title: String = "Ben walks less", language: Language? = nil, link: NotificationLink? = nil,
        actions: OfferedActions? = nil, image: NotificationImage? = nil, collapseID: String? = nil, isOfAlert: Bool = true
    ) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: recipient, member: .ben, alert: isOfAlert ? .example(number) : nil, category: Payload.patternAlertKind,
            content: NotificationContent(title: title, body: "5200 steps a day instead of 8000.", severity: .watch),
            createdAt: .noon + .seconds(number), readAt: nil, language: language, link: link, actions: actions, image: image,
            collapseID: collapseID)
    }
}
