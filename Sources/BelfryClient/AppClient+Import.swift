import Foundation

/// What became of people who were taken in from another system.
public struct ImportReport: Hashable, Sendable, Decodable {
    /// How many weren't known before.
    public let created: Int
    public let updated: Int
    public let unchanged: Int
    public let refused: Int
    /// The first who were refused.
    public let refusals: [Refusal]

    public struct Refusal: Hashable, Sendable, Decodable {
        /// Counted from 1.
        public let line: Int
        public let error: Problem

        public struct Problem: Hashable, Sendable, Decodable {
            public let code: String
            public let message: String
            public let field: String?
        }
    }
}

extension AppClient {
    /// Takes people in whom another system knows, as they come out of a sequence, however many there are: each as `ImportedPerson` of the API's document
    /// names them. The same may be given again, which changes nothing.
    ///
    /// - Parameters:
    ///   - addingAddresses: also gives further addresses to people who are known; one that somebody has removed comes back so.
    ///   - isDryRun: keeps nothing.
    @discardableResult
    public func importPeople<People: AsyncSequence & Sendable>(
        eachOf people: People, addingAddresses: Bool = false, isDryRun: Bool = false
    ) async throws -> ImportReport where People.Element: Encodable {
        var call = Call.post("v1", "people")
        call.query = [("add_addresses", addingAddresses ? "true" : nil), ("dry_run", isDryRun ? "true" : nil)]
        call.body = try Lines.body(people)
        call.headers["Content-Type"] = Lines.contentType
        return try await caller.ask(call)
    }
}
