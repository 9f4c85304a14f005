import BelfryModel

/// Brings the recalls and warnings that agencies have published, as many as a household needs to know.
public protocol RecallSource: Sendable {
    /// - Throws: where the feed can't be reached; what was known before still counts then.
    func notices() async throws -> [RecallNotice]
}
