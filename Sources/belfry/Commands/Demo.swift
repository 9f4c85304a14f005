import ArgumentParser
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts a server with a family of real wearable data, to look at.",
        discussion: """
            Keeps everything in one folder: settings with fresh secrets, and the store. A second start finds both and goes on with them. \
            The data are of three real people (LifeSnaps, CC BY 4.0); the family is invented.
            """)

    @Option(help: "Where to keep it.")
    var folder = ".belfry"

    @Option(help: "The port to listen on; 0 takes any that is free (BELFRY_PORT; default 8080).")
    var port: Int?

    @Option(help: ArgumentHelp("A program that stands in for the providers: what goes out over each channel is shown here.", valueName: "program"))
    var providers: String?

    func run() async throws {
        let file = try DemoSettings(folder: folder).path
        var options: [Settings.Key: String] = [.store: "sqlite:\(folder)/belfry.sqlite", .logLevel: "warning", .operators: DemoFamily.admin]
        options[.port] = port.map(String.init)
        // What it signs stands in mails that no stand-in keeps.
        var channels = ["email_unsubscribe_secret": randomText(byteCount: 32)]
        func settings() async throws -> Settings {
            try await Settings(options: options, file: file) { [channels] port in
                // Links in mails are made before anybody listens.
                if port == 0 { port = try freePort() }
                return channels.merging(["public_url": "http://127.0.0.1:\(port)"]) { $1 }
            }
        }
        // Another demo may be running, whose stand-ins keep their certificates in the same folder.
        try await settings().checkAddress()
        var standIns: DemoProviders?
        if let providers {
            standIns = try await DemoProviders(program: providers, folder: folder + "/providers")
            options[.alertChannels] = "in_app,push,email,sms,whatsapp,ntfy,telegram,chat,voice"
            channels.merge(standIns?.settings ?? [:]) { own, _ in own }
        }
        defer { standIns?.stop() }
        let house = try await House(settings: try await settings(), opening: .making)
        let family = DemoFamily(house: house)
        if let standIns { try await family.addAddresses(chatServer: standIns.settings["chat_trusted_origins"]) }
        try await family.loadIfNeeded()
        let telling = Task { [standIns] in await standIns?.tell() }
        defer { telling.cancel() }
        try await serve(house, hasWorker: true) { address in
            guard let link = try? await loginLink(for: DemoFamily.admin, base: address, validFor: .seconds(12 * 3600), house) else { return }
            print(
                """

                Belfry is running. Sign in as Ana, who looks after her family:

                    \(link)

                In another terminal:
                    sqlite3 \(folder)/belfry.sqlite "select id, status, reason from notification_queue"
                    \(CommandLine.arguments[0]) explain ID --config \(file) --store sqlite:\(folder)/belfry.sqlite
                Stop it with Ctrl-C; nothing is lost.
                """)
        }
        house.close()
    }
}

/// The demo's settings file, made once, readable by its owner only.
private struct DemoSettings {
    let path: String

    init(folder: String) throws {
        path = "\(folder)/belfry.json"
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let secrets = ["admin_secret": randomText(byteCount: 32), "jwt_secret": randomText(byteCount: 32)]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let isMade = FileManager.default.createFile(
                atPath: path, contents: try encoder.encode(secrets), attributes: [.posixPermissions: 0o600])
            guard isMade else { throw Failure("") }
        } catch {
            throw Failure("The folder \(folder) can't be written to. Give another --folder.")
        }
        printError("Made \(path) with fresh secrets.")
    }
}

/// An invented family around real data: Ana and David look after Ben, Clara and Georg.
private struct DemoFamily {
    let house: House

    static let admin = "ana"
    private static let family = "demo"

    func loadIfNeeded() async throws {
        guard let id = FamilyID(Self.family), let ana = UserID(Self.admin), let david = UserID("david"), let sofia = UserID("sofia") else { return }
        let days = try await days()
        if try await house.store.family(id) == nil {
            let wearers = [("ben", "Ben"), ("clara", "Clara"), ("georg", "Georg")]
            let members = wearers.compactMap { user, name in UserID(user).map { FamilyMember(user: $0, firstName: name, role: .member) } }
            let admins = [(ana, "Ana"), (david, "David"), (sofia, "Sofia")].map { FamilyMember(user: $0, firstName: $1, role: .admin) }
            try await setPreferences(of: david, sofia: sofia)
            try await DemoFacts(today: CivilDateTime(utc: house.now()).date).share(with: ana, in: house)
            try await house.store.save(FamilyRecord(id: id, name: "The Lindens", members: admins + members), now: house.now())
        } else if try await isLoaded(days) {
            return printError("The demo family is there.")
        }
        // Also after a load that was cut off, and with what came since: what is there already changes nothing.
        printError("Loading \(days.count) days of three people…")
        let report = try await importDays(days, into: house) { done in printError("  \(done) of \(days.count) days") }
        printError("  \(Set(report.changedAlerts).count) alerts, \(report.queuedDeliveryCount) notifications queued.")
    }

