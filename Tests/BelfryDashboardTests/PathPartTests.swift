import Testing

@testable import BelfryDashboard

@Suite("Names in addresses")
struct PathPartTests {
    @Test(
        "A name is one part of a path, whatever is in it",
        arguments: [
            ("alert-1", "alert-1"), ("a.b_c~d", "a.b_c~d"), ("a b/c", "a%20b%2Fc"), ("ü", "%C3%BC"), ("\t?#", "%09%3F%23"), ("100%", "100%25"), ("", ""),
        ])
    func parts(text: String, part: String) {
        #expect(pathPart(text) == part)
    }
}
