import BelfryDashboard
import BelfryModel
import Foundation
import HTTPTypes
import Hummingbird

/// Where somebody wanted to go who has to sign in first: a page of this Belfry, and nothing else.
///
/// It comes back in a cookie, which others may have written (RFC 6265, section 8.6), so it is looked at whenever it is followed.
struct WantedPage: Hashable, Sendable {
    /// The path with its query, as it can stand in a cookie and in the header `Location`.
    let path: String

    private static let byteCountMax = 1024
    /// What the path of a page may begin with. The family's own is where everybody lands.
    private static let firstNames = Set(PageFrame.Place.allCases.filter { $0 != .family }.map(\.rawValue) + ["alerts"])
    /// Beside letters and digits: of those that neither end a cookie's value nor mean anything else to a browser.
    private static let signs = Set("-._~%=&+:@".utf8)

    /// Nil for what isn't certainly the path of a page: one that leads to another host, or out of where it begins, in whatever spelling.
    init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        // The router takes a slash at the end for none.
        if names.count > 2, names.last == "" { names.removeLast() }
        guard text.utf8.count <= Self.byteCountMax, names.count > 1, names[0].isEmpty, Self.firstNames.contains(String(names[1])),
            names.dropFirst().allSatisfy(Self.isName), parts.dropFirst().allSatisfy(Self.isPlain)
        else { return nil }
        path = text
    }

    /// The page that is asked for, or the one on which the form stood that was sent.
    init?(of request: Request) {
        guard request.method == .post else {
            self.init(request.uri.path + (request.uri.query.map { "?\($0)" } ?? ""))
            return
        }
        let names = request.uri.path.split(separator: "/").drop { $0 == "page" }
        self.init("/" + names.prefix(names.first == "alerts" ? 2 : 1).joined(separator: "/"))
    }

    private static func isPlain(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { $0.isASCIILetterOrDigit || signs.contains($0) }
    }

    /// Whether it stays one name of the path, however often somebody decodes it.
    private static func isName(_ name: Substring) -> Bool {
        guard isPlain(name), let decoded = String(name).removingPercentEncoding, !["", ".", ".."].contains(decoded) else { return false }
        return decoded.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !["/", "\\", "%"].contains($0) }
    }
}
