#if os(Linux)
    import ArgumentParser
    import BelfryChannels
    import BelfryDesktop
    import BelfryDevice
    import BelfryModel
    import BelfryPhrases
    import BelfryPorts
    import BelfrySQLite
    import BelfrySystem
    import BelfryTime
    import Foundation
    import Logging
    import ServiceLifecycle
    import Synchronization
    import UnixSignals

    /// Keeps the reminders of whoever is signed in to this desktop.
    struct Agent: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keeps this desktop's reminders: plans them, and shows each when it is due.",
            discussion: """
                Runs as long as you are signed in; `make install-agent` makes it a service of your account. What is due while the machine \
                sleeps or is off is shown once when it is awake again, within a day. Facts come from `belfry device import`, from any \
                program that writes the device's file, or from a server with --server.
                """)

        @OptionGroup var device: DeviceOptions

        @Option(help: "Sync facts with this server, such as https://belfry.example (BELFRY_SERVER).")
        var server: String?

        @Option(help: "A file with your token for the server; it is read anew at each sync (BELFRY_TOKEN_FILE).")
        var tokenFile: String?

        @Flag(help: "Print what each pass has done as one line of JSON, on standard output.")
        var json = false

        func run() async throws {
            let path = device.path
            try device.prepareFolder()
            let lock = try AgentLock(besides: path)
            defer { lock.release() }
            let store = try device.open()
            defer { try? store.close() }
            let environment = ProcessInfo.processInfo.environment
            guard let bus = DesktopPresenter.busAddress(in: environment) else {
                throw Failure("There is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set. Start it in your desktop session.")
            }
            let presenter = try DesktopPresenter(busAddress: bus, journal: store)
            let alarm = try SystemAlarm()
            let zones = SystemTimeZoneDatabase()
            let line = try syncLine(environment)
            let centre = try await ScheduledCentre(
                store: store, presenter: presenter, now: { .systemNow() }, onEarlier: { alarm.wake() })
            let orchestrator = Orchestrator(
                store: store, centre: centre, zones: zones, profile: .linux, timezone: { SystemTimeZone.name() }, sharesReceipts: line != nil)
            let client = line.map {
                SyncClient(store: store, server: RemoteSyncServer($0), identifiers: UUIDv7Source(), now: { .systemNow() })
            }
            let parts = DeviceAgent.Parts(
                orchestrator: orchestrator, centre: centre, presenter: presenter, facts: store, zones: zones, alarm: alarm,
                now: { .systemNow() }, timezone: { SystemTimeZone.name() },
                sync: client.map { client in { @Sendable in try await syncOrSayWhy(client) } })
            // What was done lately may have been done without this server, and what others have edited since nobody has told us.
            if client != nil { try? await orchestrator.markDirty(now: .systemNow()) }
            let isJSON = json
            let notices = Mutex(DeviceNoticeLog())
            let refusals = Mutex(RefusedFactLog())
            let agent = DeviceAgent(parts) { event in
                report(event, asJSON: isJSON)
                guard case .pass(let pass) = event else { return }
                for refused in refusals.withLock({ $0.news(in: pass) }) where !isJSON {
                    printError("Refused: a row of \(refused.table.rawValue): \(printable(Phrases.sentence(for: refused.problem)))")
                }
                if let notice = notices.withLock({ $0.news(in: pass) }), let text = Phrases.banner(for: notice, in: pass.language) { printError(text) }
            }
            printError("Keeping the reminders of \(path)")
            let logger = Logger(label: "belfry") { _ in SwiftLogNoOpLogHandler() }
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [.init(service: AgentService(agent: agent))], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            ).run()
            await line?.shutdown()
        }

        private func syncLine(_ environment: [String: String]) throws -> HTTPSyncTransport? {
            guard let address = server ?? environment["BELFRY_SERVER"] else { return nil }
            guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
                throw Failure("--server \(address): give an address that begins with https:// or http://.", isUsage: true)
            }
            guard let file = tokenFile ?? environment["BELFRY_TOKEN_FILE"] else {
                throw Failure("A server wants to know who asks: give --token-file with the file of your token.", isUsage: true)
            }
            return HTTPSyncTransport(address: address) {
                let token = (try? String(contentsOfFile: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
                return token.flatMap { $0.isEmpty ? nil : $0 }
            }
        }
    }

    /// Else nobody learns that an address or a token is wrong.
    private func syncOrSayWhy(_ client: SyncClient) async throws {
        do {
            let setAside = try await client.sync().setAside
            let roomlessCount = setAside.count { $0.problem.isForWantOfRoom }
            if roomlessCount > 0 {
                printError(
                    "Not synced: \(roomlessCount) rows, because the person's devices share as much as they may. Delete some of what is "
                        + "shared; these are tried again at each sync.")
            }
            for row in setAside where !row.problem.isForWantOfRoom {
                printError(
                    """
                    Not synced: a row of \(row.table.rawValue): \(reason(for: row.problem)) All else is synced. It goes once it is edited to fit: \
                    a text has at most \(FactColumn.textLengthMax) characters, one of JSON \(FactColumn.jsonLengthMax).
                    """)
            }
        } catch {
            if !(error is CancellationError) { printError("Can't sync: \(reason(for: error)) It is tried again within the hour.") }
            throw error
        }
    }

    private func reason(for error: any Error) -> String {
        switch error as? SyncProblem {
        case .unavailable: "the server doesn't answer. Check the address and the line."
        case .conflict: "other devices sync all the time."
        case .tooLarge: "even one row is more than the server takes, or what stands in front of it. Check how large a request may be there."
        case .notAuthenticated: "the server doesn't know who asks. Check the file of the token."
        case .refused(let code, let field):
            "the server refuses \(field.map { "“\(printable($0))”" } ?? "what was edited"), as \(printable(code))."
        case nil: "\(describe(error))."
        }
    }

    /// Says what the agent has done; it names nobody and nothing.
    private func report(_ event: DeviceAgent.Event, asJSON: Bool) {
        switch event {
        case .pass(let report):
            if asJSON {
                try? printJSON(PassBody(report))
                fflush(nil)
            } else if report.callCount > 0 || !report.problems.isEmpty || report.trigger == .launch {
                printError("\(report.trigger.rawValue): \(report.summary)")
            }
        case .response(let outcome):
            if asJSON {
                try? printJSON(["response": outcome.code])
                fflush(nil)
            }
        case .refresh: break
        case .responseFailed:
            printError(
                "A response could not be written down yet; the store refuses. It is tried again as long as the agent runs. "
                    + "Check the free space and the permissions.")
        }
    }

    /// One pass as a line of JSON.
    private struct PassBody: Encodable {
        let trigger: PassTrigger
        let now: Instant
        let planned, added, replaced, removed, told, missed: Int
        let problems: [DeviceProblem]
        let permission: NotificationPermission

        init(_ report: PassReport) {
            trigger = report.trigger
            now = report.now
            planned = report.plan?.lineCount ?? 0
            (added, replaced, removed) = (report.addCount, report.replaceCount, report.removeCount)
            (told, missed) = (report.toldCount, report.missedCount)
            problems = report.problems
            permission = report.permission
        }
    }

    private struct AgentService: Service, CustomStringConvertible {
        let agent: DeviceAgent

        var description: String { "Agent" }

        func run() async throws {
            await cancelWhenGracefulShutdown { await agent.run() }
        }
    }
#endif
