import BelfryProviders
import BelfryTesting
import Testing

extension InBrowser {
    /// The page that asks who somebody is, and the way over an identity provider.
    @Suite("Signing in, in a browser", .serialized)
    struct SignInTests {
        @Test("A press on the provider's name leads there, and a press there back to the page that was wanted, for an operator too; so does the way out")
        func byProvider() async throws {
            // The provider has to know the server's address, and the server the provider's, before either is asked.
            let port = try await LoopbackServer.with({ _ in .close }) { $0.port }
            let publicURL = "http://127.0.0.1:\(port)"
            let provider = try ProviderSignInTests.provider(publicURL: publicURL)
            try await provider.listen { issuer in
                let environment = ProviderSignInTests.settings(issuer: issuer, publicURL: publicURL)
                try await withServer("--no-worker", "--port", "\(port)", environment: environment) { server, _ in
                    try await Household.move(into: server)
                    try await withBrowser { page in
                        try await page.open(publicURL + "/deliveries")
                        #expect(try await AccessibilityAudit.findings(on: page) == [])
                        try await page.leaving { try await page.click("link", "Sign in with Lindens’ door") }
                        #expect(try await page.text().contains("Who are you?"))
                        try await page.leaving { try await page.click("button", "ana") }
                        #expect(try await page.value("location.href").string == publicURL + "/deliveries")
                        try await page.open(publicURL + "/settings")
                        try await page.leaving { try await page.click("button", "Sign out") }
                        #expect(try await page.has("link", "Sign in with Lindens’ door"))
                        #expect(try await AccessibilityAudit.findings(on: page) == [])
                        try await page.leaving { try await page.click("link", "Sign out of Lindens’ door, too") }
                        try await page.leaving { try await page.click("button", "Yes") }
                        #expect(try await page.value("location.href").string == publicURL + "/")
                    }
                }
            }
        }
    }
}
