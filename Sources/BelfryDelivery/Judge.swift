import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

// BelfryDelivery: carries out what was decided: leases, sends, records, tries again, gives up.
// It never decides what a person wants and never speaks a provider's language.

/// Brings the policy to stored deliveries: puts the inputs of each together, has them decided, and sums up what was held.
public struct Judge: Sendable {
    let zones: any TimeZoneDatabase
    let policy: PolicyPipeline
    /// What is decided to be sent where it has no line is undeliverable.
    let switchboard: Switchboard

    public init(zones: any TimeZoneDatabase, policy: PolicyPipeline = .standard, switchboard: Switchboard) {
        self.zones = zones
        self.policy = policy
        self.switchboard = switchboard
    }

    /// One verdict a candidate, in their order.
    ///
    /// - Parameter ageMax: what is older has expired.
    public func verdicts(on candidates: [DeliveryCandidate], now: Instant, ageMax: Duration) -> [Verdict] {
        let first = oneAfterTheOther(stepByStep(toldOnce(judge(candidates, now: now, ageMax: ageMax)), now: now), now: now)
        let toSend = first.filter(\.isToSend)
        let digests = Dictionary(toSend.lazy.compactMap { one in one.digestAt.map { (one.delivery.id, $0) } }, uniquingKeysWith: { first, _ in first })
        let merges = HeldDigest.merges(of: toSend.map { ($0.delivery, $0.severity) }, digests: digests)
        return counted(first, merges).map { judged in
            let lead = judged.isToSend ? merges[judged.delivery.id] : nil
            let judgement = lead.map { .decided(.merge(into: $0)) } ?? judged.judgement
            return Verdict(
                delivery: judged.delivery.id, judgement: judgement, severity: judged.severity, isCounted: judged.inputs?.told.isCounted == true,
                inputs: judged.inputs?.flatJSON)
        }
    }

    /// The latest first: of those that would have an earlier one's place one has to be told. Whichever isn't among them has its turn elsewhere.
    private func judge(_ candidates: [DeliveryCandidate], now: Instant, ageMax: Duration) -> [Judged] {
        guard candidates.contains(where: { !$0.replacements.isEmpty }) else { return candidates.map { judge($0, now: now, ageMax: ageMax) } }
        var judged: [Int: Judged] = [:]
        var areTold: [DeliveryID: Bool] = [:]
        let latestFirst = candidates.indices.sorted { left, right in
            let (one, other) = (candidates[left].delivery, candidates[right].delivery)
            return (one.ageBeginsAt, one.id) > (other.ageBeginsAt, other.id)
        }
        for index in latestFirst {
            let candidate = candidates[index]
            let hasPlace = !candidate.replacements.isEmpty && !candidate.replacements.contains { areTold[$0] ?? true }
            let one = judge(hasPlace ? candidate.inItsPlace : candidate, now: now, ageMax: ageMax)
            (judged[index], areTold[candidate.delivery.id]) = (one, one.isToSend)
        }
        return candidates.indices.compactMap { judged[$0] }
    }

    /// Steps of a route may fall due together, as behind quiet hours, a pause or an outage: then the first of them is told, and each later one waits as
    /// long after it as it was to, for its turn if that one doesn't reach. It waits so once, behind one that nobody has tried yet; and where it would be of
    /// no use any more by then it is told along with it.
    private func stepByStep(_ judged: [Judged], now: Instant) -> [Judged] {
        struct Route: Hashable {
            let app: AppID
            let recipient: UserID
            let key: String

            init(_ place: DeliveryRoute.Place, of delivery: Delivery) { (app, recipient, key) = (delivery.app, delivery.recipient, place.key) }
        }
        var first: [Route: Delivery] = [:]
        for one in judged where one.isToSend && !one.isTried {
            guard let place = one.delivery.route else { continue }
            let route = Route(place, of: one.delivery)
            if let known = first[route]?.route, known.step <= place.step { continue }
            first[route] = one.delivery
        }
        guard !first.isEmpty else { return judged }
        return judged.map { one in
            guard one.isToSend, !one.isTried, let place = one.delivery.route, let earlier = first[Route(place, of: one.delivery)],
                let wait = wait(for: one.delivery, behind: earlier), let end = one.inputs?.expiresAt
            else { return one }
            let moment = min(now + wait, .max)
            return moment < end ? decided(one) { $0.stepDueAt = moment } : one
        }
    }

