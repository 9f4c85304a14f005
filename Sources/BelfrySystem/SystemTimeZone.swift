import Foundation

/// The zone that the machine is set to.
public enum SystemTimeZone {
    /// Its IANA name, looked up anew each time: a machine that travels is set to another.
    ///
    /// From `TZ` where it names a zone, else from where `/etc/localtime` leads, or from `/etc/timezone`; `UTC` where nothing says.
    /// Source: localtime(5), timezone(5).
    public static func name(
        environment: [String: String] = ProcessInfo.processInfo.environment, localtime: String = "/etc/localtime",
        timezone: String = "/etc/timezone"
    ) -> String {
        #if !os(Linux)
            // An app may not be let at these files.
            return TimeZone.autoupdatingCurrent.identifier
        #else
        if let zone = environment["TZ"]?.drop(while: { $0 == ":" }), !zone.isEmpty, !zone.hasPrefix("/") { return String(zone) }
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: localtime), let range = target.range(of: "zoneinfo/") {
            return String(target[range.upperBound...])
        }
        let text = (try? String(contentsOfFile: timezone, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text.flatMap { $0.isEmpty ? nil : $0 } ?? "UTC"
        #endif
    }
}
