import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDevice

@Suite("Syncing")
struct SyncClientTests {
    @Test("Devices that edit, delete and sync over a line that fails end up alike, and nobody's last word is lost")
    func convergence() async throws {
        var seeds = SeededGenerator(seed: .seed())
        for _ in 1...2000 {
            let seed = seeds.next()
            let differences = try await SyncWorld(seed: seed).run(stepCount: 30)
            guard differences.isEmpty else {
                Issue.record("trace \(seed): \(differences.joined(separator: "; "))")
                return
            }
        }
    }

    @Test("A sync pulls, then pushes, and says how much; a second has nothing to do")
    func report() async throws {
        let server = MemoryServer()
        let (phone, tablet) = (MemoryDevice(), MemoryDevice())
        try await phone.edit("rent", ["amount": .whole(1)])
        try await tablet.edit("gym", ["amount": .whole(2)])
        let first = try await SyncClient(phone, server).sync()
        #expect(first.pulledRowCount == 0 && first.pushedRowCount == 1)
        let second = try await SyncClient(tablet, server).sync()
        #expect(second.pulledRowCount == 1 && second.pushedRowCount == 1 && second.conflictCount == 0)
        #expect(try await tablet.bill("rent") == ["amount": .whole(1)])
        try await SyncClient(tablet, server).sync()
        let last = try await SyncClient(tablet, server).sync()
        #expect(last == SyncReport())
    }

    @Test("Many edits are pushed in parts, each a transaction of the server")
    func parts() async throws {
        let server = MemoryServer()
        let device = MemoryDevice()
        let bills = (1...2500).map { FactRecord.bill("bill-\($0)", ["amount": .whole($0)]) }
        try await device.save(FactEdits(saved: [.budgetItems: bills]))
        let report = try await SyncClient(device, server).sync()
        #expect(report.pushedRowCount == 2500)
        #expect(server.pushSizes.all == [1000, 1000, 500])
    }

    @Test("What is too large for the server goes in smaller parts")
    func tooLarge() async throws {
        let server = MemoryServer(rowCountMax: 300)
        let device = MemoryDevice()
        let bills = (1...1000).map { FactRecord.bill("bill-\($0)", ["amount": .whole($0)]) }
        try await device.save(FactEdits(saved: [.budgetItems: bills]))
        let report = try await SyncClient(device, server).sync()
        #expect(report.pushedRowCount == 1000 && report.conflictCount == 0)
        #expect(server.pushSizes.all == [1000, 500, 250, 250, 250, 250])
        #expect(try await device.push("last") == nil)
    }

    @Test(
        "A row that the server doesn't take is set aside alone and told at each sync; once it is edited to fit, it goes",
        arguments: [SyncProblem.tooLarge, .refused(code: "unknown_name", field: nil)])
    func setAside(_ problem: SyncProblem) async throws {
        let server = MemoryServer(refuses: ["bill-13": problem, "bill-21": problem])
        let device = MemoryDevice()
        let bills = (10...29).map { FactRecord.bill("bill-\($0)", ["amount": .whole($0)]) }
        try await device.save(FactEdits(saved: [.budgetItems: bills]))
        let client = SyncClient(device, server)
        let report = try await client.sync()
        #expect(report.setAside == ["bill-13", "bill-21"].map { SetAsideRow(table: .budgetItems, id: $0, problem: problem) })
        #expect(report.pushedRowCount == 18)
        let again = try await client.sync()
        #expect(again.setAside == report.setAside && again.pushedRowCount == 0)
        #expect(try await device.push("last")?.created.map(\.id) == ["bill-13", "bill-21"])

        for id in ["bill-13", "bill-21"] { try await device.edit(id, ["amount": .whole(0)]) }
        let last = try await client.sync()
        #expect(last.setAside.isEmpty && last.pushedRowCount == 2)
        #expect(try await device.push("last") == nil)
    }

    @Test("A text that is longer than the bound, from before there was one, is set aside without asking, and the rest goes")
    func tooLong() async throws {
        let server = MemoryServer()
        let device = MemoryDevice()
        let name = FactValue.text(String(repeating: "é", count: FactColumn.textLengthMax + 1))
        try await device.receive([.bill("rent", ["name": name]), .bill("gym", ["name": name])])
        for id in ["rent", "gym", "car"] { try await device.edit(id, ["amount": .whole(1)]) }
        let client = SyncClient(device, server)
        let report = try await client.sync()
        let problem = SyncProblem.refused(code: "wrong_type", field: "budget_items.name")
        #expect(report.setAside == ["gym", "rent"].map { SetAsideRow(table: .budgetItems, id: $0, problem: problem) })
        #expect(server.pushSizes.all == [1])

        try await device.edit("rent", ["name": .text("Rent")])
        try await device.delete("gym")
        let last = try await client.sync()
        #expect(last.setAside.isEmpty && last.pushedRowCount == 2)
        #expect(try await device.push("last") == nil)
    }