    /// So it is with those who are to be told one after the other: where both fall due together, whoever is first has as long to react as they were to have.
    private func oneAfterTheOther(_ judged: [Judged], now: Instant) -> [Judged] {
        guard judged.contains(where: { $0.isToSend && !$0.isTried && $0.delivery.payload.escalation != nil }) else { return judged }
        let untried = judged.filter { $0.isToSend && !$0.isTried && $0.delivery.route != nil }.map(\.delivery)
        return judged.map { one in
            guard one.isToSend, !one.isTried, let key = one.delivery.route?.key, let place = one.delivery.payload.escalation, let end = one.inputs?.expiresAt
            else { return one }
            let earlier = untried.filter { other in
                other.app == one.delivery.app && other.route?.key == key && other.route.map { $0.step < place.fromStep } ?? false
            }
            guard let begin = earlier.map(\.ageBeginsAt).min(), case let wait = one.delivery.ageBeginsAt - begin, wait > .zero else { return one }
            let moment = min(now + wait, .max)
            return moment < end ? decided(one) { $0.stepDueAt = moment } : one
        }
    }

    /// How long a step of a route was to wait behind an earlier one; nil where it wasn't.
    private func wait(for delivery: Delivery, behind earlier: Delivery) -> Duration? {
        guard let place = delivery.route, let known = earlier.route, known.step < place.step else { return nil }
        // The first of a member's may have been held since the broadcast was ordered.
        let wait =
            Broadcast.Place(delivery.id) == nil
            ? delivery.ageBeginsAt - earlier.ageBeginsAt : Broadcast.fallbackWait * (place.step - known.step)
        return wait > .zero ? wait : nil
    }

    /// Each that counts is told behind those before it: the graver first, then the earlier. What goes into a summary is told with it, or not at all. The
    /// same over several channels counts once.
    private func counted(_ judged: [Judged], _ merges: [DeliveryID: DeliveryID]) -> [Judged] {
        let counting = judged.indices.filter { judged[$0].isToSend && judged[$0].inputs?.told.isCounted == true }
        guard counting.count > 1 else { return judged }
        let leads = counting.filter { merges[judged[$0].delivery.id] == nil }.sorted { left, right in
            let (one, other) = (judged[left], judged[right])
            return (other.severity, one.delivery.createdAt, one.delivery.id) < (one.severity, other.delivery.createdAt, other.delivery.id)
        }
        var counted = judged
        var toldBefore: [DeliveryID: (counts: ToldCounts, group: ThrottleGroup?)] = [:]
        // What is told now for the first time on that day, and in the window of a throttle.
        var today: [UserID: Set<ToldLately.Subject>] = [:]
        var throttled: [ThrottleGroup: Set<ToldLately.Subject>] = [:]
        for index in leads {
            let delivery = judged[index].delivery
            let (subject, group) = (ToldLately.Subject(of: delivery), ThrottleGroup(delivery))
            var before = judged[index].inputs?.told ?? ToldCounts()
            before.today = before.today.map { $0 + today[delivery.recipient, default: []].subtracting([subject]).count }
            if let group { before.throttled = before.throttled.map { $0 + throttled[group, default: []].subtracting([subject]).count } }
            counted[index] = decided(judged[index], told: before)
            toldBefore[delivery.id] = (before, group)
            guard counted[index].isToSend else { continue }
            if before.today != nil, !judged[index].isToldAgain { today[delivery.recipient, default: []].insert(subject) }
            if let group, !judged[index].isThrottledAgain { throttled[group, default: []].insert(subject) }
        }
        for index in counting {
            guard let lead = merges[judged[index].delivery.id], let before = toldBefore[lead] else { continue }
            var told = judged[index].inputs?.told ?? ToldCounts()
            told.today = told.today.map { before.counts.today ?? $0 }
            if ThrottleGroup(judged[index].delivery) == before.group { told.throttled = told.throttled.map { before.counts.throttled ?? $0 } }
            counted[index] = decided(judged[index], told: told)
        }
        return counted
    }