    /// Where Ana is reached by the stand-ins: two phones, a mailbox, a number, a topic, a chat, rooms, and herself in Matrix. She wants to hear over all of them.
    ///
    /// - Parameter chatServer: where its server is this time; of the time before it is no longer there.
    func addAddresses(chatServer: String?) async throws {
        guard let ana = UserID(Self.admin) else { return }
        let now = house.now()
        let (store, identifiers) = (house.store, house.identifiers)
        for (platform, token) in [(DeviceToken.Platform.ios, String(repeating: "a1", count: 32)), (.android, "demo-android-token")] {
            try await store.register(DeviceToken(token: token, platform: platform, appVersion: nil, osVersion: nil), of: ana, now: now)
        }
        let rooms = chatServer.map { server in
            ["/services/T00000000/B00000000/SimulatorSecretXw3k", "/message?token=ASimulatorToken.5"].map { server + $0 } + ["@ana:example.org"]
        }
        for point in try await store.contactPoints(of: ana) where point.channel == .chat && rooms?.contains(point.value) != true {
            _ = try await store.removeContactPoint(point.id, of: ana)
        }
        let points: [(DeliveryChannel, String)] = [
            (.email, "ana@example.org"), (.sms, "+15005550010"), (.whatsApp, "+15005550010"), (.voice, "+15005550010"),
            (.ntfy, "demo-topic-of-ana-7Kq2vX"), (.telegram, "4815162342"),
        ]
        for (channel, value) in points + (rooms ?? []).map({ (.chat, $0) }) {
            guard let id = AddressID(identifiers.next(now: now)) else { continue }
            let draft = try ContactPoint.Draft(id: id, channel: channel, value: value)
            _ = try await store.save(draft, of: ana, verification: .vouchedFor, now: now)
        }
        var preferences = Preferences()
        (preferences.notifyPush, preferences.notifyEmail, preferences.championNotifySMS) = (true, true, true)
        _ = try await store.save(ProfileChange([.notifyPush, .notifyEmail, .championNotifySMS], of: preferences), for: ana, now: now)
    }

    /// David sleeps in Los Angeles and lets through what is critical; Sofia has her inbox switched off.
    private func setPreferences(of david: UserID, sofia: UserID) async throws {
        var preferences = Preferences()
        preferences.timezone = "America/Los_Angeles"
        preferences.quietHours = DailyWindow(start: CivilTime("21:00:00"), end: CivilTime("09:00:00"))
        preferences.quietHoursLevel = .criticalOnly
        preferences.quietHoursAction = .defer
        _ = try await house.store.save(ProfileChange(Set(Preferences.Key.allCases), of: preferences), for: david, now: house.now())
        var silent = Preferences()
        silent.notifyInApp = false
        silent.timezone = "Europe/Lisbon"
        _ = try await house.store.save(ProfileChange([.notifyInApp, .timezone], of: silent), for: sofia, now: house.now())
    }

    /// Whether every person's days were taken in, on this start or an earlier one.
    private func isLoaded(_ days: [DailyMetrics]) async throws -> Bool {
        for (user, ownDays) in Dictionary(grouping: days, by: \.user) {
            let stepDays = ownDays.filter { $0.values[.steps] != nil }
            let stored = try await house.store.observations(of: .steps, member: user, since: CivilDate(daysSinceEpoch: 0))
            if stored.count < stepDays.count { return false }
        }
        return true
    }

    /// The days as measured, up to yesterday, each person's moved by whole weeks: so weekends stay weekends, and a later start brings what came since.
    private func days() async throws -> [DailyMetrics] {
        guard let file = Bundle.module.path(forResource: "family", ofType: "csv") else {
            throw Failure("The demo's data are missing beside the program. Build it again with `swift build`.")
        }
        let yesterday = CivilDateTime(utc: house.now()).date - 1
        var moved: [DailyMetrics] = []
        for days in Dictionary(grouping: try MetricsFile(path: file).days, by: \.user).values {
            guard let shift = try await shift(of: days, yesterday: yesterday) else { continue }
            moved += days.map { DailyMetrics(user: $0.user, date: $0.date + shift, source: $0.source, values: $0.values) }
        }
        return moved.filter { $0.date <= yesterday }
    }

    /// By how many days a person's are moved: as on the first start, or so that at most six lie ahead.
    ///
    /// - Returns: Nothing where the store has other days of them, an earlier version's, which are left alone.
    private func shift(of days: [DailyMetrics], yesterday: CivilDate) async throws -> Int? {
        let dates = days.filter { $0.values[.steps] != nil }.map(\.date)
        guard let user = days.first?.user, let first = dates.min(), let last = days.map(\.date).max() else { return nil }
        let stored = try await house.store.observations(of: .steps, member: user, since: CivilDate(daysSinceEpoch: 0))
        if let start = stored.first {
            let isOurs = days.contains { $0.date == first && $0.values[.steps] == start.value }
            return isOurs ? start.date - first : nil
        }
        return yesterday - last + (last.weekday - yesterday.weekday + 7) % 7
    }
}
