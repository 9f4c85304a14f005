import Synchronization

/// The tokens of leases whose answer was lost: the store may hold something in our name, of which nothing was begun, and nobody else gets at it
/// before the lease runs out.
final class LostLeases: Sendable {
    private let tokens = Mutex<[String]>([])

    /// While a store is away nothing is leased: what was asked for after the first few isn't held either.
    private static let countMax = 16

    func note(_ token: String) {
        tokens.withLock { if $0.count < Self.countMax { $0.append(token) } }
    }

    /// Gives each back; those that can't be while the store is away are kept for the next time.
    func giveBack(by giveBack: (_ token: String) async throws -> Void) async throws {
        while let token = tokens.withLock(\.first) {
            do {
                try await giveBack(token)
            } catch let error where Worker.isRefusal(error) {
                // It would keep everything from being leased, again and again. What it holds is rescued when it runs out.
                forget(token)
                throw error
            }
            forget(token)
        }
    }

    private func forget(_ token: String) { tokens.withLock { tokens in tokens.removeAll { $0 == token } } }
}
