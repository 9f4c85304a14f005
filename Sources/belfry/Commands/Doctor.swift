import ArgumentParser
import BelfryChannels
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
            return sentences.map { Finding(subject: "settings", grade: .broken, text: $0) }
        }
        return await findings(of: settings)
    }

    /// Of settings that can be used; also for the pages of a server that runs.
    func findings(of settings: Settings) async -> [Finding] {
        await file(settings) + store(settings) + [
            zones(), secret("admin secret", settings.adminSecret, .adminSecret, "process_notifications answers nobody"),
            secret("token secret", settings.jwtSecret, .jwtSecret, "nobody can sign in"),
            secret("wearables' secret", settings.rookSecret, .rookSecret, "no document of a wearable is taken"), webhook(settings),
        ] + channels(settings) + [patterns(settings), address(settings)]
    }

    /// Where the settings stand, and whether others can read them there.
    private func file(_ settings: Settings) -> [Finding] {
        let passedOver = settings.idleKeys?.text
        let idle = Finding(
            subject: "settings", grade: passedOver == nil ? .fine : .advice, text: passedOver.map { "passed over \($0)" } ?? "all can be used")
        guard let file = settings.file, Settings.isExposed(file) else { return [idle] }
        let text = "others on this machine can read the secrets in \(file): `chmod 600` it"
        return [idle, Finding(subject: "settings file", grade: .advice, text: text)]
    }

    private func store(_ settings: Settings) async -> [Finding] {
        let name = settings.store.text
        if let problem = settings.store.folderProblem { return [Finding(subject: "store", grade: .broken, text: problem)] }
        do {
            switch settings.store {
            case .sqlite(let path):
                let pending = try SQLiteStore.pendingMigrations(path: path)
                let isThere = FileManager.default.fileExists(atPath: path)
                return [tables(of: path, isNew: !isThere, pending)] + (isThere && pending.isEmpty ? try await state(settings) : [])
            case .postgres(let address):
                let checkup = try await PostgresStore.checkup(address)
                let clock = clock(ahead: checkup.now.map { .systemNow() - $0 } ?? .zero)
                return [tables(of: name, isNew: checkup.isEmpty, checkup.pendingMigrations)] + findings(checkup) + clock
                    + (!checkup.isEmpty && checkup.pendingMigrations.isEmpty ? try await state(settings) : [])
            }
        } catch let failure as Failure {
            return [Finding(subject: "store", grade: .broken, text: failure.message)]
        } catch {
            return [Finding(subject: "store", grade: .broken, text: "\(name) can't be read: \(describe(error))")]
        }
    }

    /// How far it was kept in order, and what was stopped in it.
    private func state(_ settings: Settings) async throws -> [Finding] {
        let house = try await House(settings: settings, opening: .asItIs)
        let (standing, now) = (try? await house.store.upkeep(), house.now())
        let pauses = try? await house.store.pauses(now: now)
        house.close()
        return upkeep(standing, now) + longPauses(pauses ?? [], now)
    }

    /// What may have been forgotten: meanwhile what waits expires.
    private func longPauses(_ pauses: [QueuePause], _ now: Instant) -> [Finding] {
        let names = pauses.filter { now - $0.since > QueuePause.longAfter }.map { "\(printable($0.app?.text ?? "everything")) since \($0.since)" }
        guard !names.isEmpty else { return [] }
        let text = "paused for more than a day: \(names.joined(separator: ", ")); `belfry queue resume` ends it, `belfry queue pauses` says why it is"
        return [Finding(subject: "pauses", grade: .advice, text: text)]
    }

    private func upkeep(_ standing: UpkeepStanding?, _ now: Instant) -> [Finding] {
        guard let standing, let ranAt = standing.ranAt else { return [] }
        let text = "last done at \(ranAt) by \(standing.holder)"
        return ranAt + UpkeepStanding.lateAfter > now
            ? [Finding(subject: "upkeep", grade: .fine, text: text)]
            : [Finding(subject: "upkeep", grade: .advice, text: "\(text); does a server or a worker run?")]
    }

    private func tables(of name: String, isNew: Bool, _ pending: [String]) -> Finding {
        if isNew { return Finding(subject: "store", grade: .advice, text: "\(name) is not there yet; it is made at the first start") }
        return pending.isEmpty
            ? Finding(subject: "store", grade: .fine, text: "\(name) is up to date")
            : Finding(subject: "store", grade: .advice, text: "\(name) lacks \(pending.joined(separator: ", ")); run `belfry migrate`")
    }

    /// What of a PostgreSQL's own settings and state is of concern to us.
    private func findings(_ checkup: PostgresCheckup) -> [Finding] {
        var findings: [Finding] = []
        if checkup.version < PostgresCheckup.versionMin {
            findings.append(
                Finding(
                    subject: "version", grade: .broken,
                    text: "PostgreSQL \(checkup.version / 10_000) is too old: Belfry needs \(PostgresCheckup.versionMin / 10_000) or later"))
        }
        if checkup.lockCountMax < PostgresCheckup.lockCountMin {
            findings.append(
                Finding(
                    subject: "locks", grade: .advice,
                    text: "max_locks_per_transaction is \(checkup.lockCountMax); set it to \(PostgresCheckup.lockCountMin) or more, because a statement locks every month that it can't leave out"))
        }
        if !checkup.mayMakeTables {
            findings.append(
                Finding(
                    subject: "rights", grade: checkup.isEmpty ? .broken : .advice,
                    text: "the role may make no tables here, neither Belfry's own nor those of months to come; let it own the database, or GRANT CREATE ON SCHEMA … TO it"))
        }
        if !checkup.ownsTables {
            findings.append(
                Finding(
                    subject: "owner", grade: .advice,
                    text: "the role doesn't own the tables, so no month is made for what is to come, and none is forgotten; give them to it with ALTER TABLE … OWNER TO"))
        }
        if !checkup.risks.isEmpty {
            findings.append(
                Finding(
                    subject: "durability", grade: .advice,
                    text: "\(checkup.risks.joined(separator: ", ")): what was acknowledged may be lost when the database's machine fails"))
        }
        if let age = checkup.oldestTransactionAge, age > PostgresCheckup.oldTransactionAge {
            findings.append(
                Finding(
                    subject: "old transaction", grade: .advice,
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
                subject: "clock", grade: .advice,
                text: "this machine's clock is \(length) the database's, by which all go; keep both by NTP")
        ]
    }

    private func zones() -> Finding {
        let isThere = SystemTimeZoneDatabase().rules(named: "Europe/Berlin") != nil
        return isThere
            ? Finding(subject: "time zones", grade: .fine, text: "the system's tz database is there")
            : Finding(subject: "time zones", grade: .broken, text: "the system has no tz database; install the package tzdata, or set TZDIR")
    }

    private static let secretByteCountMin = 32

    private func secret(_ subject: String, _ value: String?, _ key: Settings.Key, _ otherwise: String) -> Finding {
        guard let value else { return Finding(subject: subject, grade: .advice, text: "\(key.environmentName) is not set, so \(otherwise)") }
        return value.utf8.count >= Self.secretByteCountMin
            ? Finding(subject: subject, grade: .fine, text: "set")
            : Finding(
                subject: subject, grade: .advice,
                text: "\(key.environmentName) is shorter than \(Self.secretByteCountMin) bytes and might be guessed; make one with `openssl rand -hex 32`")
    }

    private func webhook(_ settings: Settings) async -> Finding {
        func finding(_ grade: Grade, _ text: String) -> Finding { Finding(subject: "webhook", grade: grade, text: text) }
        guard let webhook = settings.webhook else {
            return finding(.advice, "BELFRY_WEBHOOK_URL is not set; what has no provider goes nowhere, but push to the inbox")
        }
        return switch await webhook.refusal(by: NetworkGuard()) {
        case .unknownName: finding(.broken, "the name in BELFRY_WEBHOOK_URL leads nowhere; is it spelled right?")
        case .privateAddress where !settings.mayWebhookBePrivate:
            finding(.broken, "BELFRY_WEBHOOK_URL leads into a private network; where that is meant, set BELFRY_WEBHOOK_ALLOW_PRIVATE=true")
        case .crowded: finding(.broken, "the name in BELFRY_WEBHOOK_URL could not be looked up; does this machine's name server answer?")
        case .privateAddress, nil: finding(.fine, "what has no provider of its own is posted to it")
        }
    }

    private func channels(_ settings: Settings) async -> [Finding] {
        let found = settings.channels.findings(now: .systemNow()).map { subject, finding in
            Finding(subject: subject, grade: finding.isBroken ? .broken : .advice, text: "\(finding.text) (\(finding.code))")
        }
        let providers = settings.channels.providers.map(\.rawValue)
        var summary = Finding(
            subject: "providers", grade: .fine, text: providers.isEmpty ? "none is set up; the guide says how" : providers.joined(separator: ", "))
        do {
            try await Senders(settings).shutdown()
        } catch {
            summary = Finding(subject: "providers", grade: .broken, text: describe(error))
        }
        return [summary] + found + [routes(settings)]
    }

    /// Whether every channel that a route leads over has somebody to carry it.
    private func routes(_ settings: Settings) -> Finding {
        let wanted = settings.routes.channels
        let reachable = settings.webhook == nil ? settings.channels.channels : Set(DeliveryChannel.allCases)
        let unreachable = wanted.subtracting(reachable).map(\.rawValue).sorted().joined(separator: ", ")
        return unreachable.isEmpty
            ? Finding(subject: "alert channels", grade: .fine, text: wanted.map(\.rawValue).sorted().joined(separator: ", "))
            : Finding(
                subject: "alert channels", grade: .broken,
                text: "nothing can send over \(unreachable); set a provider up, or BELFRY_WEBHOOK_URL and BELFRY_WEBHOOK_SECRET")
    }

    private func patterns(_ settings: Settings) -> Finding {
        settings.isPatternShadow
            ? Finding(subject: "patterns", grade: .advice, text: "\(settings.patternEngine.rawValue) only watches; nobody is told")
            : Finding(subject: "patterns", grade: .fine, text: "\(settings.patternEngine.rawValue) watches, and families are told")
    }

    private func address(_ settings: Settings) -> Finding {
        let isPublic = !["127.0.0.1", "::1", "localhost"].contains(settings.host)
        return isPublic
            ? Finding(
                subject: "address", grade: .advice,
                text: "\(settings.host) can be reached from elsewhere, and Belfry speaks plain HTTP: put a server with TLS before it")
            : Finding(subject: "address", grade: .fine, text: "\(settings.host):\(settings.port), reached from this machine only")
    }
}
