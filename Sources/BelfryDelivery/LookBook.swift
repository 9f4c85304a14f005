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

    private let store: any LookStore
    private let heard = Mutex<[AppID: Heard]>([:])

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
        let unheard = heard.withLock { heard in
            // Also where the clock was put back.
            apps.filter { app in heard[app].map { !(.zero..<Self.validLength).contains(now - $0.at) } ?? true }
        }
        if !unheard.isEmpty {
            let looks = try await store.looks(of: unheard)
            heard.withLock { heard in
                if heard.count + unheard.count > Self.appCountMax { heard = [:] }
                for app in unheard { heard[app] = Heard(look: looks[app], at: now) }
            }
            guard unheard.count < apps.count else { return looks }
        }
        return heard.withLock { heard in apps.reduce(into: [:]) { $0[$1] = heard[$1]?.look } }
    }

    /// It has just said something else, in this process: others hear of it within ``validLength``.
    public func forget(_ app: AppID) { heard.withLock { _ = $0.removeValue(forKey: app) } }
}

extension DeliveryChannel {
    /// Whether what goes over it can say whose it is: of all else nobody is asked.
    var showsLook: Bool {
        switch self {
        case .push, .email, .championEmail, .ntfy, .telegram, .chat: true
        case .inApp, .sms, .championSMS, .whatsApp, .webhook: false
        }
    }
}

extension Worker {
    /// How apps present themselves.
    ///
    /// - Returns: nil where nobody can tell: nothing is sent then in the name of the house that is theirs.
    func looks(of apps: Set<AppID>) async -> [AppID: AppLook]? {
        guard let lookBook, !apps.isEmpty else { return [:] }
        do {
            return try await lookBook.looks(of: apps, now: now())
        } catch {
            noteFailure(error)
            return nil
        }
    }
}
