import BelfryModel
import BelfryTesting
import HTTPTypes
import Testing

@testable import BelfryAPI

extension API {
    /// Sends a form of a page as a browser does, with the token of the person's session.
    func submit(_ path: String, _ fields: String = "", by person: UserID = .ana) async throws -> Answer {
        let session = try await token(of: person)
        return try await ask(.post, path, "form_token=\(services.authenticator.formToken(ofSession: session))&\(fields)", as: .browser(of: session))
    }

    /// The same as another site may send it, which has no such token.
    func submitForged(_ path: String, _ fields: String = "", of person: UserID = .ana) async throws -> Answer {
        try await ask(.post, path, fields, as: .browser(of: try await token(of: person)))
    }
}

extension Shown {
    fileprivate static func browser(of session: String) -> Shown {
        .headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
    }
}

extension String {
    /// What a hidden field of a page has; nil where there is none.
    func hidden(_ name: String) -> String? {
        (try? Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)).flatMap { try? $0.firstMatch(in: self) }.map { String($0.output.1) }
    }
}
