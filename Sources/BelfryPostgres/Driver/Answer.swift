import CLibpq

/// What a statement brings, once it is wanted.
final class Answer {
    private unowned let connection: Connection
    /// The statement that is only prepared by it.
    let preparing: String?
    private(set) var isAnswered = false
    private(set) var isSuccessful = false
    private var table: ResultTable?

    init(_ connection: Connection, preparing: String? = nil) {
        self.connection = connection
        self.preparing = preparing
    }

    func answer(_ result: OpaquePointer) {
        isAnswered = true
        isSuccessful = [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result))
        table = ResultTable(result)
    }

    func rows() throws -> [Row] {
        try connection.receive(self)
        return table?.rows ?? []
    }

    func changeCount() throws -> Int {
        try connection.receive(self)
        return table?.changeCount ?? 0
    }
}
