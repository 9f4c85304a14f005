import BelfryPorts
import BelfryTime
import Synchronization

// What holds for all that is done under a lease, of deliveries and of a broadcast's batches alike.

extension Worker {
    /// Does what is done under a lease although whoever waits for it is cancelled: of a send that is cut off nobody knows whether it arrived, and
    /// what providers have answered must be recorded. Nothing more is begun then.
    func toTheEnd<Result: Sendable>(
        isStopping: @escaping @Sendable () -> Bool,
        _ body: @escaping @Sendable (_ isStopping: @escaping @Sendable () -> Bool) async throws -> Result
    ) async throws -> Result {
        let isCancelled = Atomic(false)
        let isToStop: @Sendable () -> Bool = { isCancelled.load(ordering: .acquiring) || isStopping() }
        return try await withTaskCancellationHandler {
            // Begun only here, where every cancellation is heard: else all of a batch could be sent between the two.
            try await Task { try await body(isToStop) }.value
        } onCancel: {
            isCancelled.store(true, ordering: .releasing)
        }
    }

    /// Leases something, after what was leased earlier without an answer was given back.
    func leasing<Leased>(_ terms: LeaseTerms, _ lease: (LeaseTerms) async throws -> Leased) async throws -> Leased {
        try await lostLeases.giveBack { token in
            try await queue.giveBack(token)
            try await broadcasts?.giveBackBatches(of: token)
        }
        do {
            return try await lease(terms)
        } catch {
            lostLeases.note(terms.token)
            throw error
        }
    }

    /// Whoever has slept through its lease must not begin what others may have begun, and who stops begins nothing.
    func mayBegin(_ hold: LeaseHold, isStopping: @Sendable () -> Bool) -> Bool { !isStopping() && now() + leaseRestMin < hold.until }

    /// Keeps what is leased for as long as what is done under it takes.
    ///
    /// - Parameter leased: what is, at this moment: how the worker stands with it, and what prolongs it and tells whether it is still ours.
    func withRenewal<Result: Sendable>(
        of leased: @escaping HeldLeases.Held, _ body: () async throws -> Result
    ) async throws -> Result {
        let number = heldLeases.add(leased)
        defer { heldLeases.remove(number) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while (try? await Task.sleep(for: renewalInterval)) != nil {
                    let (hold, renew) = leased()
                    let until = now() + leaseLength
                    // A renewal that fails leaves the old lease; the record is fenced either way.
                    guard let isOurs = try? await renew(until) else { continue }
                    if !isOurs { hold.lose() }
                    // Answered later, they may have been taken meanwhile.
                    if isOurs { hold.renew(until: until, now: now()) }
                }
            }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    /// Records what somebody has locked when they have let it go, and keeps its lease until then: nobody else is to tell it once more.
    ///
    /// - Parameters:
    ///   - leased: as of ``withRenewal(of:_:)``.
    ///   - record: tries it once; returns what speaks against it, nil where nothing is left.
    func recordLate(
        under leased: @escaping HeldLeases.Held, isStopping: @Sendable () -> Bool, _ record: () async throws -> (any Error)?
    ) async {
        do {
            try await withRenewal(of: leased) {
                var tries = TriesWhenStopping()
                while true {
                    try await Task.sleep(for: Self.recordPause)
                    guard let locked = try await record() else { return }
                    guard !isStopping() || tries.mayGoOn(now: now()) else { throw locked }
                }
            }
        } catch {
            observe(.storeFailed(error))
        }
    }
}

/// What has failed since a worker was told to stop.
struct TriesWhenStopping {
    private var count = 0
    private var firstAt: Instant?

    /// Takes note of one more.
    /// - Returns: whether it may be tried again.
    mutating func mayGoOn(now: Instant) -> Bool {
        count += 1
        let since = firstAt ?? now
        firstAt = since
        return count < Worker.recordCountMaxWhenStopping && now - since < Worker.recordLengthWhenStopping
    }
}
