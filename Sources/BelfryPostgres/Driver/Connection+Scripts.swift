import CLibpq

// What goes past the pipeline: scripts, and rows that are copied.

extension Connection {
    /// Runs statements without parameters, one after the other, outside of any pipeline.
    ///
    /// - Parameter silence: how many milliseconds the server may be silent; however long they take, where it is -1.
    func runScript(_ sql: String, within silence: Int32 = -1) throws {
        guard !isBroken else { throw PostgresError.lost }
        PQexitPipelineMode(handle)
        defer { PQenterPipelineMode(handle) }
        guard PQsendQuery(handle, sql) == 1 else { throw broken() }
        var refusal: PostgresError?
        while let result = try nextResult(within: silence) {
            let status = PQresultStatus(result)
            if status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK, refusal == nil { refusal = error(result) }
            PQclear(result)
        }
        if let refusal { throw refusal }
    }

    /// Copies rows into a table.
    ///
    /// - Parameters:
    ///   - sql: `COPY … FROM STDIN`, of text.
    ///   - chunks: called for the next rows, each in its line, until it has none.
    func copy(_ sql: String, chunks: () throws -> [UInt8]?) throws {
        PQexitPipelineMode(handle)
        defer { PQenterPipelineMode(handle) }
        guard PQsendQuery(handle, sql) == 1 else { throw broken() }
        guard let start = try nextResult() else { throw broken() }
        let isStarted = PQresultStatus(start) == PGRES_COPY_IN
        let refusalAtStart = isStarted ? nil : error(start)
        PQclear(start)
        if isStarted {
            do {
                while let chunk = try chunks() { try put(chunk) }
                try end(nil)
            } catch {
                try end("belfry")
                while let rest = try nextResult() { PQclear(rest) }
                throw error
            }
        }
        var refusal = refusalAtStart
        while let result = try nextResult() {
            if PQresultStatus(result) != PGRES_COMMAND_OK, refusal == nil { refusal = error(result) }
            PQclear(result)
        }
        if let refusal { throw refusal }
    }

    private func put(_ chunk: [UInt8]) throws {
        while true {
            let count = chunk.withUnsafeBytes { PQputCopyData(handle, $0.bindMemory(to: CChar.self).baseAddress, Int32(chunk.count)) }
            if count == 1 { break }
            guard count == 0 else { throw broken() }
            try drain()
        }
        try drain()
    }

    private func end(_ error: String?) throws {
        while true {
            let count = PQputCopyEnd(handle, error)
            if count == 1 { break }
            guard count == 0 else { throw broken() }
            try drain()
        }
        try drain()
    }

    /// Waits until all is sent.
    private func drain() throws {
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw broken() }
            if unsent == 0 { return }
            try wait(toWrite: true, within: Self.silenceMillisecondsMax)
        }
    }
}
