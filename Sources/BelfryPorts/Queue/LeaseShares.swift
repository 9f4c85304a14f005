import BelfryModel
import BelfryTime

/// What of one app waits under one priority.
public struct QueueLane: Hashable, Sendable {
    /// The name of a lane: an app, and a rank of ``DeliveryPriority``, of which 1 goes first.
    public struct ID: Hashable, Sendable {
        /// As stored, byte by byte: somebody may have written by hand what is no identifier, or no text.
        public let app: [UInt8]
        public let rank: Int

        public init(app: some Sequence<UInt8>, rank: Int) {
            self.app = Array(app)
            self.rank = rank
        }
    }

    public let id: ID
    public var app: [UInt8] { id.app }
    public var rank: Int { id.rank }
    /// When the first of it is due.
    public let dueAt: Instant

    public init(app: some Sequence<UInt8>, rank: Int, dueAt: Instant) {
        id = ID(app: app, rank: rank)
        self.dueAt = dueAt
    }
}

extension [LeasedDelivery] {
    /// Critical ones first; then each app in its turn, so that inside a batch too nobody waits for all of another's.
    public var inTurn: [LeasedDelivery] {
        var counts: [AppID: Int] = [:]
        let places = map { leased in
            let delivery = leased.delivery
            let turn = counts[delivery.app, default: 0]
            counts[delivery.app] = turn + 1
            return (isLate: delivery.priority != .critical, turn: turn)
        }
        guard counts.count > 1 else { return self }
        return indices.sorted { (places[$0].isLate ? 1 : 0, places[$0].turn, $0) < (places[$1].isLate ? 1 : 0, places[$1].turn, $1) }.map { self[$0] }
    }
}

/// Deals the places of a batch out, so that no app's burst keeps the others waiting, and critical ones overtake.
///
/// Every app that has something due gets as many places as the others; what one can't fill goes to those that can. Critical ones come
/// first, of all apps; as long as others wait too they have at most three of four places, so that a flood of them stops nobody. Inside an app
/// what is normal goes before what is low.
public struct LeaseShares {
    /// So many of one app: critical ones, or others.
    public struct Order: Hashable, Sendable {
        public let app: [UInt8]
        /// The first of them go first.
        public let ranks: [Int]
        /// How many to take, of the first ones.
        public let count: Int
        /// How many of these were dealt out before.
        public let takenCount: Int
    }

    private struct Seat {
        let app: [UInt8]
        let ranks: [Int]
        var takenCount = 0
        var isExhausted = false
    }

    private var critical: [Seat]
    private var others: [Seat]

    /// - Parameters:
    ///   - lanes: those of which something is due.
    ///   - token: turns the order of the apps, so that where there are fewer places than apps each has its turn.
    public init(_ lanes: [QueueLane], token: String) {
        func seats(_ isWanted: (Int) -> Bool) -> [Seat] {
            let ranks = Dictionary(grouping: lanes.filter { isWanted($0.rank) }, by: \.app).mapValues { $0.map(\.rank).sorted() }
            let apps = ranks.keys.sorted { $0.lexicographicallyPrecedes($1) }
            var hash = StableHash()
            hash.add(token)
            let turn = apps.isEmpty ? 0 : Int(hash.value % UInt64(apps.count))
            return (apps[turn...] + apps[..<turn]).map { Seat(app: $0, ranks: ranks[$0] ?? []) }
        }
        critical = seats { $0 == DeliveryPriority.critical.rank }
        others = seats { $0 != DeliveryPriority.critical.rank }
    }

    /// - Parameter take: takes what is ordered, as far as it is there, and says how much of each order that was.
    public mutating func deal(_ countMax: Int, take: ([Order]) throws -> [Int]) rethrows {
        let criticalMax = others.isEmpty ? countMax : max(1, countMax * 3 / 4)
        var left = countMax
        left -= try Self.deal(criticalMax, to: &critical, take)
        left -= try Self.deal(left, to: &others, take)
        _ = try Self.deal(left, to: &critical, take)
    }

    private static func deal(_ countMax: Int, to seats: inout [Seat], _ take: ([Order]) throws -> [Int]) rethrows -> Int {
        var left = countMax
        while left > 0 {
            let open = seats.indices.filter { !seats[$0].isExhausted }
            guard !open.isEmpty else { break }
            let shares = open.indices.map { left / open.count + ($0 < left % open.count ? 1 : 0) }
            let served = zip(open, shares).filter { $0.1 > 0 }
            let taken = try take(served.map { seat, share in
                Order(app: seats[seat].app, ranks: seats[seat].ranks, count: share, takenCount: seats[seat].takenCount)
            })
            for ((seat, share), count) in zip(served, taken) {
                seats[seat].takenCount += count
                seats[seat].isExhausted = count < share
                left -= count
            }
        }
        return countMax - left
    }
}
