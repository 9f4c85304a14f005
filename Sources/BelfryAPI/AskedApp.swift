import BelfryModel
import BelfryPorts
import Foundation
import HTTPTypes
import Hummingbird

// Whose queue a call is about, and under which key it may be repeated.

extension Services {
    /// Who asks for what apps and the operator may.
    ///
    /// - Parameter scope: what an app's key has to allow.
    /// - Throws: `Problem.notAuthorized` for a person.
    func appOrAdmin(_ request: Request, may scope: KeyScope = .all) async throws -> Caller {
        let caller = try await anyCaller(request, may: scope)
        if case .person = caller { throw Problem.notAuthorized(.controlQueue) }
        return caller
    }
}

extension Caller {
    /// For whom is asked: an app for itself alone, the operator for any, or the house.
    func app(saying named: AppID?) throws -> AppID {
        switch self {
        case .app(let name):
            guard let own = AppID(name) else { throw Problem.notAuthorized(.controlQueue) }
            guard named ?? own == own else { throw Problem.notAuthorized(.askForAnotherApp) }
            return own
        case .admin: return named ?? .house
        case .person: throw Problem.notAuthorized(.controlQueue)
        }
    }
}

extension Request {
    static let appName = "app_id"

    /// Which app the address names, for ``Caller/app(saying:)``.
    func namedApp() throws -> AppID? {
        try parameters[Self.appName].map { text in
            guard let app = AppID(text) else { throw Problem.wrongType(field: Self.appName, expected: "an identifier") }
            return app
        }
    }

    /// The header `Idempotency-Key`; nil where there is none.
    ///
    /// - Throws: `Problem.wrongType` where it is empty or too long.
    func idempotencyKey(of app: AppID, body: Data) throws -> IdempotencyKey? {
        guard let name = HTTPField.Name("Idempotency-Key"), let text = headers[name] else { return nil }
        let fingerprint = Authenticator.hash(ofKey: String(decoding: body, as: UTF8.self))
        guard let key = IdempotencyKey(text, of: app, fingerprint: fingerprint) else {
            throw Problem.wrongType(field: "Idempotency-Key", expected: "1 to \(IdempotencyKey.byteCountMax) characters")
        }
        return key
    }
}
