import BelfryModel
import BelfryPorts
import Foundation
import HTTPTypes
import Hummingbird

/// What providers' callbacks are read with, and where what they say is kept.
public struct Callbacks: Sendable {
    let readers: [Provider: any CallbackReader]
    let reports: any ReportStore
    /// Without a slash at its end.
    let publicURL: String

    /// - Parameters:
    ///   - readers: one for each provider that may call back; nobody else is listened to.
    ///   - publicURL: the setting `public_url`: how the address of this server begins for whoever calls it from outside, with its path where a
    ///     proxy adds one. Some providers sign the address, so it isn't taken from the request.
    /// - Returns: nil where `publicURL` isn't an absolute address of `http` or `https` without user, query and fragment.
    public init?(readers: [any CallbackReader], reports: any ReportStore, publicURL: String) {
        guard let url = URL(string: publicURL), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false, url.user == nil,
            url.query == nil, url.fragment == nil
        else { return nil }
        self.readers = Dictionary(readers.map { ($0.provider, $0) }) { first, _ in first }
        self.reports = reports
        self.publicURL = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    }

    /// A request as the provider sent it.
    func callback(_ request: Request, body: Data) -> CallbackRequest {
        CallbackRequest(
            method: request.method.rawValue,
            // To the byte: another way to write the same address has another signature.
            url: publicURL + (request.head.path ?? "/"),
            query: request.uri.queryParameters.map { .init(name: String($0.key), value: String($0.value)) },
            headers: Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }, body: Array(body))
    }
}

extension CallbackDoubt {
    init(_ refusal: CallbackRefusal) {
        self =
            switch refusal {
            case .badSignature: .badSignature
            case .stale: .stale
            case .malformed: .malformed
            }
    }
}
