import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Knows how apps present themselves, without asking the store for each batch: what it has heard of an app holds for a while.
public final class LookBook: Sendable {
    private struct Heard {
        /// Nil where it has said nothing.
        let look: AppLook?
        let at: Instant
    }

    private struct Memory {
        var heard: [AppID: Heard] = [:]
        /// How often something was forgotten: what the store said before that may be of before.
        var forgottenCount = 0
    }

    private let store: any LookStore
    private let memory = Mutex(Memory())

    /// For so long it may say what was changed since.
    public static let validLength = Duration.seconds(30)
    /// Of more than so many it begins anew.
    private static let appCountMax = 10_000

    public init(_ store: any LookStore) {
        self.store = store
    }

    /// Of those among these apps that have said it. The store is asked once for all that are to be heard of anew.
    ///
    /// - Throws: what the store throws.
    public func looks(of apps: Set<AppID>, now: Instant) async throws -> [AppID: AppLook] {
        let (known, unheard, forgottenCount) = memory.withLock { memory in
            // Also where the clock was put back.
            let unheard = apps.filter { app in memory.heard[app].map { !(.zero..<Self.validLength).contains(now - $0.at) } ?? true }
            let known: [AppID: AppLook] = apps.subtracting(unheard).reduce(into: [:]) { $0[$1] = memory.heard[$1]?.look }
            return (known, unheard, memory.forgottenCount)
        }
        guard !unheard.isEmpty else { return known }
        let looks = try await store.looks(of: unheard)
        memory.withLock { memory in
            guard memory.forgottenCount == forgottenCount else { return }
            if memory.heard.count + unheard.count > Self.appCountMax { memory.heard = [:] }
            for app in unheard { memory.heard[app] = Heard(look: looks[app], at: now) }
        }
        return known.merging(looks) { $1 }
    }

    /// It has just said something else, in this process: others hear of it within ``validLength``.
    public func forget(_ app: AppID) {
        memory.withLock { memory in
            memory.heard.removeValue(forKey: app)
            memory.forgottenCount += 1
        }
    }
}

extension DeliveryChannel {
    /// Whether what goes over it can say whose it is: of all else nobody is asked.
    var showsLook: Bool {
        switch self {
        case .push, .email, .championEmail, .ntfy, .telegram, .chat, .voice: true
        case .inApp, .sms, .championSMS, .whatsApp, .webhook: false
        }
    }
}

extension Worker {
    /// How apps present themselves, with those logos that may be shown.
    ///
    /// - Returns: nil where nobody can tell: nothing is sent then in the name of the house that is theirs.
    func looks(of apps: Set<AppID>) async -> [AppID: AppLook]? {
        guard let lookBook, !apps.isEmpty else { return [:] }
        do {
            return try await lookBook.looks(of: apps, now: now()).mapValues(switchboard.imageOrigins.allowed)
        } catch {
            noteFailure(error)
            return nil
        }
    }
}
