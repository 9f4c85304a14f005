import BelfryModel
import BelfryPorts
import BelfryTime

/// Runs a device whose system has no scheduler, for as long as its person is signed in: shows what is due when it is due, and keeps the
/// schedule in step with the plan whatever changes, be it a fact, the day, the zone, the clock or the notification service.
public struct DeviceAgent: Sendable {
    /// What it is made of.
    public struct Parts: Sendable {
        public var orchestrator: Orchestrator
        public var centre: ScheduledCentre
        public var presenter: any NotificationPresenter
        public var facts: any FactSource
        public var zones: any TimeZoneDatabase
        public var alarm: any Alarm
        public var now: @Sendable () -> Instant
        /// The IANA name of the zone that the machine is in.
        public var timezone: @Sendable () -> String
        /// Brings recalls; nil where there is no feed.
        public var recalls: (any RecallSource)?
        /// Pulls, then pushes; nil where there is no server.
        public var sync: (@Sendable () async throws -> Void)?
        /// Waits before a pass is tried again, and throws where it is cancelled.
        public var sleep: @Sendable (Duration) async throws -> Void

        public init(
            orchestrator: Orchestrator, centre: ScheduledCentre, presenter: any NotificationPresenter, facts: any FactSource,
            zones: any TimeZoneDatabase, alarm: any Alarm, now: @escaping @Sendable () -> Instant,
            timezone: @escaping @Sendable () -> String, recalls: (any RecallSource)? = nil,
            sync: (@Sendable () async throws -> Void)? = nil,
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        ) {
            self.orchestrator = orchestrator
            self.centre = centre
            self.presenter = presenter
            self.facts = facts
            self.zones = zones
            self.alarm = alarm
            self.now = now
            self.timezone = timezone
            self.recalls = recalls
            self.sync = sync
            self.sleep = sleep
        }
    }

    public enum Event: Sendable {
        case pass(PassReport)
        case response(ResponseOutcome)
        case refresh(RefreshOutcome)
        /// What the person did could not be written down yet: it is tried again with every pass.
        case responseFailed
    }

    let parts: Parts
    let observe: @Sendable (Event) -> Void

    /// At the latest so often it looks whether a fact has changed, or the machine has moved to another zone.
    static let tick = Duration.seconds(60)
    /// So long what has changed here waits for more of it, before the server is told.
    static let sharingDelay = Duration.seconds(10)

    public init(_ parts: Parts, observe: @escaping @Sendable (Event) -> Void) {
        self.parts = parts
        self.observe = observe
    }

    /// Returns when its task is cancelled.
    public func run() async {
        let (triggers, trigger) = AsyncStream.makeStream(of: PassTrigger.self, bufferingPolicy: .bufferingNewest(PassTrigger.allCases.count))
        let (refreshes, refresh) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (news, share) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        trigger.yield(.launch)
        await withTaskGroup { group in
            group.addTask { for await _ in parts.facts.changeSignals() { trigger.yield(.change) } }
            group.addTask { await listen(trigger) }
            group.addTask { await watchClock(trigger, refresh) }
            group.addTask { await work(at: refreshes) }
            group.addTask { await self.share(news) }
            group.addTask { await pass(at: triggers, trigger, refresh, share) }
        }
    }

    /// Makes a pass at each trigger. One that could not be finished is tried again later, unless another is made before.
    private func pass(
        at triggers: AsyncStream<PassTrigger>, _ trigger: AsyncStream<PassTrigger>.Continuation, _ refresh: AsyncStream<Void>.Continuation,
        _ share: AsyncStream<Void>.Continuation
    ) async {
        var retry: Task<Void, Never>?
        var sharedMark: Int?
        for await one in triggers {
            let report = await parts.orchestrator.reconcile(one, now: parts.now())
            observe(.pass(report))
            // What the person did elsewhere meanwhile is wanted before the first reminder is due.
            if one == .launch { refresh.yield() } else if let mark = report.factMark, mark != sharedMark { share.yield() }
            sharedMark = report.factMark ?? sharedMark
            retry?.cancel()
            retry = report.retryAfter.map { length in
                Task { if (try? await parts.sleep(length)) != nil { trigger.yield(.retry) } }
            }
        }
        retry?.cancel()
    }

    /// Syncs soon after something has changed here: what was told here must be known to the server before it tells the same.
    private func share(_ news: AsyncStream<Void>) async {
        guard let sync = parts.sync else { return }
        for await _ in news {
            guard (try? await parts.sleep(DeviceAgent.sharingDelay)) != nil else { return }
            do {
                try await sync()
            } catch {
                // It is tried again with the next background work, which comes sooner then.
                try? await parts.orchestrator.markDirty(now: parts.now())
            }
        }
    }

    /// Takes over what people do with what is shown.
    private func listen(_ trigger: AsyncStream<PassTrigger>.Continuation) async {
        for await event in parts.presenter.events {
            if event == .restarted { trigger.yield(.permissionChanged) }
            guard let response = await parts.centre.take(event) else { continue }
            do {
                observe(.response(try await parts.orchestrator.handle(response, now: parts.now())))
            } catch {
                observe(.responseFailed)
                trigger.yield(.retry)
            }
        }
    }

    /// Does the background work, beside the clock: a feed or a server that doesn't answer for a while makes no reminder late.
    private func work(at refreshes: AsyncStream<Void>) async {
        for await _ in refreshes {
            observe(.refresh(await parts.orchestrator.refresh(now: parts.now(), recalls: parts.recalls, sync: parts.sync)))
        }
    }

    private func watchClock(_ trigger: AsyncStream<PassTrigger>.Continuation, _ refresh: AsyncStream<Void>.Continuation) async {
        var seen = Seen(parts)
        var refreshAt = seen.now + RefreshPolicy.floor
        while !Task.isCancelled {
            let shownAt = parts.now()
            let isShown = await parts.centre.showDue(now: shownAt)
            let start = parts.now()
            // What can't be shown is tried again with the next that is due, and makes nothing else late.
            let next = await parts.centre.nextMoment(after: shownAt, retries: isShown) ?? .max
            let wanted = min(max(next, start), start + DeviceAgent.tick)
            let event = await parts.alarm.wait(until: wanted)
            let now = Seen(parts)
            let tick = now.now >= start + DeviceAgent.tick ? PassTrigger.foreground : nil
            // Once a minute at the least: another process may have edited a fact, which tells nobody.
            if let reason = now.reason(after: seen, event: event, wanted: wanted) ?? tick { trigger.yield(reason) }
            seen = now
            if now.now >= refreshAt || now.now < refreshAt - RefreshPolicy.floor {
                refreshAt = now.now + RefreshPolicy.floor
                refresh.yield()
            }
        }
    }
}

/// What the agent last saw of time and place.
private struct Seen {
    let now: Instant
    let timezone: String
    let day: CivilDate

    init(_ parts: DeviceAgent.Parts) {
        now = parts.now()
        timezone = parts.timezone()
        day = (parts.zones.rules(named: timezone) ?? .utc).civil(at: now).date
    }

    /// Why everything has to be planned anew; nil where it hasn't.
    func reason(after seen: Seen, event: AlarmEvent, wanted: Instant) -> PassTrigger? {
        if timezone != seen.timezone { return .zoneChanged }
        // Much later than wanted: the machine has slept.
        if event == .clockChanged || now < seen.now || now - wanted > ScheduledCentre.lateMax { return .clockChanged }
        return day == seen.day ? nil : .dayChanged
    }
}
