import ArgumentParser
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import Foundation

/// Which of an app's templates says what is told, and the data that it speaks of.
struct TemplateOptions: ParsableArguments {
    @Option(help: "The app's template that says what is told; what is said here stands above it.")
    var template: String?

    @Option(help: #"With --template: what its words speak of, as JSON, such as {"number": 7}."#)
    var data: String?

    /// As the API has them.
    ///
    /// - Throws: ``Failure`` where the data is no object.
    func fields() throws -> [String: Any] {
        guard let template else {
            guard data == nil else { throw Failure("--data goes with --template.", isUsage: true) }
            return [:]
        }
        return try Self.fields(of: data).merging(["template": template]) { $1 }
    }

    static func fields(of data: String?) throws -> [String: Any] {
        guard let data else { return [:] }
        guard let read = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any] else {
            throw Failure(#"--data must be an object of JSON, such as {"number": 7}."#, isUsage: true)
        }
        return ["data": read]
    }
}

extension House {
    /// What options come to, with what the template says that they name; and as what it was read.
    ///
    /// - Parameter names: what is read of such an order. A template that says more is refused, as by the API: options can't say it, but templates can.
    func read<Order: Decodable>(
        _ type: Order.Type, knowing names: [String], filling body: Data, naming recipients: String = "--to"
    ) async throws -> (asked: Order, body: Data) {
        let filled: Data
        do {
            filled = try await templateDesk.filled(body) { $0 ?? .house }
        } catch let problem as Problem {
            // It is about the template, whose fields aren't options.
            throw Failure(Phrases.sentence(for: problem).replacing("PUT /v1/templates/{name}", with: "`belfry template add`"))
        }
        let said = try understood(naming: recipients) { try OrderOptions.read([String: HookDocument].self, in: filled) }
        if let other = TemplateContents.memberNames.first(where: { said[$0] != nil && !names.contains($0) }) {
            throw Failure("The template says “\(other)”, which isn't read of such an order. Name a template without it.")
        }
        return (try understood(naming: recipients) { try OrderOptions.read(type, in: filled) }, filled)
    }
}