    @Test("Where the server refuses row after row, the sync gives up, and all that wasn't taken stays to be pushed")
    func refusesAll() async throws {
        let server = MemoryServer(rowCountMax: 0)
        let device = MemoryDevice()
        let bills = (1...100).map { FactRecord.bill("bill-\($0)", ["amount": .whole($0)]) }
        try await device.save(FactEdits(saved: [.budgetItems: bills]))
        await #expect(throws: SyncProblem.tooLarge) { try await SyncClient(device, server).sync() }
        let refused = server.pushSizes.all.filter { $0 == 1 }
        #expect(refused.count == SyncClient.refusalCountMax + 1)
        #expect(try await device.push("last")?.created.count == 100)
    }

    @Test("Where there is no room left, what is new is set aside in one go, and what was changed or deleted is pushed all the same")
    func noRoom() async throws {
        let isFull = Shared(false)
        let server = MemoryServer(isFull: isFull)
        let device = MemoryDevice()
        let old = (1...30).map { FactRecord.bill("old-\($0)", ["amount": .whole($0)]) }
        try await device.save(FactEdits(saved: [.budgetItems: old + [.bill("rent", ["amount": .whole(1)])]]))
        let client = SyncClient(device, server)
        try await client.sync()

        isFull.value = true
        let new = (1...1500).map { FactRecord.bill("new-\($0)", ["amount": .whole($0)]) }
        let edited = FactRecord.bill("rent", ["amount": .whole(2)])
        try await device.save(FactEdits(saved: [.budgetItems: new + [edited]], deleted: [.budgetItems: old.map(\.id)]))
        let full = try await client.sync()
        #expect(server.pushSizes.all == [31, 1000, 531, 31])
        #expect(full.pushedRowCount == 31 && Set(full.setAside.map(\.id)) == Set(new.map(\.id)))
        #expect(full.setAside.allSatisfy { $0.problem == .refused(code: "too_much_shared", field: nil) })

        isFull.value = false
        let last = try await client.sync()
        #expect(last.setAside.isEmpty && last.pushedRowCount == 1500)
        #expect(try await device.push("last") == nil)
    }

    @Test("Where others are always faster, it gives up for this time and loses nothing")
    func giveUp() async throws {
        let server = MemoryServer(answersPushes: .conflict)
        let device = MemoryDevice()
        try await device.edit(["amount": .whole(1)])
        await #expect(throws: SyncProblem.conflict) { try await SyncClient(device, server).sync() }
        #expect(server.pushSizes.all.count == SyncClient.attemptCountMax)
        #expect(try await device.bill() == ["amount": .whole(1)])
        try await SyncClient(device, MemoryServer()).sync()
        #expect(try await device.push("last") == nil)
    }

    @Test("Without a line, and when it is cancelled, it ends, and edits stay to be pushed", arguments: [true, false])
    func stopping(isCancelled: Bool) async throws {
        let device = MemoryDevice()
        try await device.edit(["amount": .whole(1)])
        let client = SyncClient(device, MemoryServer(answersPushes: .unavailable))
        let task = Task {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            try await client.sync()
        }
        let error = await #expect(throws: (any Error).self) { try await task.value }
        #expect(error is CancellationError == isCancelled && (error as? SyncProblem == .unavailable) == !isCancelled)
        #expect(try await device.push("last")?.created.count == 1)
    }
}

/// The server of one person.
private struct MemoryServer: SyncServer {
    let store = MemoryStore()
    let pushSizes = Notes<Int>()
    /// What every push is answered; nil where it is taken if it can be.
    var answersPushes: SyncProblem?
    /// So many rows are as much as it takes at once.
    var rowCountMax = Int.max
    /// Bills that it doesn't take, nor what comes with them, until they amount to nothing.
    var refuses: [String: SyncProblem] = [:]
    /// Whether it takes nothing new; nil where it always has room.
    var isFull: Shared<Bool>?

    func pull(_ pull: SyncPull) async -> SyncAnswer { await store.pull(pull, of: .ana) }

    func push(_ push: SyncPush) async throws(SyncProblem) {
        pushSizes.add(push.changes.rowCount)
        if let answersPushes { throw answersPushes }
        if push.changes.rowCount > rowCountMax { throw .tooLarge }
        if isFull?.value == true, push.changes.tables.values.contains(where: { !$0.created.isEmpty }) {
            throw .refused(code: "too_much_shared", field: nil)
        }
        for bill in push.changes.tables[.budgetItems]?.saved ?? [] where bill.columns["amount"] != .whole(0) {
            if let problem = refuses[bill.id] { throw problem }
        }
        if await store.push(push, of: .ana, now: .noon) != .taken { throw .conflict }
    }
}

extension SyncClient {
    fileprivate init(_ device: MemoryDevice, _ server: MemoryServer) {
        self.init(store: device, server: server, identifiers: SequentialIdentifiers(prefix: "\(ObjectIdentifier(device))"), now: { .noon })
    }
}
