import BelfryPorts

/// Which streams of one connection are open, for which requests, and what becomes of these: a value that thinks, and does nothing.
///
/// It counts time in ticks, of which its owner says when they pass.
struct StreamLedger<Request> {
    struct Limits: Sendable {
        /// However many the other side allows.
        var streamCountMax = 200
        /// A stream without an answer after so many ticks is given up.
        var answerTickCount = 9
        /// With open streams and nothing heard for so many ticks, a PING is sent; without open streams, after more of them.
        var quietTickCount = 4
        var idleTickCount = 300
        /// A PING without anything heard for so many ticks tells that the connection is dead.
        var pingTickCount = 4
    }

    enum Phase: Hashable, Sendable {
        /// Waits for the other side's settings. Goes to `proving`, or to `draining`.
        case greeting
        /// One stream at a time, until an answer shows that the provider token was accepted. Goes to `open`, or to `draining`.
        case proving
        /// As many streams as both sides allow. Goes to `draining`.
        case open
        /// No new streams: those that are open are awaited. Final.
        case draining
    }

    private struct Stream {
        let request: Request
        let openedAt: Int
        var status = 0
        var headers: [String: String] = [:]
        var body: [UInt8] = []
    }

    private(set) var phase = Phase.greeting
    /// Whether anything was ever answered: a connection that ends before is a failure to connect.
    private(set) var wasAnswered = false
    private let limits: Limits
    private var streams: [Int32: Stream] = [:]
    /// What the other side allows; RFC 9113, section 6.5.2 has no limit where none is given.
    private var allowedCount = Int.max
    private var nextID: Int32 = 1
    private var tickNow = 0
    private var heardAt = 0
    private var answeredAt = 0
    private var pingedAt: Int?

    /// Of an error, more than this is nobody's reason.
    static var bodyByteCountMax: Int { 4096 }
    /// Then the next identifier would not fit any more: RFC 9113, section 5.1.1.
    static var lastID: Int32 { .max - 1000 }

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    var openCount: Int { streams.count }

    /// How many more streams may be opened now.
    var freeCount: Int {
        switch phase {
        case .greeting, .draining: 0
        case .proving: max(0, min(1, allowedCount) - streams.count)
        case .open: max(0, min(limits.streamCountMax, allowedCount) - streams.count)
        }
    }

    /// Whether it may be closed: it takes nothing more, and owes nothing.
    var isOver: Bool { phase == .draining && streams.isEmpty }

    /// - Returns: the new stream's identifier; nil where none may be opened.
    mutating func open(_ request: Request) -> Int32? {
        guard freeCount > 0 else { return nil }
        let id = nextID
        nextID += 2
        streams[id] = Stream(request: request, openedAt: tickNow)
        if nextID > Self.lastID { phase = .draining }
        return id
    }

    /// The other side's settings came.
    mutating func settle(streamCountMax: Int?) {
        if let streamCountMax { allowedCount = streamCountMax }
        if phase == .greeting { phase = .proving }
    }

    mutating func heard() {
        heardAt = tickNow
        pingedAt = nil
    }

    mutating func head(of id: Int32, status: Int, headers: [String: String]) {
        // What comes after the body are trailers.
        guard streams[id]?.status == 0, status >= 200 else { return }
        streams[id]?.status = status
        streams[id]?.headers = headers
    }

    mutating func body(of id: Int32, _ bytes: some Collection<UInt8>) {
        guard let count = streams[id]?.body.count, count + bytes.count <= Self.bodyByteCountMax else { return }
        streams[id]?.body += bytes
    }

    /// The other side has said all on this stream.
    mutating func end(_ id: Int32) -> (request: Request, response: ProviderResponse)? {
        guard let stream = streams.removeValue(forKey: id) else { return nil }
        wasAnswered = true
        answeredAt = tickNow
        if phase == .proving, stream.status != 401, stream.status != 403, stream.status < 500 { phase = .open }
        return (stream.request, ProviderResponse(status: stream.status, headers: stream.headers, body: stream.body))
    }

    /// The other side, or the machine, ended this stream without an answer.
    mutating func drop(_ id: Int32) -> Request? { streams.removeValue(forKey: id)?.request }

    /// The other side takes no new streams. Those above its last one were not looked at: RFC 9113, section 6.8.
    ///
    /// - Returns: what was on these, in the order in which they were opened. The others are still answered.
    mutating func goAway(lastID: Int32) -> [Request] {
        phase = .draining
        return removeAll { id, _ in id > lastID }
    }

    /// Takes no new streams from now on.
    mutating func drain() { phase = .draining }

    /// The connection ended: nothing will be answered any more.
    mutating func end() -> [Request] {
        phase = .draining
        return removeAll { _, _ in true }
    }

    enum Health: Hashable, Sendable {
        case good
        /// A PING is to be sent.
        case quiet
        /// It says nothing any more, or answers nothing any more: it is to be closed.
        case dead
    }

    /// A tick passed.
    ///
    /// - Returns: the streams that waited too long, which are taken out.
    mutating func tick() -> (health: Health, late: [(id: Int32, request: Request)]) {
        tickNow += 1
        let late = streams.filter { tickNow - $0.value.openedAt >= limits.answerTickCount }.map { (id: $0.key, request: $0.value.request) }
        for (id, _) in late { streams[id] = nil }
        // Neither these nor any others.
        if !late.isEmpty, tickNow - answeredAt >= limits.quietTickCount { return (.dead, late) }
        if let pingedAt { return (tickNow - pingedAt >= limits.pingTickCount ? .dead : .good, late) }
        guard tickNow - heardAt >= (streams.isEmpty && phase != .greeting ? limits.idleTickCount : limits.quietTickCount) else { return (.good, late) }
        pingedAt = tickNow
        return (.quiet, late)
    }

    private mutating func removeAll(where isRemoved: (Int32, Stream) -> Bool) -> [Request] {
        let ids = streams.filter { isRemoved($0.key, $0.value) }.keys.sorted()
        return ids.compactMap { streams.removeValue(forKey: $0)?.request }
    }
}