    /// Anew, as if so many had been told before.
    private func decided(_ judged: Judged, told: ToldCounts) -> Judged {
        judged.inputs?.told == told ? judged : decided(judged) { ($0.toldToday, $0.throttleTold) = (told.today, told.throttled) }
    }

    /// Anew, from other inputs.
    func decided(_ judged: Judged, _ change: (inout DecisionInputs) -> Void) -> Judged {
        guard var inputs = judged.inputs else { return judged }
        change(&inputs)
        let zone = zones.rules(named: inputs.preferences.timezone) ?? .utc
        return Judged(delivery: judged.delivery, judgement: .decided(policy.decide(inputs, in: zone)), inputs: inputs)
    }

    struct Judged {
        let delivery: Delivery
        let judgement: Verdict.Judgement
        let inputs: DecisionInputs?
        /// The same was told on that day over another channel.
        var isToldAgain = false
        /// The same was told in the window of its throttle over another channel.
        var isThrottledAgain = false
        /// As of ``DeliveryCandidate/isTried``.
        var isTried = false

        var isToSend: Bool { judgement.isToSend }
        var severity: Severity { inputs?.severity ?? .watch }
        /// Of the person's digest that it is told in; nil where it is told in none.
        var digestAt: CivilTime? { judgement.reason == .cannotWaitForDigest ? nil : inputs?.preferences.digestAt }
    }

    /// Verdicts on a batch of a broadcast: what its members have in common is decided once, as of each of them alone.
    public func verdicts(on members: BroadcastMembers, now: Instant, ageMax: Duration) -> [MemberVerdict] {
        alike(members.groups, now: now).flatMap { group -> [MemberVerdict] in
            // Where they are reached is looked at below.
            guard let first = group.members.first, let candidate = members.candidate(at: first, wishes: group.wishes) else { return [] }
            let turns = turns(of: group.members, in: members, decide(candidate, now: now, ageMax: ageMax))
            return turns.flatMap { verdicts($0, on: $1, of: members, in: candidate.preferences.language) }
        }
    }

    /// What was decided of members, and of whom of them it can't be.
    private func verdicts(_ decided: Judged, on places: [Int], of members: BroadcastMembers, in language: Language?) -> [MemberVerdict] {
        let inputs = decided.inputs?.flatJSON
        func verdict(_ judgement: Verdict.Judgement, on members: [Int]) -> MemberVerdict {
            MemberVerdict(judgement: judgement, inputs: inputs, language: language, members: members)
        }
        guard decided.isToSend, let channel = decided.delivery.channel else { return [verdict(decided.judgement, on: places)] }
        let lines = switchboard.lines(over: channel)
        if lines.reachesEverybody { return [verdict(decided.judgement, on: places)] }
        var reached: [Int] = []
        var unreached: [String: [Int]] = [:]
        for place in places {
            let why = lines.obstacle(of: members.recipients[place], among: members.addresses[place] ?? [])
            if let why { unreached[why, default: []].append(place) } else { reached.append(place) }
        }
        return (reached.isEmpty ? [] : [verdict(decided.judgement, on: reached)])
            + unreached.map { verdict(.undeliverable(why: $0), on: $1) }
    }

