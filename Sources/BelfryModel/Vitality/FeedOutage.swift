import BelfryTime

/// A time in which no wearable's days came in from a source, or from all of them, of too many members at once for it to be their wearables.
public struct FeedOutage: Hashable, Sendable {
    /// Whose days didn't come; nil where it is all that come in.
    public let source: String?
    /// The first day that somebody misses.
    public let since: CivilDate
    /// On which day it was seen that they come again; nil while they don't.
    public let endedOn: CivilDate?

    public init(source: String?, since: CivilDate, endedOn: CivilDate? = nil) {
        self.source = source
        self.since = since
        self.endedOn = endedOn
    }

    public var isOver: Bool { endedOn != nil }

    public func ended(on day: CivilDate) -> FeedOutage { FeedOutage(source: source, since: since, endedOn: day) }
}

/// How many members who reported regularly have the same last day.
public struct FeedCount: Hashable, Sendable {
    /// From which source that day came; nil for those of all.
    public let source: String?
    public let lastDate: CivilDate
    public let memberCount: Int

    public init(source: String?, lastDate: CivilDate, memberCount: Int) {
        self.source = source
        self.lastDate = lastDate
        self.memberCount = memberCount
    }
}

/// By what a store counts members to tell a feed that is down, and what follows from the counts.
public struct FeedRules: Sendable {
    /// Who reported regularly has days on so many…
    public let regularDayCountMin: Int
    /// …of so many days up to their last.
    public let regularDayCount: Int
    /// Whose last day is longer ago isn't counted.
    public let lookBackDayCount: Int
    /// Of a source with fewer members nothing is said.
    public let memberCountMin: Int
    /// What is to be kept of feeds that are down, or were until lately, as of a day; by the counts, and what was kept before.
    public let outages: @Sendable (_ counts: [FeedCount], _ known: [FeedOutage], _ today: CivilDate) -> [FeedOutage]

    public init(
        regularDayCountMin: Int, regularDayCount: Int, lookBackDayCount: Int, memberCountMin: Int,
        outages: @escaping @Sendable (_ counts: [FeedCount], _ known: [FeedOutage], _ today: CivilDate) -> [FeedOutage]
    ) {
        self.regularDayCountMin = regularDayCountMin
        self.regularDayCount = regularDayCount
        self.lookBackDayCount = lookBackDayCount
        self.memberCountMin = memberCountMin
        self.outages = outages
    }
}
