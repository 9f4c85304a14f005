import BelfrySystem
import Foundation
import Testing

@Suite("A process among others")
struct ProcessIdentityTests {
    private let own = ProcessIdentity.current()

    @Test("One that runs isn't dead; one that has its number but began at another moment, or a number that nobody has, is")
    func sameHost() {
        #expect(!ProcessIdentity.isDead(own.text))
        #if os(Linux)
            #expect(ProcessIdentity.isDead("\(own.host)/\(own.processNumber)/1"))
            #expect(ProcessIdentity.isDead("\(own.host)/2147483647/\(own.startedAt)"))
            #expect(!ProcessIdentity.isDead("\(own.host)/1/?"), "it isn't known when it began")
        #endif
    }

    @Test("Of a host of another name, of the same name after a restart or elsewhere, of another container, and of what is no name, nothing is certain")
    func others() throws {
        let name = try #require(own.host.split(separator: "@").first)
        for host in ["elsewhere", "\(name)", "\(name)@00000000-4026531836", own.host + "1"] { #expect(!ProcessIdentity.isDead("\(host)/2147483647/1"), "\(host)") }
        for text in ["", "\(own.host)", "\(own.host)/x/1", "\(own.host)/1/2/3"] { #expect(!ProcessIdentity.isDead(text), "\(text)") }
    }
}
