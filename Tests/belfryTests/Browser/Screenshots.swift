import Foundation
import Testing

/// Draws the pages for a person to look at, into `docs/screenshots`: what `make screenshots` asks for.
enum Screenshots {
    static var isWanted: Bool { ProcessInfo.processInfo.environment["SCREENSHOTS"] != nil }
    private static let byteCountMax = 100_000

    private struct Shot {
        let name: String
        let path: String
        var width = 900
        var height = 640
        var isDark = false
        var language = "en"
    }

    static func draw() async throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../docs/screenshots").standardizedFileURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await withDemo { demo in
            try await withBrowser { page in
                try await demo.signIn(page)
                let alert = try await demo.alertPath(page)
                let shots = [
                    Shot(name: "family", path: "/"), Shot(name: "alert", path: alert), Shot(name: "timeline", path: "/timeline"),
                    Shot(name: "inbox", path: "/inbox"), Shot(name: "deliveries", path: "/deliveries"),
                    Shot(name: "delivery", path: try demo.deliveryPath()), Shot(name: "start", path: "/start"),
                    Shot(name: "settings", path: "/settings"), Shot(name: "settings-dark", path: "/settings", width: 360, height: 740, isDark: true),
                    Shot(name: "timeline-narrow", path: "/timeline", width: 360, height: 740),
                    Shot(name: "family-dark", path: "/", isDark: true),
                    Shot(name: "inbox-arabic", path: "/inbox", width: 360, height: 740, language: "ar"),
                    Shot(name: "timeline-arabic", path: "/timeline", width: 360, height: 740, language: "ar"),
                ]
                for shot in shots {
                    try await page.resize(shot.width, shot.height)
                    try await page.prefer(dark: shot.isDark, reducedMotion: true)
                    try await page.speak(shot.language)
                    try await page.open(demo.server.address + shot.path)
                    try await page.waitUntilLive()
                    let image = try await page.screenshot()
                    #expect(image.count <= byteCountMax, "\(shot.name) has \(image.count) bytes")
                    try image.write(to: folder.appendingPathComponent("\(shot.name).png"))
                }
            }
        }
    }
}
