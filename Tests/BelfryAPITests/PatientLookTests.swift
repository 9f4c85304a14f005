import BelfryTesting
import Testing

@testable import BelfryAPI

@Suite("A look at what may not answer", .timeLimit(.minutes(10)))
struct PatientLookTests {
    @Test("Who has waited long enough goes without an answer; who asks meanwhile begins no other look, and who asks later does")
    func frozen() async throws {
        let (thaws, thaw) = AsyncStream.makeStream(of: Void.self)
        let looks = Notes<Int>()
        let look = PatientLook {
            looks.add(looks.all.count + 1)
            let number = looks.all.count
            if number == 1 { for await _ in thaws { break } }
            return number
        }
        #expect(await look.answer(before: {}) == nil)
        #expect(await look.answer(before: {}) == nil)
        thaw.yield()
        let later = try #require(await look.answer(before: forEver))
        #expect(later <= 2, "the first one, or the next if that had ended by now")
        #expect(await look.answer(before: forEver) == later + 1)
    }
}
