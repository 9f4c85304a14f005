import BelfryModel
import BelfryPorts
import Testing

struct SharedSizeTests {
    @Test("What is shared may become as much as is allowed, and where it is more already, no more than it is; rows and bytes each for itself")
    func bounds() {
        let (rows, bytes) = (SharedSize.rowCountMax, SharedSize.byteCountMax)
        let full = SharedSize(rowCount: rows, byteCount: bytes)
        #expect(SharedSize().mayBecome(full) && full.mayBecome(full))
        #expect(!SharedSize().mayBecome(SharedSize(rowCount: rows + 1)))
        #expect(!SharedSize().mayBecome(SharedSize(byteCount: bytes + 1)))
        let over = SharedSize(rowCount: rows + 5, byteCount: 100)
        #expect(over.mayBecome(SharedSize(rowCount: rows + 5, byteCount: bytes)), "the bytes have room")
        #expect(!over.mayBecome(SharedSize(rowCount: rows + 6, byteCount: 100)))
        #expect(!over.mayBecome(SharedSize(rowCount: rows, byteCount: bytes + 1)), "fewer rows are no room for bytes")
    }

    @Test("A push adds at most what it saves, counted as a store counts")
    func adding() {
        let saved = [FactRecord(id: "rent", columns: ["name": .text("Würde"), "amount": .whole(1)])]
        let changes = SyncChanges(tables: [.budgetItems: .init(created: saved, updated: saved, deleted: ["gym"])])
        let size = SharedSize(rowCount: 1, byteCount: 10).adding(changes)
        #expect(size == SharedSize(rowCount: 3, byteCount: 10 + 2 * (SharedSize.ownByteCount + 4 + 6)))
    }
}
