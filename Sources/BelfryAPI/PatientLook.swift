/// Looks at something that may not answer for long, as a database that is frozen: nobody waits for it longer than they want to.
///
/// It looks once at a time. Whoever asks meanwhile is told what that look brings, so however many ask, no more than one waits there for an answer.
actor PatientLook<Answer: Sendable> {
    private let look: @Sendable () async -> Answer
    private var underWay: Task<Answer, Never>?

    init(_ look: @escaping @Sendable () async -> Answer) {
        self.look = look
    }

    /// - Parameter deadline: returns when it has taken too long. The look goes on then.
    /// - Returns: nil where there was no answer by then.
    func answer(before deadline: @escaping @Sendable () async throws -> Void) async -> Answer? {
        let look = underWay ?? begin()
        let (answers, continuation) = AsyncStream.makeStream(of: Answer?.self)
        let waiting = Task {
            try await deadline()
            continuation.yield(nil)
        }
        defer { waiting.cancel() }
        Task { continuation.yield(await look.value) }
        for await answer in answers { return answer }
        return nil
    }

    private func begin() -> Task<Answer, Never> {
        let task = Task {
            let answer = await look()
            underWay = nil
            return answer
        }
        underWay = task
        return task
    }
}
