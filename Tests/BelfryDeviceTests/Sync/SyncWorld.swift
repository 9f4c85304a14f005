import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

/// Some devices of one person, a server, and a line between them that fails; with a book in which a second, simpler mind keeps what
/// everybody must end up with.
actor SyncWorld {
    private var generator: SeededGenerator
    private let server = MemoryStore()
    private let devices: [MemoryDevice]
    private var book: SyncBook
    private var now = Instant.noon
    /// Nobody edits any more, and the line holds.
    private var isQuiet = false
    /// How deep one device's call has led to another's.
    private var depth = 0

    private static let bills = ["rent", "gym", "car", "tax"]
    private static let columns = ["name", "amount", "due_date", "is_auto_pay"]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        devices = (0..<Int.random(in: 2...3, using: &generator)).map { _ in MemoryDevice() }
        book = SyncBook(deviceCount: devices.count)
    }

    /// - Returns: what is wrong in the end; nothing where all is well.
    func run(stepCount: Int) async throws -> [String] {
        for _ in 0..<stepCount { try await step() }
        isQuiet = true
        // Twice: what the last one pushes, the first must pull.
        for _ in 1...2 {
            for device in devices.indices { try await client(device).sync() }
        }
        return try await differences()
    }

    private func step() async throws {
        // The clock of the server stands still, goes on, and is set back.
        now = now + .seconds([0, 0, 1, 60, -30].randomElement(using: &generator) ?? 0)
        let device = Int.random(in: devices.indices, using: &generator)
        if chance(30) { await sync(device) } else { try await edit(device) }
    }

    private func sync(_ device: Int) async {
        // Whatever goes wrong on the way is made up for by a later one.
        _ = try? await client(device).sync()
    }

    private func client(_ device: Int) -> SyncClient {
        let identifiers = SequentialIdentifiers(prefix: "push-\(device)-\(generator.next())")
        let store = Watched(device: devices[device], number: device, world: self)
        return SyncClient(store: store, server: Line(world: self, device: device), identifiers: identifiers, now: { .noon })
    }

    private func edit(_ device: Int) async throws {
        let id = Self.bills.randomElement(using: &generator) ?? ""
        let present = try await devices[device].bill(id)
        if present != nil, chance(25) {
            book.delete(id, on: device)
            return try await devices[device].delete(id)
        }
        var columns: [String: FactValue] = [:]
        for name in Self.columns where chance(40) { columns[name] = value(of: name) }
        let edited = columns.filter { present?[$0.key] ?? .null != $0.value }
        if present == nil || !edited.isEmpty { book.save(edited, in: id, on: device) }
        try await devices[device].edit(id, columns)
    }

    private func value(of column: String) -> FactValue {
        let number = Int.random(in: 0...3, using: &generator)
        if number == 0 { return .null }
        return switch column {
        case "amount": .whole(number)
        case "is_auto_pay": .flag(number == 1)
        default: .text("\(number)")
        }
    }

    private func chance(_ percent: Int) -> Bool {
        Int.random(in: 1...100, using: &generator) <= percent
    }

    // MARK: The line

    fileprivate func pull(_ pull: SyncPull, of device: Int) async throws(SyncProblem) -> SyncAnswer {
        await meanwhile()
        if !isQuiet, chance(15) { throw .unavailable }
        let answer = await server.pull(pull, of: .ana)
        return answer
    }

    fileprivate func merged(_ answer: SyncAnswer, on device: Int) {
        let bills = answer.changes.tables[.budgetItems] ?? .init()
        book.merged(saved: bills.saved.map(\.id), deleted: bills.deleted, on: device)
    }

    fileprivate func push(_ push: SyncPush, of device: Int) async throws(SyncProblem) {
        book.sent(by: device)
        await meanwhile()
        let isLostBefore = !isQuiet && chance(15)
        let isTaken = isLostBefore ? false : await server.push(push, of: .ana, now: now) == .taken
        let isLost = isLostBefore || !isQuiet && chance(25)
        book.settle(device, isTaken: isTaken, isAnswered: !isLost)
        if isLost { throw .unavailable }
        if !isTaken { throw .conflict }
    }

    /// While a call is on its way, somebody edits or syncs, whoever it is.
    private func meanwhile() async {
        guard !isQuiet, depth < 2, chance(40) else { return }
        depth += 1
        let device = Int.random(in: devices.indices, using: &generator)
        if chance(50) { try? await edit(device) } else if !book.isOnTheWay(device) { await sync(device) }
        depth -= 1
    }

    // MARK: In the end

    private func differences() async throws -> [String] {
        var differences: [String] = []
        let answer = await server.pull(SyncPull(since: nil), of: .ana)
        var shared: [String: [String: FactValue]] = [:]
        for record in answer.changes.tables[.budgetItems]?.created ?? [] { shared[record.id] = record.columns.filter { $0.value != .null } }
        if shared != book.rows { differences.append("the server has \(shared), and should have \(book.rows)") }
        for (number, device) in devices.enumerated() {
            for id in Self.bills {
                let bill = try await device.bill(id)
                if bill != book.rows[id] { differences.append("device \(number) has \(id) as \(bill ?? [:]), not \(book.rows[id] ?? [:])") }
            }
            if await device.openPush("last", rowCountMax: 1, leavingOut: [:]) != nil { differences.append("device \(number) has something to push") }
        }
        return differences
    }
}

/// The server as one device reaches it.
private struct Line: SyncServer {
    let world: SyncWorld
    let device: Int

    func pull(_ pull: SyncPull) async throws(SyncProblem) -> SyncAnswer {
        try await world.pull(pull, of: device)
    }

    func push(_ push: SyncPush) async throws(SyncProblem) {
        try await world.push(push, of: device)
    }
}

/// A device that tells the world what it has merged.
private struct Watched: FactStore {
    let device: MemoryDevice
    let number: Int
    let world: SyncWorld

    func merge(_ answer: SyncAnswer, after state: SyncState) async throws -> Bool {
        guard try await device.merge(answer, after: state) else { return false }
        await world.merged(answer, on: number)
        return true
    }

    func save(_ edits: FactEdits) async throws { try await device.save(edits) }
    func changes(since mark: Int) async -> FactChanges { await device.changes(since: mark) }
    func changeSignals() -> AsyncStream<Void> { device.changeSignals() }
    func syncState() async -> SyncState { await device.syncState() }
    func openPush(_ id: String, rowCountMax: Int, leavingOut rows: [FactTable: Set<String>]) async -> SyncPush? {
        await device.openPush(id, rowCountMax: rowCountMax, leavingOut: rows)
    }
    func closePush(_ id: String) async { await device.closePush(id) }
}