    /// Members who are decided alike; whoever is told several words of their own, and limits what they are told on a day, is told each behind those before.
    private func turns(of places: [Int], in members: BroadcastMembers, _ decided: Judged) -> [(decided: Judged, places: [Int])] {
        guard members.values != nil, decided.isToSend, var told = decided.inputs?.toldToday else { return [(decided, places)] }
        var counts: [UserID: Int] = [:]
        var turns: [[Int]] = []
        for place in places.sorted() {
            let turn = counts[members.recipients[place], default: 0]
            counts[members.recipients[place]] = turn + 1
            if turn == turns.count { turns.append([]) }
            turns[turn].append(place)
        }
        return turns.map { places in
            let judged = self.decided(decided, told: ToldCounts(today: told, throttled: decided.inputs?.throttleTold))
            if judged.isToSend { told += 1 }
            return (judged, places)
        }
    }

    /// Those who differ in nothing but when mutes of theirs ended, or at which moments of the day they were told something, want the same.
    private func alike(_ groups: [BroadcastMembers.Group], now: Instant) -> [BroadcastMembers.Group] {
        func saysTooMuch(_ wishes: BroadcastMembers.Wishes) -> Bool {
            wishes.preferences.isMuteOver(at: now) || wishes.categoryMutedUntil.map { $0 <= now } ?? false || !wishes.toldLately.isEmpty
        }
        guard groups.contains(where: { saysTooMuch($0.wishes) }) else { return groups }
        let alike = Dictionary(grouping: groups) { group -> BroadcastMembers.Wishes in
            let wishes = group.wishes
            guard saysTooMuch(wishes) else { return wishes }
            var preferences = wishes.preferences
            if preferences.isMuteOver(at: now) { preferences = StoredPreferences(columns: preferences.columns.filter { $0.key != .mutedUntil }) }
            let zone = zones.rules(named: preferences.read().preferences.timezone) ?? .utc
            let toldCount = Self.count(of: wishes.toldLately, on: now, in: zone)
            return .init(
                preferences: preferences, isCategoryOff: wishes.isCategoryOff,
                categoryMutedUntil: wishes.categoryMutedUntil.flatMap { $0 > now ? $0 : nil }, toldAt: wishes.toldAt,
                toldLately: Array(repeating: now, count: toldCount), isCategoryOffByDefault: wishes.isCategoryOffByDefault,
                isCategoryRequired: wishes.isCategoryRequired)
        }
        let merged = alike.map { wishes, groups in BroadcastMembers.Group(wishes: wishes, members: groups.flatMap(\.members).sorted()) }
        return merged.sorted { $0.members.lexicographicallyPrecedes($1.members) }
    }

    private func judge(_ candidate: DeliveryCandidate, now: Instant, ageMax: Duration) -> Judged {
        let (delivery, judged) = (candidate.delivery, decide(candidate, now: now, ageMax: ageMax))
        guard judged.isToSend, let channel = delivery.channel,
            let why = switchboard.lines(over: channel).obstacle(of: delivery.recipient, among: candidate.addresses)
        else { return judged }
        return Judged(delivery: delivery, judgement: .undeliverable(why: why), inputs: judged.inputs)
    }

    /// What the policy says, wherever the recipient is reached.
    private func decide(_ candidate: DeliveryCandidate, now: Instant, ageMax: Duration) -> Judged {
        let delivery = candidate.delivery
        guard let channel = delivery.channel else {
            return Judged(delivery: delivery, judgement: .undeliverable(why: "unknown_channel: no channel has this name"), inputs: nil)
        }
        let (inputs, zone) = inputs(for: candidate, channel: channel, now: now, ageMax: ageMax)
        let isToldAgain = candidate.sameToldAt.map { Self.count(of: [$0], on: now, in: zone) > 0 } ?? false
        let isThrottledAgain = candidate.sameThrottledAt.map { Self.count(of: [$0], of: delivery.payload.throttle, now: now) > 0 } ?? false
        return Judged(
            delivery: delivery, judgement: .decided(policy.decide(inputs, in: zone)), inputs: inputs, isToldAgain: isToldAgain,
            isThrottledAgain: isThrottledAgain, isTried: candidate.isTried)
    }

