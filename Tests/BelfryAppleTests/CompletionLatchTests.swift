import Synchronization
import Testing

@testable import BelfryApple

@Suite("The latch of a completion")
struct CompletionLatchTests {
    @Test("The first answer passes, every later one is dropped")
    func once() {
        let answers = Mutex<[Int]>([])
        let latch = CompletionLatch<Int> { answer in answers.withLock { $0.append(answer) } }
        for answer in 1...3 { latch.complete(answer) }
        #expect(answers.withLock { $0 } == [1])
    }

    @Test("Of many at the same time exactly one passes")
    func race() async {
        for _ in 0..<200 {
            let answers = Mutex<[Int]>([])
            let latch = CompletionLatch<Int> { answer in answers.withLock { $0.append(answer) } }
            await withTaskGroup(of: Void.self) { group in
                for answer in 0..<8 { group.addTask { latch.complete(answer) } }
            }
            #expect(answers.withLock { $0 }.count == 1)
        }
    }
}
