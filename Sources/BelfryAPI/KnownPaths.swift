import HTTPTypes
import Hummingbird

/// Which addresses there are and how each may be asked, to tell a wrong method from a wrong address.
struct KnownPaths: Sendable {
    private struct Known: Sendable {
        let parts: [Substring]
        /// As the header `Allow` has them.
        let methods: [String]
        /// By which of them pages of other origins may ask.
        let crossOriginMethods: [String]

        func matches(_ asked: [Substring]) -> Bool {
            parts.count == asked.count && zip(parts, asked).allSatisfy { part, asked in Self.isAny(part) || part == asked }
        }

        var anyCount: Int { parts.count(where: Self.isAny) }

        private static func isAny(_ part: Substring) -> Bool { part.hasPrefix("{") }
    }

    private let all: [Known]

    init(_ routes: [Router<AppContext>.RouteDescription]) {
        all = Dictionary(grouping: routes) { $0.path.description }.map { path, routes in
            let methods = routes.map(\.method)
            let implied: [HTTPRequest.Method] = methods.contains(.get) ? [.head, .options] : [.options]
            let crossOrigin = (methods + implied).filter { CrossOriginRoutes.all.contains(AuditedRoutes.name($0, path)) }
            return Known(
                parts: path.split(separator: "/"), methods: (methods + implied).map(\.rawValue).sorted(),
                crossOriginMethods: crossOrigin.map(\.rawValue).sorted())
        }
    }

    /// How the address may be asked; empty where there is nothing.
    func methods(at path: String) -> [String] { known(at: path)?.methods ?? [] }

    /// How pages of other origins may ask it.
    func crossOriginMethods(at path: String) -> [String] { known(at: path)?.crossOriginMethods ?? [] }

    private func known(at path: String) -> Known? {
        let asked = path.split(separator: "/")
        // As the router has it: a word comes before what may be anything.
        return all.filter { $0.matches(asked) }.min { $0.anyCount < $1.anyCount }
    }
}
