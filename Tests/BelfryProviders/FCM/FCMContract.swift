import Foundation

/// What FCM checks in a message before it looks at the token.
enum FCMContract {
    /// Why a message isn't taken; nil where it is.
    static func problem(in message: [String: Any]) -> FCMProblem? {
        let targets = ["token", "topic", "condition", "fid"].filter { message[$0] != nil }
        guard targets.count == 1 else { return .violation(field: "message") }
        let known: Set = ["android", "apns", "condition", "data", "fcm_options", "fid", "name", "notification", "token", "topic", "webpush"]
        if let field = message.keys.first(where: { !known.contains($0) }) { return .violation(field: "message.\(field)") }
        if let data = message["data"] {
            guard let data = data as? [String: String] else { return .violation(field: "message.data") }
            if data.keys.contains(where: isReserved) { return .violation(field: "message.data") }
        }
        if let android = message["android"] as? [String: Any], let problem = problem(inAndroid: android) { return problem }
        return weight(of: message) > 4096 ? .tooLarge : nil
    }

    private static func problem(inAndroid android: [String: Any]) -> FCMProblem? {
        if let priority = android["priority"], !["NORMAL", "HIGH"].contains(priority as? String) {
            return .violation(field: "message.android.priority")
        }
        if let ttl = android["ttl"] {
            guard let text = ttl as? String, text.hasSuffix("s"), let seconds = Double(text.dropLast()), (0...2_419_200).contains(seconds) else {
                return .violation(field: "message.android.ttl")
            }
        }
        return nil
    }

    /// What the app gets: words and data. The real one counts in a way that it doesn't tell.
    private static func weight(of message: [String: Any]) -> Int {
        ["notification", "data"].compactMap { message[$0] as? [String: String] }
            .flatMap { $0 }.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }

    private static func isReserved(_ key: String) -> Bool {
        ["from", "message_type"].contains(key) || key.hasPrefix("google") || key.hasPrefix("gcm")
    }
}