    private func inputs(for candidate: DeliveryCandidate, channel: DeliveryChannel, now: Instant, ageMax: Duration)
        -> (DecisionInputs, TimeZoneRules)
    {
        let delivery = candidate.delivery
        var (preferences, refused) = candidate.preferences.read()
        var zone = zones.rules(named: preferences.timezone)
        if zone == nil {
            refused.append(.timezone)
            preferences.timezone = "UTC"
            zone = .utc
        }
        // One that is over decides nothing.
        if candidate.preferences.isMuteOver(at: now) { preferences.mutedUntil = nil }
        preferences.digestAt = preferences.digestByCategory.time(of: delivery.payload.category, or: preferences.digestAt)
        preferences.digestByCategory = DigestTimes()
        let goesIntoDigest = preferences.digestAt != nil
        let countsTold = preferences.dailyCountMax != nil && channel.interruptsRecipient
        let throttle = delivery.payload.throttle
        let inputs = DecisionInputs(
            now: now, channel: channel, preferences: preferences,
            severity: delivery.payload.severity ?? candidate.alert?.severity ?? .watch,
            snoozeUntil: candidate.alert?.snoozeUntil, dismissedAt: candidate.alert?.dismissedAt,
            expiresAt: delivery.end(ageMax: ageMax, in: zone), deliverAtLocal: delivery.payload.deliverAtLocal, heldSince: delivery.heldSince,
            episodeStatus: candidate.alert?.status, isSuperseded: candidate.isSuperseded, isEntitled: candidate.isEntitled,
            toldAt: channel.interruptsRecipient ? candidate.toldAt : nil,
            toldToday: countsTold ? Self.count(of: candidate.toldLately, on: now, in: zone ?? .utc) : nil, throttleCountMax: throttle?.countMax,
            throttleTold: throttle.map { Self.count(of: candidate.throttledLately, of: $0, now: now) }, isCategoryOff: candidate.isCategoryOff,
            categoryMutedUntil: candidate.categoryMutedUntil.flatMap { $0 > now ? $0 : nil },
            isReached: candidate.isReached, isAcknowledged: candidate.isAcknowledged, dueAt: goesIntoDigest ? delivery.ageBeginsAt : nil,
            isAwaited: goesIntoDigest && delivery.isAwaited, isInDoubt: candidate.isInDoubt, refusedSettings: refused,
            feedDownSince: candidate.alert?.feedDownSince, isCategoryOffByDefault: candidate.isCategoryOffByDefault,
            isCategoryRequired: candidate.isCategoryRequired)
        return (inputs, zone ?? .utc)
    }

    /// How many of these moments lie on the same day of a clock as another.
    private static func count(of moments: [Instant], on moment: Instant, in zone: TimeZoneRules) -> Int {
        let today = zone.civil(at: moment).date
        return moments.count { zone.civil(at: $0).date == today }
    }

    /// How many of these moments lie in the window of a throttle.
    private static func count(of moments: [Instant], of throttle: KeyedThrottle?, now: Instant) -> Int {
        throttle.map { throttle in moments.count { $0 > now - throttle.window } } ?? 0
    }
}

/// How much was told before.
private struct ToldCounts: Equatable {
    /// On that day; nil where it doesn't count.
    var today: Int?
    /// In the window of its throttle; nil where it has none.
    var throttled: Int?

    var isCounted: Bool { today != nil || throttled != nil }
}

extension DecisionInputs {
    fileprivate var told: ToldCounts { ToldCounts(today: toldToday, throttled: throttleTold) }
}

/// What one person is told under one key of an app.
private struct ThrottleGroup: Hashable {
    let recipient: UserID
    let app: AppID
    /// Byte by byte, as stores compare it.
    let key: [UInt8]

    /// Nil for what nothing limits so.
    init?(_ delivery: Delivery) {
        guard let throttle = delivery.payload.throttle else { return nil }
        (recipient, app, key) = (delivery.recipient, delivery.app, Array(throttle.key.utf8))
    }
}

extension StoredPreferences {
    fileprivate func isMuteOver(at now: Instant) -> Bool { read().preferences.mutedUntil.map { $0 <= now } ?? false }
}
