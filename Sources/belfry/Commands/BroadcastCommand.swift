import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct BroadcastCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broadcast", abstract: "Has many people told the same, over one channel.",
        subcommands: [Send.self, Show.self, List.self, Cancel.self], defaultSubcommand: Send.self)

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a broadcast in; workers carry it out.",
            discussion: """
                Recipients come one a line: an identifier, or JSON with user_id. They are read as a stream, so a file may be of any length. Where \
                the command was cut off, nothing is sent; give it again with the same --key.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "A file with the recipients, or - for standard input.")
        var to: String?

        @Flag(help: "To everybody who has a profile or is in a family.")
        var all = false

        @Option(help: "What it says at its head.")
        var title: String?

        @Option(help: "What it says.")
        var body: String?

        @Option(help: "Over which channel: \(DeliveryChannel.allCases.map(\.rawValue).joined(separator: ", ")).")
        var channel: String

        @Option(help: "What it is about, by which people switch it off.")
        var category: String?

        @Option(help: "watch, attention or critical.")
        var severity: String?

        @Option(help: "critical, normal or low (default: as the severity asks for).")
        var priority: String?

        @Option(help: "Not before this moment, as 2026-01-26T08:00:00Z.")
        var deliverAfter: String?

        @Option(help: "Not from this moment on.")
        var expiresAt: String?

        @Option(help: "The app whose it is (default: the house's own).")
        var app: String?

        @Option(help: "The same key takes the same in once, for 30 days.")
        var key: String?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard (to == nil) == all else { throw ValidationError("Give --to FILE, --to - or --all.") }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (order, head) = try understood(order)
                let app = order.app ?? .house
                let key = try key.map { text in
                    // A file is held against what was taken in; that it is to everybody is part of what the key stands for.
                    let fingerprint = Authenticator.hash(ofKey: all ? head + " to all" : head)
                    guard let key = IdempotencyKey(text, of: app, fingerprint: fingerprint) else {
                        throw Failure("--key must have 1 to \(IdempotencyKey.byteCountMax) characters.", isUsage: true)
                    }
                    return key
                }
                if key == nil { try understood { try order.checkExpiry(now: house.now()) } }
                let desk = BroadcastDesk(store: house.store, identifiers: house.identifiers)
                let recipients = try to.map { RecipientLines(of: TextLines(of: try FilePieces($0))) }
                let (progress, isRepeated) = try await desk.take(order, of: app, to: recipients, under: key, now: house.now())
                if json { return try printJSON(BroadcastBody(progress, isRepeated: isRepeated)) }
                print("\(progress.broadcast.id)\n\(isRepeated ? "It was taken in before" : "Taken in"), for \(progress.recipientCount) recipients.")
            }
        }

        /// As the API reads it, so that what can't be taken is said alike.
        private func order() throws -> (NotificationOrder, String) {
            var fields: [String: Any] = ["channels": [channel]]
            fields["title"] = title
            fields["body"] = body
            fields["category"] = category
            fields["severity"] = severity
            fields["priority"] = priority
            fields["deliver_after"] = deliverAfter
            fields["expires_at"] = expiresAt
            fields["app_id"] = app
            let data = try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])
            do {
                return (try JSONDecoder().decode(NotificationOrder.self, from: data), String(decoding: data, as: UTF8.self))
            } catch let error as DecodingError {
                throw Problem(error)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows how far a broadcast has come.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The broadcast.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                guard let id = BroadcastID(id), let progress = try await house.store.progress(of: id) else { throw Failure.unknownBroadcast }
                json ? try printJSON(BroadcastBody(progress)) : print(BroadcastCommand.line(progress))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists broadcasts, the latest first.")

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "How many at most.")
        var limit = 20

        @Flag(help: "Print JSON, one broadcast a line.")
        var json = false

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                for progress in try await house.store.broadcasts(of: nil, before: nil, countMax: limit) {
                    json ? try printJSON(BroadcastBody(progress)) : print(BroadcastCommand.line(progress))
                }
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Calls a broadcast off.", discussion: "No further batch of it is begun; what is on its way can't be stopped.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The broadcast.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                guard let id = BroadcastID(id), try await house.store.cancel(id, now: house.now()),
                    let progress = try await house.store.progress(of: id)
                else { throw Failure.unknownBroadcast }
                json ? try printJSON(BroadcastBody(progress)) : print(BroadcastCommand.line(progress))
            }
        }
    }

    fileprivate static func line(_ progress: BroadcastProgress) -> String {
        let rest = progress.status == .cancelled ? "not sent" : "waiting"
        return """
            \(progress.broadcast.id)  \(progress.status.rawValue)  \(printable(progress.broadcast.channelName))  \(progress.recipientCount) recipients: \
            \(progress.sentCount) sent, \(progress.skippedCount) left out, \(progress.queuedCount) as rows of the queue, \(progress.waitingCount) \(rest)
            """
    }
}

// Outside of the sequence, in which `Failure` is another name.
private func unreadable(_ path: String) -> Failure {
    path == "-" ? Failure("Standard input can't be read.") : Failure("The file \(path) can't be read. Check the path and the permissions.")
}

/// A file piece by piece; standard input where its name is a hyphen.
private struct FilePieces: AsyncSequence, AsyncIteratorProtocol {
    private let path: String
    private let handle: FileHandle

    init(_ path: String) throws {
        guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else { throw unreadable(path) }
        self.path = path
        self.handle = handle
    }

    func makeAsyncIterator() -> Self { self }

    mutating func next() async throws -> Data? {
        do {
            guard let piece = try handle.read(upToCount: 64 * 1024), !piece.isEmpty else { return nil }
            return piece
        } catch {
            throw unreadable(path)
        }
    }
}
