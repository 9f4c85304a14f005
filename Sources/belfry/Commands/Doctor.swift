import ArgumentParser
import BelfryModel
import BelfryPatterns
import BelfryPorts
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
            return [Finding(subject: "settings", grade: .broken, text: describe(error))]
        }
        return [
            Finding(subject: "settings", grade: .fine, text: "all can be used"),
            store(settings), zones(), secret("admin secret", settings.adminSecret, .adminSecret, "process_notifications answers nobody"),
            secret("token secret", settings.jwtSecret, .jwtSecret, "nobody can sign in"),
            secret("wearables' secret", settings.rookSecret, .rookSecret, "no document of a wearable is taken"), webhook(settings), channels(settings),
            patterns(settings), address(settings),
        ]
    }

    private func store(_ settings: Settings) -> Finding {
        switch settings.store {
        case .sqlite(let path):
            do {
                let pending = try SQLiteStore.pendingMigrations(path: path)
                let isNew = !FileManager.default.fileExists(atPath: path)
                if isNew { return Finding(subject: "store", grade: .advice, text: "\(path) is not there yet; it is made at the first start") }
                return pending.isEmpty
                    ? Finding(subject: "store", grade: .fine, text: "\(path) is up to date")
                    : Finding(subject: "store", grade: .advice, text: "\(path) lacks \(pending.joined(separator: ", ")); run `belfry migrate`")
            } catch {
                return Finding(subject: "store", grade: .broken, text: "\(path) can't be read: \(describe(error))")
            }
        }
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

    private func webhook(_ settings: Settings) -> Finding {
        settings.webhook == nil
            ? Finding(subject: "webhook", grade: .advice, text: "BELFRY_WEBHOOK_URL is not set; push goes to the inbox, other channels but the inbox nowhere")
            : Finding(subject: "webhook", grade: .fine, text: "every channel but the inbox is posted to it")
    }

    private func channels(_ settings: Settings) -> Finding {
        let reachable: Set<DeliveryChannel> = settings.webhook == nil ? [.inApp, .push] : Set(DeliveryChannel.allCases)
        let unreachable = settings.alertChannels.filter { !reachable.contains($0) }
        return unreachable.isEmpty
            ? Finding(subject: "alert channels", grade: .fine, text: settings.alertChannels.map(\.rawValue).joined(separator: ", "))
            : Finding(
                subject: "alert channels", grade: .broken,
                text: "nothing can send over \(unreachable.map(\.rawValue).joined(separator: ", ")); set BELFRY_WEBHOOK_URL and BELFRY_WEBHOOK_SECRET")
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
