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
        StoreConformance("Nothing is taken of what waits or was left out; what is on its way, was tried or was sent may have been told") { store in
            let pay = ActionID(literal: "pay")
            let deliveries = (1...4).map { Delivery.ordered($0, offering: OfferedActions.example) }
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            func outcome(_ number: Int) async throws -> String {
                do {
                    return try await store.take(pay, with: .example(number), of: .ana, now: .noon) == nil ? "unknown" : "taken"
                } catch let problem as Problem {
                    return problem.code
                }
            }
            func outcomes() async throws -> [String] {
                var all: [String] = []
                for number in 1...4 { all.append(try await outcome(number)) }
                return all
            }
            let waiting = try await outcomes()
            #expect(waiting == Array(repeating: "not_told", count: 4))
            try await store.lease { $0.delivery.id == .example(4) ? .skip(.categoryDisabled) : .send(.allowed) }
            try await store.record(1, .returned)
            try await store.record(2, .retry(at: .evening, error: "http_503: the service is away"))
            let tried = try await outcomes()
            #expect(tried == ["not_told", "taken", "taken", "not_told"])
            try await store.record(3, .sent)
            let sent = try await outcome(3)
            #expect(sent == "taken")
            #expect(try await store.take(pay, with: .example(4), of: .ben, now: .noon) == nil)
        },
        StoreConformance("What takes the place of earlier messages has them retracted: of the same person alone, and never by coming again") { store in
            for number in [1, 2] { try await store.append(.example(number, collapseID: "in_app:4:shop:door")) }
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
            try await store.append(.example(1, collapseID: "in_app:4:shop:door"))
            retracted = try await retractions(of: .ana)
            #expect(retracted == [.example(1): first])
            _ = try await store.setArchived(true, .example(1), of: .ana, now: .noon)
            try await store.append(.example(6, collapseID: "in_app:4:shop:door"))
            retracted = try await retractions(of: .ana)
            #expect(retracted == [.example(2): second])
            let archive = try await store.messages(of: .ana, in: .archive, countMax: 9)
            #expect(archive.map(\.retractedAt) == [first])
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
        StoreConformance("What a person does with a notification counts for what told them of the same, once, whichever channel brought it") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2, of: 1, over: .push))
            try await store.append(.example(1))
            for step in EngagementStep.allCases + EngagementStep.allCases {
                let others = try await store.note(step, with: .example(2), of: .ben, now: .noon)
                let own = try await store.note(step, with: .example(2), of: .ana, now: .noon)
                #expect(own && !others)
            }
            let unknown = try await store.note(.opened, with: .example(9), of: .ana, now: .noon)
            #expect(!unknown)
            let message = try await store.messages(of: .ana, in: .inbox, countMax: 1).first
            #expect(message?.readAt == .noon)
            let events = try await store.totals().map(\.kind.event).filter { $0 == .read || $0 == .acted }
            #expect(events == [.acted, .read])
            let counts = try await store.totals().filter { $0.kind.event == .read || $0.kind.event == .acted }.map(\.count)
            #expect(counts == [1, 1])
        },
        StoreConformance("Whoever snoozes or dismisses an alert has acted on what told them of it; others have not") { store in
            for (number, hides) in [(1, true), (2, false)] {
                try await store.enqueue(.example(number, over: .inApp))
                try await store.append(.example(number))
                _ = hides
                    ? try await store.snooze(.example(number), until: .sunday, dayCount: 1, by: .ana, now: .noon)
                    : try await store.dismiss(.example(number), by: .ben, now: .noon) != nil
            }
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.map(\.readAt) == [nil, .noon])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1])
        },
        StoreConformance("Whoever snoozes an alert that a summary told of has acted on the summary") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp))
            try await store.lease { $0.delivery.id == .example(2) ? .merge(into: .example(1)) : .send(.allowed) }
            try await store.append(.example(1))
            #expect(try await store.snooze(.example(2), until: .sunday, dayCount: 1, by: .ana, now: .noon))
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.map(\.readAt) == [.noon])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1])
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
    fileprivate static func example(
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
