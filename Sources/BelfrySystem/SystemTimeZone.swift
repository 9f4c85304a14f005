import Foundation

/// The zone that the machine is set to.
public enum SystemTimeZone {
    /// Its IANA name, looked up anew each time: a machine that travels is set to another.
    ///
    /// From `TZ` where it names a zone or its file, else from where `/etc/localtime` leads, or from `/etc/timezone`; `UTC` where nothing says.
    /// Source: localtime(5), timezone(5).
    public static func name(
        environment: [String: String] = ProcessInfo.processInfo.environment, localtime: String = "/etc/localtime",
        timezone: String = "/etc/timezone"
    ) -> String {
        #if !os(Linux)
            // An app may not be let at these files.
            return TimeZone.autoupdatingCurrent.identifier
        #else
        if let zone = environment["TZ"]?.drop(while: { $0 == ":" }), !zone.isEmpty, let name = zone.hasPrefix("/") ? zoneName(in: zone) : zone {
            return String(name)
        }
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: localtime), let name = zoneName(in: target[...]) { return String(name) }
        let text = (try? String(contentsOfFile: timezone, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text.flatMap { $0.isEmpty ? nil : $0 } ?? "UTC"
        #endif
    }

    /// Behind the folder of the tz database; nil where a path doesn't lead there.
    private static func zoneName(in path: Substring) -> Substring? { path.range(of: "zoneinfo/").map { path[$0.upperBound...] } }
}
