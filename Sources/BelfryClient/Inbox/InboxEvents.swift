import Foundation

/// What happens in an inbox.
public enum InboxEvent: Hashable, Sendable {
    /// The line was cut, and is back. Of the 100 newest messages all that are there follow, the oldest first, as ``message(_:)``, and then the count: what
    /// an app has that is no older than those, and that doesn't come, is in the inbox no more.
    case reconnected
    /// It is new, or was put off until now.
    case message(InboxMessage)
    /// It was read, marked as unread, acted on or taken back out of the archive, on whichever device.
    case changed(InboxMessage)
    /// It is no longer true.
    case retracted(InboxMessage)
    /// It is true after all.
    case reinstated(InboxMessage)
    /// It lies in the inbox no more: it was put away or off, or erased.
    case removed(id: String)
    /// How many lie in the inbox unread: at the beginning, and whenever that has changed.
    case unreadCount(Int)

    /// Nil of a kind that came later, which is passed over.
    init?(_ event: ServerSentEvents.Event) throws {
        struct Removed: Decodable { let id: String }
        struct Unread: Decodable {
            let count: Int

            enum CodingKeys: String, CodingKey { case count = "unread_count" }
        }
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
            do {
                return try JSONDecoder().decode(type, from: Data(event.data.utf8))
            } catch {
                throw BelfryError(.unreadableAnswer, "An event of the inbox can't be read. Is this client older than the server?", cause: error)
            }
        }
        switch event.name {
        case "message": self = .message(try read(InboxMessage.self))
        case "changed": self = .changed(try read(InboxMessage.self))
        case "retracted": self = .retracted(try read(InboxMessage.self))
        case "reinstated": self = .reinstated(try read(InboxMessage.self))
        case "removed": self = .removed(id: try read(Removed.self).id)
        case "unread_count": self = .unreadCount(try read(Unread.self).count)
        default: return nil
        }
    }
}

/// An inbox that is followed: it goes on until its task is cancelled, and connects again where the line is cut.
///
/// It throws where connecting again doesn't help: the person is signed in no more, or the server can't be reached as often as ``RetryRule`` tries.
public struct InboxEvents: AsyncSequence, Sendable {
    let caller: Caller

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let caller: Caller
        private var bytes: AsyncThrowingStream<Data, any Error>.Iterator?
        private var reader = ServerSentEvents()
        private var waiting: [InboxEvent] = []
        private var lastID: String?
        /// Connections since something was last told.
        private var attempt = 0

        init(caller: Caller) { self.caller = caller }

        public mutating func next() async throws -> InboxEvent? {
            while waiting.isEmpty {
                try Task.checkCancellation()
                guard bytes != nil else {
                    try await connect()
                    continue
                }
                do {
                    guard let piece = try await bytes?.next() else {
                        // The server stops, or the token has run out: another connection will tell.
                        bytes = nil
                        continue
                    }
                    waiting = try reader.read(piece).compactMap { try InboxEvent($0) }
                    lastID = reader.lastID ?? lastID
                    if !waiting.isEmpty { attempt = 0 }
                } catch let error as BelfryError {
                    throw error
                } catch {
                    bytes = nil
                }
            }
            return waiting.removeFirst()
        }

        private mutating func connect() async throws {
            if attempt > 0 {
                let cut = BelfryError(.connectionLost, "The server ends each connection before it tells anything.")
                let pause = caller.retries.pause(after: cut, attempt: attempt, isRepeatable: true, dice: caller.machine.dice())
                guard let pause else { throw cut }
                try await caller.machine.sleep(pause)
            }
            attempt += 1
            var call = Call.get("v1", "inbox", "events")
            call.headers["Accept"] = "text/event-stream"
            call.headers["Last-Event-ID"] = lastID
            bytes = try await caller.open(call).body.makeAsyncIterator()
            reader = ServerSentEvents()
            if lastID != nil { waiting.append(.reconnected) }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(caller: caller) }
}

extension PersonClient {
    /// What comes into the inbox, and what is done with it, as it happens.
    ///
    /// Needs a transport that tells what comes as it comes, as ``URLSessionTransport`` does. A person may follow their inbox 30 times at once.
    public var inboxEvents: InboxEvents { InboxEvents(caller: caller) }
}
