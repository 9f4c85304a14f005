import CLibpq

/// Where a database is, as libpq's connection URI says it (PostgreSQL documentation, 34.1.1.2): `postgres://user:secret@host:5432/name?sslmode=require`.
///
/// Its description leaves the password out, wherever in the URI it stands.
public struct PostgresAddress: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Has the password in it: for libpq alone.
    let uri: String
    public let description: String

    /// - Throws: ``PostgresError/unusableAddress(why:)`` where libpq can't read it.
    public init(_ uri: String) throws(PostgresError) {
        guard uri.hasPrefix("postgres://") || uri.hasPrefix("postgresql://") else {
            throw .unusableAddress(why: "it must begin with postgres://")
        }
        // libpq's own message may quote the address, and with it the password.
        guard let options = PQconninfoParse(uri, nil) else {
            throw .unusableAddress(why: "it must be like postgres://user:password@host:5432/database, with % and two digits for special characters")
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.uri = uri
        let user = values["user"].map { "\($0)@" } ?? ""
        let places = Self.places(hosts: values["host"] ?? values["hostaddr"] ?? "", ports: values["port"] ?? "")
        description = "postgres://\(user)\(places)/\(values["dbname"] ?? "")"
    }

    /// Of several hosts libpq keeps the names and the ports apart, with commas between; a single port is that of all.
    private static func places(hosts: String, ports: String) -> String {
        let ports = ports.split(separator: ",", omittingEmptySubsequences: false)
        return hosts.split(separator: ",", omittingEmptySubsequences: false).enumerated().map { index, host in
            let port = (ports.count == 1 ? ports.first : ports.dropFirst(index).first) ?? ""
            return (host.contains(":") ? "[\(host)]" : "\(host)") + (port.isEmpty ? "" : ":\(port)")
        }.joined(separator: ",")
    }

    public var customMirror: Mirror { Mirror(reflecting: description) }
}
