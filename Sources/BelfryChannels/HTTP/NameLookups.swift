import NIOPosix
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Looks names up, on threads that nobody else needs.
///
/// A lookup whose name server is silent holds its thread until the system gives up, which nothing can hasten, though whoever asked has long
/// left. So the threads are these lookups' own, and no more than some may be begun: what comes beyond them is told so at once. Whoever asks for
/// a name that is being looked up gets that answer, so that one name takes one place, however much goes to it.
final class NameLookups: Sendable {
    static let system = NameLookups(threadCount: 16, countMax: 128) { try NameLookups.systemAddresses(of: $0) }

    private typealias Answer = AsyncStream<[String]>.Continuation

    private struct Lookup {
        let number: Int
        let task: Task<Void, Never>
        /// Whether it has a thread.
        var hasBegun = false
        /// Whoever waits for it, by their numbers.
        var askers: [Int: Answer] = [:]
    }

    private struct State {
        /// By their names. What was left by all before it had a thread is not among them.
        var lookups: [String: Lookup] = [:]
        /// How many are under way, or wait for a thread.
        var count = 0
        var lastNumber = 0
    }

    private let threads: NIOThreadPool
    private let countMax: Int
    private let state = Mutex(State())
    private let look: @Sendable (_ host: String) throws -> [String]

    /// - Parameters:
    ///   - countMax: how many may be under way, or wait for a thread.
    ///   - look: may take its time.
    init(threadCount: Int, countMax: Int, look: @escaping @Sendable (_ host: String) throws -> [String]) {
        threads = NIOThreadPool(numberOfThreads: threadCount)
        self.countMax = countMax
        self.look = look
        threads.start()
    }

    /// The numeric addresses of a name; none where it leads nowhere, or as soon as it is cancelled.
    ///
    /// - Throws: ``NetworkGuard/Refusal/crowded``
    func addresses(of host: String) async throws(NetworkGuard.Refusal) -> [String] {
        let answers = try answers(for: host)
        return await answers.first { _ in true } ?? []
    }

    /// One answer, or none where the name leads nowhere.
    ///
    /// - Throws: ``NetworkGuard/Refusal/crowded``
    func answers(for host: String) throws(NetworkGuard.Refusal) -> AsyncStream<[String]> {
        let (answers, answer) = AsyncStream.makeStream(of: [String].self)
        guard let asker = join(host, answer) else { throw .crowded }
        answer.onTermination = { [self] _ in leave(host, asker) }
        return answers
    }

    /// - Returns: the asker's number; nil where there is no place for another lookup.
    private func join(_ host: String, _ answer: Answer) -> Int? {
        state.withLock { state in
            guard state.lookups[host] != nil || state.count < countMax else { return nil }
            state.lastNumber += 1
            let number = state.lastNumber
            if state.lookups[host] == nil {
                state.count += 1
                state.lookups[host] = Lookup(number: number, task: Task { [self] in await lookUp(host, number) })
            }
            state.lookups[host]?.askers[number] = answer
            return number
        }
    }

    private func lookUp(_ host: String, _ number: Int) async {
        let addresses = try? await threads.runIfActive { [self] in
            begin(host, number)
            return try look(host)
        }
        let askers: [Answer] = state.withLock { state in
            state.count -= 1
            guard let lookup = state.lookups[host], lookup.number == number else { return [] }
            state.lookups[host] = nil
            return Array(lookup.askers.values)
        }
        for asker in askers {
            if let addresses { asker.yield(addresses) }
            asker.finish()
        }
    }

    private func begin(_ host: String, _ number: Int) {
        state.withLock { state in
            guard state.lookups[host]?.number == number else { return }
            state.lookups[host]?.hasBegun = true
        }
    }

    /// One that all have left while it waited for a thread is not begun.
    private func leave(_ host: String, _ asker: Int) {
        let left: Task<Void, Never>? = state.withLock { state in
            guard var lookup = state.lookups[host], lookup.askers.removeValue(forKey: asker) != nil else { return nil }
            let isOver = lookup.askers.isEmpty && !lookup.hasBegun
            state.lookups[host] = isOver ? nil : lookup
            return isOver ? lookup.task : nil
        }
        left?.cancel()
    }

    /// As the system resolves them, in the order in which it would try them (RFC 6724).
    private static func systemAddresses(of host: String) throws -> [String] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw NetworkGuard.Refusal.unknownName }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            guard let entry = entry?.pointee else { return nil }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
            // A zone, as in `fe80::1%eth0`, says only which line of this machine leads there.
            return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }?.split(separator: "%").first.map(String.init)
        }
    }
}
