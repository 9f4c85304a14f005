// macOS has the framework's headers, but none of its classes.
#if canImport(BackgroundTasks) && !os(macOS)
    import BackgroundTasks
    import BelfryTime
    import Foundation
    import Synchronization

    /// Asks the system for a little time in the background, again and again, over BGTaskScheduler.
    ///
    /// When it comes, and whether it comes, is the system's affair: a day may pass, and after the person has closed the app by force
    /// nothing comes at all. So nothing may depend on it.
    public final class BackgroundRefreshScheduler: Sendable {
        /// A floor of more gives away windows that the system would have granted.
        public static let floorMax = Duration.seconds(3600)
        /// How long the system lets a refresh run.
        public static let runtime = Duration.seconds(30)
        /// Kept free at the end, to say that it is over.
        private static let margin = Duration.seconds(2)

        private let identifier: String
        private let floor: Duration
        private let scheduler: Handed<BGTaskScheduler>
        private let clock: @Sendable () -> Instant
        private let sleep: @Sendable (Duration) async throws -> Void
        private let refresh: @Sendable (_ deadline: Instant) async throws -> Void
        private let hasRegistered = Mutex(false)

        /// - Parameters:
        ///   - identifier: as the app's Info.plist names it under `BGTaskSchedulerPermittedIdentifiers`.
        ///   - floor: the shortest time until the next refresh, at most ``floorMax``.
        ///   - clock: the moment now, such as `Instant.systemNow`.
        ///   - sleep: waits, and throws where it is cancelled.
        ///   - refresh: the work. It is cancelled when its time is over and must end soon then; where it throws it counts as failed.
        public init(
            identifier: String, floor: Duration = BackgroundRefreshScheduler.floorMax, scheduler: BGTaskScheduler = .shared,
            clock: @escaping @Sendable () -> Instant,
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
            refresh: @escaping @Sendable (_ deadline: Instant) async throws -> Void
        ) {
            self.identifier = identifier
            self.floor = min(floor, BackgroundRefreshScheduler.floorMax)
            self.scheduler = Handed(scheduler)
            self.clock = clock
            self.sleep = sleep
            self.refresh = refresh
        }

        /// Makes the work known to the system, before the app has finished launching. A second call does nothing.
        ///
        /// Make one scheduler for an identifier: the system ends an app that registers one twice.
        /// Source: Apple, BGTaskScheduler, `register(forTaskWithIdentifier:using:launchHandler:)`.
        /// - Throws: ``RefreshProblem/notPermitted`` where Info.plist doesn't name the identifier.
        public func register() throws(RefreshProblem) {
            let isRegistered = hasRegistered.withLock { hasRegistered in
                if !hasRegistered {
                    hasRegistered = scheduler.value.register(forTaskWithIdentifier: identifier, using: nil) { task in self.run(task) }
                }
                return hasRegistered
            }
            guard isRegistered else { throw .notPermitted }
        }

        /// Asks for the next refresh, in the place of one that was asked for before. To be called whenever the app comes to the front
        /// or leaves it.
        ///
        /// It waits for the system; in later systems the answer comes without blocking, and this stays as it is.
        public func schedule() async throws(RefreshProblem) {
            try submit()
        }

        private func submit() throws(RefreshProblem) {
            let request = BGAppRefreshTaskRequest(identifier: identifier)
            request.earliestBeginDate = Date(timeIntervalSince1970: Double((clock() + floor).millisecondsSinceEpoch) / 1000)
            do {
                try scheduler.value.submit(request)
            } catch {
                throw RefreshProblem(error)
            }
        }

        /// Asks for the next before anything else, so that a run that is killed isn't the last.
        private func run(_ task: BGTask) {
            try? submit()
            let task = Handed(task)
            let completion = CompletionLatch<Bool> { task.value.setTaskCompleted(success: $0) }
            let deadline = clock() + BackgroundRefreshScheduler.runtime - BackgroundRefreshScheduler.margin
            let work = Task { [refresh] in
                do {
                    try await refresh(deadline)
                    completion.complete(true)
                } catch {
                    completion.complete(false)
                }
            }
            let expire: @Sendable () -> Void = {
                work.cancel()
                completion.complete(false)
            }
            task.value.expirationHandler = expire
            let alarm = Task { [sleep] in
                if (try? await sleep(BackgroundRefreshScheduler.runtime - BackgroundRefreshScheduler.margin)) != nil { expire() }
            }
            Task {
                await work.value
                alarm.cancel()
            }
        }
    }

    /// Why the system doesn't take a request for a refresh.
    public enum RefreshProblem: String, Error, CaseIterable, Sendable {
        /// The person has switched background refresh off, or this is a simulator.
        case unavailable
        /// Another request to refresh waits already.
        case tooMany = "too_many"
        /// The app's Info.plist doesn't name the identifier.
        case notPermitted = "not_permitted"
        /// It gives another reason, or none.
        case refused

        init(_ error: any Error) {
            switch (error as? BGTaskScheduler.Error)?.code {
            case .unavailable: self = .unavailable
            case .tooManyPendingTaskRequests: self = .tooMany
            case .notPermitted: self = .notPermitted
            default: self = .refused
            }
        }
    }
#endif
