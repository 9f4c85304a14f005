import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks over `URLSession`, which is there on Apple's systems, Linux and Android alike.
///
/// Keeps no cookies and nothing that was answered, and follows no redirects. What is streamed to a server goes through a temporary file that only its
/// user may read: `URLSession` sends no pieces as they come on every system, and so a million recipients take no memory.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges = Exchanges()

    /// - Parameter silence: after so long without a byte a connection counts as lost. A server that is followed says something every 15 seconds.
    public init(silence: Duration = .seconds(60)) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = TimeInterval(silence.components.seconds)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    public func answer(to request: ClientRequest) async throws -> ClientAnswer {
        var outgoing = URLRequest(url: request.url)
        outgoing.httpMethod = request.method.rawValue
        for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
        switch request.body {
        case .none:
            return try await exchanges.answer(to: session.dataTask(with: outgoing))
        case .bytes(let bytes):
            outgoing.httpBody = bytes
            return try await exchanges.answer(to: session.dataTask(with: outgoing))
        case .pieces(let write):
            let spool = try Spool()
            defer { spool.remove() }
            try await write { try spool.write($0) }
            return try await exchanges.answer(to: session.uploadTask(with: outgoing, fromFile: spool.file))
        }
    }
}

/// A file that only its user may read, until it is removed.
private struct Spool {
    let file: URL
    private let handle: FileHandle

    init() throws {
        var path = Array(FileManager.default.temporaryDirectory.appendingPathComponent("belfry-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        file = URL(fileURLWithPath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ piece: Data) throws { try handle.write(contentsOf: piece) }

    func remove() { try? FileManager.default.removeItem(at: file) }
}

/// What is asked at present, and who waits for it.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        /// Nil once the answer has begun.
        var asking: CheckedContinuation<ClientAnswer, any Error>?
        let body: AsyncThrowingStream<Data, any Error>
        let pieces: AsyncThrowingStream<Data, any Error>.Continuation
    }

    private let open = Mutex<[Int: Exchange]>([:])

    func answer(to task: URLSessionTask) async throws -> ClientAnswer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { asking in
                let (body, pieces) = AsyncThrowingStream<Data, any Error>.makeStream()
                pieces.onTermination = { if case .cancelled = $0 { task.cancel() } }
                open.withLock { $0[task.taskIdentifier] = Exchange(asking: asking, body: body, pieces: pieces) }
                task.resume()
                // Cancelled before it was known here, it might have no end that anybody hears of.
                if Task.isCancelled { end(task, with: CancellationError()) }
            }
        } onCancel: {
            task.cancel()
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        begin(dataTask, with: response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        // Not every system tells of the response by itself.
        if let response = dataTask.response { begin(dataTask, with: response) }
        open.withLock { $0[dataTask.taskIdentifier]?.pieces }?.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil, let response = task.response { begin(task, with: response) }
        end(task, with: error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
        /// Elsewhere an answer of 401 is handed over when nobody has a password. Here one is asked for once the answer has come as a whole, and without one
        /// nothing more would be heard of it.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if let response = challenge.failureResponse ?? task.response { begin(task, with: response) }
            end(task, with: nil)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    #endif

    private func begin(_ task: URLSessionTask, with response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        let waiting = open.withLock { open -> (CheckedContinuation<ClientAnswer, any Error>, AsyncThrowingStream<Data, any Error>)? in
            guard let exchange = open[task.taskIdentifier], let asking = exchange.asking else { return nil }
            open[task.taskIdentifier]?.asking = nil
            return (asking, exchange.body)
        }
        guard let (asking, body) = waiting else { return }
        let headers = response.allHeaderFields.compactMap { field -> (String, String)? in
            guard let name = field.key as? String, let value = field.value as? String else { return nil }
            return (name, value)
        }
        asking.resume(returning: ClientAnswer(status: response.statusCode, headers: Dictionary(headers) { first, _ in first }, body: body))
    }

    private func end(_ task: URLSessionTask, with error: (any Error)?) {
        guard let exchange = open.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.asking?.resume(throwing: error ?? URLError(.badServerResponse))
        exchange.pieces.finish(throwing: error)
    }
}
