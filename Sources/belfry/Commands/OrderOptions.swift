import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import Foundation

/// What is to be told, as the options of the commands that have something told.
struct OrderOptions: ParsableArguments {
    @OptionGroup var template: TemplateOptions

    @Option(help: "What it says at its head.")
    var title: String?

    @Option(help: "What it says.")
    var body: String?

    @Option(help: #"A JSON file with the words in further languages, such as {"de": {"title": "Sonntag offen", "body": "…"}}."#)
    var texts: String?

    @Option(help: "What a tap opens: an https address, or one of the app's own scheme.")
    var link: String?

    @Option(
        name: .customLong("action"),
        help: "A button beside it: ID=TITLE, or ID=TITLE=LINK where it opens something, such as pay='Pay now'=https://app.example. May be given again.")
    var actions: [String] = []

    @Option(help: "A picture beside it, by its https address, on an origin of image_origins.")
    var image: String?

    @Option(help: "With --image: what the picture shows, for whoever doesn't see it.")
    var imageAlt: String?

    @Option(help: "What it takes the place of: whatever was told under the same, of at most 64 bytes.")
    var collapseKey: String?

    @Option(help: "What it is about, by which people switch it off.")
    var category: String?

    @Option(help: "watch, attention or critical (default: watch).")
    var severity: String?

    @Option(help: "critical, normal or low (default: as the severity asks for).")
    var priority: String?

    @Option(help: "The app in whose name it is sent, by the name of its key (default: the house's own).")
    var app: String?

    @Option(help: "Any text of your own: given again with it within 30 days, the same is taken in once.")
    var key: String?

    /// As the API reads it, so that what can't be taken is said alike; and the text that was read, which a key can stand for.
    ///
    /// - Parameters:
    ///   - audience: to whom it goes, which isn't in the text.
    ///   - channels: none for the house's route of the category.
    ///   - member: whom it is about; nil for each recipient themselves.
    ///   - others: what else it says.
    /// - Throws: ``Failure`` where an action or the data is none, or a file can't be read.
    func written(
        to audience: [String: Any] = [:], over channels: [String], about member: String? = nil, with others: [String: Any]
    ) throws -> (Data, text: String) {
        let fields = try fields(over: channels, about: member, besides: others)
        return (try Self.json(of: fields.merging(audience) { $1 }), String(decoding: try Self.json(of: fields), as: UTF8.self))
    }

    static func json(of fields: [String: Any]) throws -> Data { try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys]) }

    static func read<Value: Decodable>(_ type: Value.Type, in data: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// What they say, as the API has it.
    ///
    /// - Throws: ``Failure`` where an action is none, or the file of `texts` can't be read.
    func fields(over channels: [String], about member: String?, besides others: [String: Any]) throws -> [String: Any] {
        var fields = others.merging(try template.fields()) { $1 }
        if !channels.isEmpty { fields["channels"] = channels }
        fields["member_user_id"] = member
        fields["title"] = title
        fields["body"] = body
        fields["texts"] = try texts.map(Self.json(in:))
        fields["link"] = link
        if !actions.isEmpty { fields["actions"] = try actions.map(Self.action) }
        fields["image"] = try Self.image(image, alt: imageAlt)
        fields["collapse_key"] = collapseKey
        fields["category"] = category
        fields["severity"] = severity
        fields["priority"] = priority
        fields["app_id"] = app
        return fields
    }

    /// What stands in a file.
    static func json(in path: String) throws -> Any {
        let data: Data
        do {
            // Also a pipe, such as a shell makes of `<(…)`.
            data = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
        } catch {
            throw Failure.unreadable(path)
        }
        do {
            return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            throw Failure("The file \(path) is not JSON in UTF-8.", isUsage: true)
        }
    }

    /// What the text of an order says of words of each recipient's own.
    ///
    /// - Throws: `Problem` where it isn't understood.
    func personalisation(in text: String) throws -> Personalisation {
        try Self.read(Personalisation.self, in: Data(text.utf8))
    }

    /// As the API has it; nil where there is none.
    ///
    /// - Throws: ``Failure`` where one of the two is missing.
    static func image(_ url: String?, alt: String?) throws -> [String: String]? {
        guard url != nil || alt != nil else { return nil }
        guard let url else { throw Failure("--image-alt goes with --image.", isUsage: true) }
        guard let alt else { throw Failure("Say with --image-alt what the picture shows, for whoever doesn't see it.", isUsage: true) }
        return ["url": url, "alt": alt]
    }

    /// The link is last: it may have `=` in it, and a title may not.
    private static func action(_ text: String) throws -> [String: String] {
        let parts = text.split(separator: "=", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { throw Failure("--action is ID=TITLE, or ID=TITLE=LINK.", isUsage: true) }
        return ["id": parts[0], "title": parts[1]].merging(parts.count > 2 ? ["link": parts[2]] : [:]) { first, _ in first }
    }

    /// The key that was given, for what stands in a text; nil where none was.
    ///
    /// - Throws: ``Failure`` where it can't be one.
    func idempotencyKey(standingFor text: String, of app: AppID) throws -> IdempotencyKey? {
        try Self.idempotencyKey(key, standingFor: text, of: app)
    }

    /// - Throws: ``Failure`` where it can't be one.
    static func idempotencyKey(_ name: String?, standingFor text: String, of app: AppID) throws -> IdempotencyKey? {
        try name.map { name in
            guard let key = IdempotencyKey(name, of: app, fingerprint: Authenticator.hash(ofKey: text)) else {
                throw Failure("--key must have 1 to \(IdempotencyKey.byteCountMax) characters.", isUsage: true)
            }
            return key
        }
    }
}
