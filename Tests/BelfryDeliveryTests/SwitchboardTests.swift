import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryDelivery

@Suite("Who sends where")
struct SwitchboardTests {
    @Test("A desktop is its owner’s: nobody else is told there, and it is no way to reach them")
    func desktopOwner() {
        let both = Switchboard([.push: [.inbox: ScriptedSender(), .desktop: ScriptedSender()]], desktopOwner: .ana)
        #expect(both.lines(over: .push).addresses(of: .ana, among: []).map(\.kind) == [.inbox, .desktop])
        #expect(both.lines(over: .push).addresses(of: .ben, among: []).map(\.kind) == [.inbox])
        let alone = Switchboard([.push: [.desktop: ScriptedSender()]], desktopOwner: .ana)
        #expect(alone.lines(over: .push).obstacle(of: .ana, among: []) == nil)
        #expect(alone.lines(over: .push).obstacle(of: .ben, among: []) == Switchboard.noAddress)
    }
}
