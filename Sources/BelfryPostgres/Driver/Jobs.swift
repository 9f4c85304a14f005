/// What somebody waits for.
struct Job: Sendable {
    /// Does it, and tells who waits.
    ///
    /// - Returns: what passes by, where it wasn't the last attempt: then it is to be tried again, and nobody was told.
    let attempt: @Sendable (_ connection: Connection, _ isLast: Bool) -> PostgresError?
    /// Tells who waits that it can't be done.
    let refuse: @Sendable (any Error) -> Void
    var tryCount = 0
    /// As of the pool when it came, were none of the attempts under way then to succeed: those say nothing of the time after.
    var refusalCount = 0
    /// Whether it has waited for a server that said nothing.
    var hasMetSilence = false

    static let tryCountMax = 8
}

/// In the order in which they came.
struct Jobs {
    /// Those that were taken are at the beginning, until they are half of them.
    private var list: [Job?] = []
    private var takenCount = 0

    var count: Int { list.count - takenCount }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ job: Job) { list.append(job) }

    mutating func next() -> Job? {
        guard !isEmpty else { return nil }
        defer {
            list[takenCount] = nil
            takenCount += 1
            if takenCount * 2 >= list.count {
                list.removeFirst(takenCount)
                takenCount = 0
            }
        }
        return list[takenCount]
    }

    /// Takes those at the beginning of which something is true.
    mutating func removeFirst(while isTaken: (Job) -> Bool) -> [Job] {
        var taken: [Job] = []
        while !isEmpty, let first = list[takenCount], isTaken(first), let job = next() { taken.append(job) }
        return taken
    }

    /// Makes it the first of all.
    mutating func putBack(_ job: Job) { list.insert(job, at: takenCount) }
}
