import ArgumentParser
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryPostgres
import BelfrySQLite
import BelfrySystem
import BelfryTime
import Foundation

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks the settings and everything that the house needs, and says what to do.",
        discussion: "Ends with 1 where something must be mended. Changes nothing.")

    @OptionGroup var storeOptions: StoreOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let findings = await findings()
        for finding in findings {
            json ? try printJSON(finding) : print("\(finding.grade.mark) \(finding.subject): \(finding.text)")
        }
        if findings.contains(where: { $0.grade == .broken }) { throw ExitCode(1) }
    }

    struct Finding: Encodable {
        /// Stable, for scripts: `store_outdated`. docs/operating.md lists them.
        let code: String
        let subject: String
        let grade: Grade
        let text: String
    }

    enum Grade: String, Encodable {
        case fine, advice, broken

        var mark: String {
            switch self {
            case .fine: "✓"
            case .advice: "!"
            case .broken: "✗"
            }
        }
    }

    private func findings() async -> [Finding] {
        let settings: Settings
        do {
            settings = try await storeOptions.settings()
        } catch {
            let sentences = (error as? Failure)?.sentences ?? [describe(error)]
            return sentences.map { Finding(code: "settings_unusable", subject: "settings", grade: .broken, text: $0) }
        }
        return await findings(of: settings)
    }

    /// Of settings that can be used; also for the pages of a server that runs.
    func findings(of settings: Settings) async -> [Finding] {
        await file(settings) + store(settings) + [
            zones(), secret("admin secret", "admin_secret", settings.adminSecret, .adminSecret, "process_notifications answers nobody"),
            secret("token secret", "token_secret", settings.jwtSecret, .jwtSecret, "nobody can sign in"),
            secret("wearables' secret", "wearables_secret", settings.rookSecret, .rookSecret, "no document of a wearable is taken", isNeeded: false),
            webhook(settings),
        ] + statusWebhooks(settings) + channels(settings) + identityProvider(settings) + [patterns(settings), address(settings)]
    }

    /// Where the settings stand, and whether others can read them there.
    private func file(_ settings: Settings) -> [Finding] {
        let passedOver = settings.idleKeys?.text
        let idle = Finding(
            code: passedOver == nil ? "settings_usable" : "settings_passed_over", subject: "settings", grade: passedOver == nil ? .fine : .advice,
            text: passedOver.map { "passed over \($0)" } ?? "all can be used")
        let files = [settings.file].compactMap { $0 }.filter(Settings.isExposed)
            + [settings.statusWebhooks?.path].compactMap { $0 }.filter(Settings.isReadByOthers)
        return [idle] + files.map { file in
            let text = "others on this machine can read the secrets in \(file): `chmod 600` it"
            return Finding(code: "settings_file_exposed", subject: "settings file", grade: .advice, text: text)
        }
    }

    private func store(_ settings: Settings) async -> [Finding] {
        let name = settings.store.text
        if let problem = settings.store.folderProblem { return [Finding(code: "store_folder_missing", subject: "store", grade: .broken, text: problem)] }
        do {
            switch settings.store {
            case .sqlite(let path):
                let pending = try SQLiteStore.pendingMigrations(path: path)
                let isThere = FileManager.default.fileExists(atPath: path)
                return [tables(of: path, isNew: !isThere, pending)] + room(beside: path) + (isThere && pending.isEmpty ? try await state(settings) : [])
            case .postgres(let address):
                let checkup = try await PostgresStore.checkup(address)
                let clock = clock(ahead: checkup.now.map { .systemNow() - $0 } ?? .zero)
                return [tables(of: name, isNew: checkup.isEmpty, checkup.pendingMigrations)] + findings(checkup) + clock
                    + (!checkup.isEmpty && checkup.pendingMigrations.isEmpty ? try await state(settings) : [])
            }
        } catch let failure as Failure {
            return [Finding(code: "store_unreadable", subject: "store", grade: .broken, text: failure.message)]
        } catch {
            return [Finding(code: "store_unreadable", subject: "store", grade: .broken, text: "\(name) can't be read: \(describe(error))")]
        }
    }

    private static let freeByteCountMin: Int64 = 500_000_000

    /// Whether what is written beside a store's file will soon have no room.
    private func room(beside path: String) -> [Finding] {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder),
            let byteCount = (attributes[.systemFreeSize] as? NSNumber)?.int64Value, byteCount < Self.freeByteCountMin
        else { return [] }
        return [
            Finding(
                code: "disk_nearly_full", subject: "disk", grade: .advice,
                text: "\(byteCount / 1_000_000) MB are free in \(folder); where there is no room left, nothing is taken in or sent")
        ]
    }

    /// How far it was kept in order, and what was stopped in it.
    private func state(_ settings: Settings) async throws -> [Finding] {
        let house = try await House(settings: settings, opening: .asItIs)
        let (standing, now) = (try? await house.store.upkeep(), house.now())
        let pauses = try? await house.store.pauses(now: now)
        let statuses = try? await house.store.statusStandings()
        let keys = try? await house.store.keys()
        let outages = try? await house.store.feedOutages()
        house.close()
        return upkeep(standing, now) + longPauses(pauses ?? [], now) + untold(statuses ?? [], now) + endingKeys(keys ?? [], now) + feedsDown(outages ?? [])
    }

    /// Where nothing comes from many wearables at once.
    private func feedsDown(_ outages: [FeedOutage]) -> [Finding] {
        let names = outages.filter { !$0.isOver }.map { "\(printable($0.source ?? "any source")) since \($0.since)" }
        guard !names.isEmpty else { return [] }
        let text = "nothing comes any more of half of those who wore something, from \(names.joined(separator: ", ")): look after whoever passes days on, "
            + "as the aggregator's webhook; nobody is told that a wearable is missing until they come again"
        return [Finding(code: "feed_down", subject: "wearables", grade: .advice, text: text)]
    }

    /// Apps that don't take what they are told.
    private func untold(_ standings: [StatusStanding], _ now: Instant) -> [Finding] {
        let late = standings.compactMap { standing -> Finding? in
            guard let oldestAt = standing.oldestAt, now - oldestAt > StatusStanding.lateAfter else { return nil }
            let why = standing.failure.map { "nothing was taken since \($0.since): \(printable($0.why))" } ?? "does a worker run that has its endpoint?"
            return Finding(
                code: "status_webhook_late", subject: "status webhooks", grade: .advice,
                text: "\(printable(standing.app.text)) wasn't told what happened at \(oldestAt); \(why)")
        }
        let givenUp = standings.compactMap { standing -> Finding? in
            guard let givenUpAt = standing.givenUpAt, now - givenUpAt < Self.givenUpNewsLength else { return nil }
            return Finding(
                code: "status_webhook_given_up", subject: "status webhooks", grade: .advice,
                text: "\(printable(standing.app.text)) was never told of \(standing.givenUpCount) events, the last time at \(givenUpAt): it took nothing for "
                    + "three days; it can look them up with GET /v1/deliveries")
        }
        return late + givenUp
    }

    /// For so long it is named that something was given up.
    private static let givenUpNewsLength = Duration.seconds(7 * 86_400)

    /// What may have been forgotten: meanwhile what waits expires.
    private func longPauses(_ pauses: [QueuePause], _ now: Instant) -> [Finding] {
        let names = pauses.filter { now - $0.since > QueuePause.longAfter }.map { "\(printable($0.app?.text ?? "everything")) since \($0.since)" }
        guard !names.isEmpty else { return [] }
        let text = "paused for more than a day: \(names.joined(separator: ", ")); `belfry queue resume` ends it, `belfry queue pauses` says why it is"
        return [Finding(code: "paused_for_long", subject: "pauses", grade: .advice, text: text)]
    }

    private func upkeep(_ standing: UpkeepStanding?, _ now: Instant) -> [Finding] {
        guard let standing, let ranAt = standing.ranAt else { return [] }
        let text = "last done at \(ranAt) by \(standing.holder)"
        return ranAt + UpkeepStanding.lateAfter > now
            ? [Finding(code: "upkeep_done", subject: "upkeep", grade: .fine, text: text)]
            : [Finding(code: "upkeep_late", subject: "upkeep", grade: .advice, text: "\(text); does a server or a worker run?")]
    }

    private func tables(of name: String, isNew: Bool, _ pending: [String]) -> Finding {
        if isNew {
            return Finding(code: "store_not_there", subject: "store", grade: .advice, text: "\(name) is not there yet; it is made at the first start")
        }
        return pending.isEmpty
            ? Finding(code: "store_up_to_date", subject: "store", grade: .fine, text: "\(name) is up to date")
            : Finding(code: "store_outdated", subject: "store", grade: .advice, text: "\(name) lacks \(pending.joined(separator: ", ")); run `belfry migrate`")
    }

    /// What of a PostgreSQL's own settings and state is of concern to us.
    private func findings(_ checkup: PostgresCheckup) -> [Finding] {
        var findings: [Finding] = []
        if checkup.version < PostgresCheckup.versionMin {
            findings.append(
                Finding(
                    code: "postgres_too_old", subject: "version", grade: .broken,
                    text: "PostgreSQL \(checkup.version / 10_000) is too old: Belfry needs \(PostgresCheckup.versionMin / 10_000) or later"))
        }
        if checkup.lockCountMax < PostgresCheckup.lockCountMin {
            findings.append(
                Finding(
                    code: "too_few_locks", subject: "locks", grade: .advice,
                    text: "max_locks_per_transaction is \(checkup.lockCountMax); set it to \(PostgresCheckup.lockCountMin) or more, because a statement locks every month that it can't leave out"))
        }
        if !checkup.mayMakeTables {
            findings.append(
                Finding(
                    code: "role_makes_no_tables", subject: "rights", grade: checkup.isEmpty ? .broken : .advice,
                    text: "the role may make no tables here, neither Belfry's own nor those of months to come; let it own the database, or GRANT CREATE ON SCHEMA … TO it"))
        }
        if !checkup.ownsTables {
            findings.append(
                Finding(
                    code: "role_owns_no_tables", subject: "owner", grade: .advice,
                    text: "the role doesn't own the tables, so no month is made for what is to come, and none is forgotten; give them to it with ALTER TABLE … OWNER TO"))
        }
        if !checkup.risks.isEmpty {
            findings.append(
                Finding(
                    code: "commits_may_be_lost", subject: "durability", grade: .advice,
                    text: "\(checkup.risks.joined(separator: ", ")): what was acknowledged may be lost when the database's machine fails"))
        }
        if let age = checkup.oldestTransactionAge, age > PostgresCheckup.oldTransactionAge {
            findings.append(
                Finding(
                    code: "old_transaction", subject: "old transaction", grade: .advice,
                    text: "somebody has held one open for \(age.components.seconds / 60) minutes, which keeps vacuum from its work; look into pg_stat_activity"))
        }
        return findings
    }

    private static let clockErrorMax = Duration.seconds(5)

    /// - Parameter error: by which this machine's clock is ahead of the database's.
    private func clock(ahead error: Duration) -> [Finding] {
        guard error > Self.clockErrorMax || error < .zero - Self.clockErrorMax else { return [] }
        let length = "\(abs(error.components.seconds)) seconds \(error > .zero ? "ahead of" : "behind")"
        return [
            Finding(
                code: "clock_off", subject: "clock", grade: .advice,
                text: "this machine's clock is \(length) the database's, by which all go; keep both by NTP")
        ]
    }

    private func zones() -> Finding {
        let database = SystemTimeZoneDatabase()
        guard database.rules(named: "Europe/Berlin") != nil else {
            return Finding(
                code: "time_zones_missing", subject: "time zones", grade: .broken,
                text: "the system has no tz database; install the package tzdata, or set TZDIR")
        }
        // `2025b` is the second of that year. Which month it was nobody says, so one of the year before may still be the latest.
        if let version = database.version, let year = Int(version.prefix(4)), year < CivilDateTime(utc: .systemNow()).date.components.year - 1 {
            return Finding(
                code: "time_zones_old", subject: "time zones", grade: .advice,
                text: "the system's tz database is \(version), and countries have changed their clocks since; bring the package tzdata up to date")
        }
        return Finding(code: "time_zones_found", subject: "time zones", grade: .fine, text: "the system's tz database is there")
    }

    private static let secretByteCountMin = 32

    /// - Parameters:
    ///   - code: how the codes of what is found begin.
    ///   - isNeeded: whether a house without it lacks something.
    private func secret(
        _ subject: String, _ code: String, _ value: String?, _ key: Settings.Key, _ otherwise: String, isNeeded: Bool = true
    ) -> Finding {
        guard let value else {
            return Finding(
                code: "\(code)_missing", subject: subject, grade: isNeeded ? .advice : .fine, text: "\(key.environmentName) is not set, so \(otherwise)")
        }
        return value.utf8.count >= Self.secretByteCountMin
            ? Finding(code: "\(code)_set", subject: subject, grade: .fine, text: "set")
            : Finding(
                code: "\(code)_short", subject: subject, grade: .advice,
                text: "\(key.environmentName) is shorter than \(Self.secretByteCountMin) bytes and might be guessed; make one with `openssl rand -hex 32`")
    }

    private func patterns(_ settings: Settings) -> Finding {
        settings.isPatternShadow
            ? Finding(code: "patterns_shadow", subject: "patterns", grade: .advice, text: "\(settings.patternEngine.rawValue) only watches; nobody is told")
            : Finding(code: "patterns_told", subject: "patterns", grade: .fine, text: "\(settings.patternEngine.rawValue) watches, and families are told")
    }

    private func address(_ settings: Settings) -> Finding {
        let isPublic = !["127.0.0.1", "::1", "localhost"].contains(settings.host)
        return isPublic
            ? Finding(
                code: "address_public", subject: "address", grade: .advice,
                text: "\(settings.host) can be reached from elsewhere, and Belfry speaks plain HTTP: put a server with TLS before it")
            : Finding(code: "address_local", subject: "address", grade: .fine, text: "\(settings.host):\(settings.port), reached from this machine only")
    }
}
