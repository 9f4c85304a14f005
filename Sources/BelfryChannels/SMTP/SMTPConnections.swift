import Foundation

/// A mail on its way to a connection, with how we sign in at that moment.
struct SMTPLetter: Sendable {
    let message: EmailMessage
    let login: Login?

    struct Login: Sendable, CustomStringConvertible {
        let user: String
        let password: String

        var description: String { "Login" }
    }
}

/// Several connections to one mail server, each on a thread of its own, because libcurl waits: Swift's own few threads must not.
final class SMTPConnections: @unchecked Sendable {
    private struct Job {
        let letter: SMTPLetter
        let answer: CheckedContinuation<SMTPEnd, Never>
    }

    private let settings: SMTPSettings
    /// Guards everything below.
    private let condition = NSCondition()
    private var waiting: ArraySlice<Job> = []
    private var threadCount = 0
    private var idleCount = 0
    private var isClosed = false

    init(_ settings: SMTPSettings) {
        self.settings = settings
    }

    /// Hands over a mail over the next free connection.
    func send(_ letter: SMTPLetter) async -> SMTPEnd {
        await withCheckedContinuation { answer in
            condition.withLock {
                guard !isClosed else { return answer.resume(returning: .broken(.notConnected, at: .connecting)) }
                waiting.append(Job(letter: letter, answer: answer))
                if idleCount < waiting.count, threadCount < settings.connectionCount {
                    threadCount += 1
                    Thread.detachNewThread { self.work() }
                }
                condition.signal()
            }
        }
    }

    /// Lets what waits go out, then closes the connections.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    private func work() {
        let connection = SMTPConnection(settings)
        while let job = next() {
            job.answer.resume(returning: connection?.send(job.letter.message, login: job.letter.login) ?? .broken(.notConnected, at: .connecting))
        }
    }

    /// Waits for a mail; nil where there are to be no more.
    private func next() -> Job? {
        condition.withLock {
            while waiting.isEmpty, !isClosed {
                idleCount += 1
                condition.wait()
                idleCount -= 1
            }
            return waiting.popFirst()
        }
    }
}
