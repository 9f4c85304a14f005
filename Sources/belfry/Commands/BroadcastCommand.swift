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
        commandName: "broadcast", abstract: "Has many people told the same.",
        subcommands: [Send.self, Show.self, List.self, Cancel.self], defaultSubcommand: Send.self)

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a broadcast in; workers carry it out.",
            discussion: """
                Recipients come one a line: an identifier, or JSON with user_id. They are read as a stream, so a file may be of any length. Where \
                the command was cut off, nothing is sent; give it again with the same --key.

                With --personalised the title, the body and those of --texts put in what each recipient has of their own, by its name: \
                `--body 'Hello {{name}}'`, and in the file {"user_id": "ana", "values": {"name": "Ana"}}.

                With --dry-run nothing is taken in. It shows how many it would be told to, what the first recipient would read, and what would become \
                of the first \(BroadcastPreview.deliveryCountMax), over the channels that are set up here.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "A file with the recipients, or - for standard input.")
        var to: String?

        @Flag(help: "To everybody who has a profile or is in a family.")
        var all = false

        @Option(help: "To whoever is in this audience of the app: `belfry audience` keeps them.")
        var audience: String?

        @Option(help: "Over which channel: \(DeliveryChannel.allCases.map(\.rawValue).joined(separator: ", ")).")
        var channel: String

        @Option(
            name: .customLong("fallback-channel"),
            help: "Over which those are told whom the channel doesn't reach; several are tried one after the other.")
        var fallbackChannels: [String] = []

        @OptionGroup var what: OrderOptions
        @OptionGroup var moment: MomentOptions

        @OptionGroup var personal: PersonalOptions

        @Flag(help: "Only say how many it would be told, and what would become of the first of them.")
        var dryRun = false

        @Flag(help: "Don't ask.")
        var yes = false

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard [to != nil, all, audience != nil].count(where: \.self) == 1 else {
                throw ValidationError("Give one of --to FILE, --to -, --audience NAME and --all.")
            }
            guard audience == nil || audience.flatMap({ AudienceID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--audience").message) }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (body, text) = try understood { try what.written(over: [channel], with: ownFields().merging(moment.fields) { $1 }) }
                let order = try await house.read(NotificationOrder.self, knowing: NotificationOrder.memberNamesOfBroadcast, filling: body).asked
                let personalisation = try understood { try what.personalisation(in: text) }
                let app = order.app ?? .house
                try await house.checkIsKnown(app)
                // A file is held against what was taken in; that it is to everybody, or to an audience, is part of what the key stands for.
                let ending = audience.map { " to the audience \($0)" } ?? (all ? " to all" : "")
                let key = try what.idempotencyKey(standingFor: text + ending, of: app)
                if key == nil || dryRun { try understood { try order.checkExpiry(now: house.now()) } }
                let target = try target()
                let authenticator = await house.authenticator
                let desk = BroadcastDesk(
                    store: house.store, identifiers: house.identifiers, imageOrigins: house.settings.channels.imageOrigins
                ) { authenticator.erasureMark(of: $0) }
                func preview() async throws -> BroadcastPreview {
                    try await carryingOut { try await desk.preview(of: order, personalisation: personalisation, of: app, to: target, now: house.now()) }
                }
                guard !dryRun else { return try await BroadcastCommand.rehearse(try await preview(), in: house, json) }
                if all, !yes {
                    let count = try await preview().recipientCount
                    try confirm("This is told to everybody: \(inWords(recipientCount: count)).", else: "Nobody is told.")
                }
                let (progress, isRepeated) = try await carryingOut {
                    try await house.audited(.broadcastOrdered) {
                        try await desk.take(order, personalisation: personalisation, of: app, to: target, under: key, now: house.now())
                    }
                }
                if json { return try printJSON(BroadcastBody(progress, isRepeated: isRepeated)) }
                print("\(progress.broadcast.id)\n\(isRepeated ? "It was taken in before" : "Taken in"), for \(inWords(recipientCount: progress.recipientCount)).")
            }
        }

        private func target() throws -> BroadcastTarget<RecipientLines<FilePieces>> {
            if let to { return .named(RecipientLines(of: TextLines(of: try FilePieces(to)))) }
            return audience.flatMap { AudienceID($0) }.map { .audience($0) } ?? .everybody
        }

        /// As the fields of the API.
        private func ownFields() -> [String: Any] {
            var fields = personal.fields
            fields["fallback_channels"] = fallbackChannels.isEmpty ? nil : fallbackChannels
            return fields
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
                let found = try await house.store.broadcasts(of: nil, before: nil, countMax: limit)
                guard !json else { return try found.forEach { try printJSON(BroadcastBody($0)) } }
                guard !found.isEmpty else { return printError("Nothing was told to many yet.") }
                printTable(
                    ["id", "status", "made", "channel", "recipients"],
                    found.map { progress in
                        let broadcast = progress.broadcast
                        return [
                            "\(broadcast.id)", progress.status.rawValue, "\(broadcast.createdAt)", BroadcastCommand.channels(broadcast),
                            BroadcastCommand.counts(progress),
                        ]
                    })
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Calls a broadcast off.",
            discussion: "No further batch of it is begun; what is on its way can't be stopped. One of which nothing is left stays completed, and it says so.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The broadcast.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                guard let id = BroadcastID(id),
                    try await house.audited(.broadcastCancelled, of: id.text, { try await house.store.cancel(id, now: house.now()) }),
                    let progress = try await house.store.progress(of: id)
                else { throw Failure.unknownBroadcast }
                guard !json else { return try printJSON(BroadcastBody(progress)) }
                print(BroadcastCommand.line(progress))
                if progress.status == .completed { print("Nothing of it was left to call off.") }
            }
        }
    }

    /// Says what would become of the first of those whom it would be told to.
    static func rehearse(_ preview: BroadcastPreview, in house: House, _ json: Bool) async throws {
        let answers = try await house.withDispatch { dispatch in
            let rehearsal = Rehearsal(
                store: house.store, zones: house.zones, switchboard: dispatch.switchboard, ageMax: house.settings.ageMax)
            return try await rehearsal.answers(on: preview, now: house.now())
        }
        let body = RehearsedBroadcastBody(preview, answers)
        guard !json else { return try printJSON(body) }
        print("Would be told to \(inWords(recipientCount: preview.recipientCount)).")
        if let first = preview.first {
            print("The first would read: \(inLine(first.title, first.body))")
            for (language, text) in first.texts?.all ?? [] { print("  in \(language.rawValue): \(inLine(text.title, text.body))") }
        }
        guard body.looked > 0 else { return }
        print(body.looked < preview.recipientCount ? "Of the first \(body.looked):" : "Of them:")
        for shared in body.verdicts {
            let outcome =
                switch shared.action {
                case .send: "sent"
                case .hold: "held"
                case .skip: "left out"
                case .fail: "given up"
                }
            let channel = shared.channel.map { " over \(printable($0))" } ?? ""
            print("\(shared.recipients) would be \(outcome)\(channel) (\(printable(shared.reason?.rawValue ?? shared.error ?? "")))")
        }
        if answers.contains(where: { $0.pause != nil }) { print("It waits, because it is paused.") }
    }

    fileprivate static func line(_ progress: BroadcastProgress) -> String {
        "\(progress.broadcast.id)  \(progress.status.rawValue)  \(channels(progress.broadcast))  \(counts(progress))"
    }

    /// In the order in which they are tried.
    fileprivate static func channels(_ broadcast: Broadcast) -> String {
        ([broadcast.channelName] + broadcast.fallbackChannelNames).map { printable($0) }.joined(separator: ", ")
    }

    fileprivate static func counts(_ progress: BroadcastProgress) -> String {
        let rest = progress.status == .cancelled ? "not sent" : "waiting"
        return """
            \(inWords(recipientCount: progress.recipientCount)): \(progress.sentCount) sent, \(progress.skippedCount) left out, \
            \(progress.queuedCount) as rows of the queue, \(progress.waitingCount) \(rest)
            """
    }
}

private func inLine(_ title: String?, _ body: String?) -> String { [title, body].compactMap { $0 }.map(printable).joined(separator: " / ") }

private func inWords(recipientCount count: Int) -> String { "\(count) recipient\(count == 1 ? "" : "s")" }

// Outside of the sequence, in which `Failure` is another name.
private func unreadable(_ path: String) -> Failure { .unreadable(path) }

/// A file piece by piece; standard input where its name is a hyphen.
struct FilePieces: AsyncSequence, AsyncIteratorProtocol {
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
