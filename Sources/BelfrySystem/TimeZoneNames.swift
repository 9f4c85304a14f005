import Foundation
import Synchronization

/// Which names of the tz database mean one zone: by the links of the folder's own `tzdata.zi`, and by the renamings that matter most.
final class TimeZoneNames: Sendable {
    private let folder: URL
    /// Read when first needed.
    private let names = Mutex<Names?>(nil)

    private struct Names {
        /// Names in groups of one zone each.
        let groups: [String: [String]]
        /// How those of the folder, and of the groups, are written, by what is left when case doesn't count.
        let spellings: [String: String]
    }

    init(folder: URL) {
        self.folder = folder
    }

    /// The other names of a zone, those of the folder's own links first; none where there are none.
    func others(of name: String) -> [String] { known().groups[name]?.filter { $0 != name } ?? [] }

    /// How the database writes a name in which only the case is wrong; nil where it has none such.
    func spelling(of name: String) -> String? { known().spellings[name.lowercased()] }

    private func known() -> Names {
        names.withLock { names in
            let known = names ?? read()
            names = known
            return known
        }
    }

    private func read() -> Names {
        let groups = readGroups()
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        let spellings = (files + groups.keys.sorted() + ["UTC"]).map { ($0.lowercased(), $0) }
        return Names(groups: groups, spellings: Dictionary(spellings) { first, _ in first })
    }

    private func readGroups() -> [String: [String]] {
        let text = (try? Data(contentsOf: folder.appendingPathComponent("tzdata.zi"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        var groups: [String: [String]] = [:]
        for links in [Self.links(in: text), Self.renamings] {
            for (target, names) in Dictionary(grouping: links, by: \.target).mapValues({ $0.map(\.name) }) {
                for name in names + [target] { groups[name, default: []] += [target] + names }
            }
        }
        return groups
    }

    /// The lines `L target name` of a `tzdata.zi` (`zic(8)`).
    private static func links(in text: String) -> [(target: String, name: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 3 && words[0] == "L" ? (String(words[1]), String(words[2])) : nil
        }
    }

    /// Names as they are now, and as they were, for folders without a `tzdata.zi`.
    ///
    /// Source: the file `backward` of the IANA tz database, public domain.
    private static let renamings: [(target: String, name: String)] = [
        ("Africa/Asmara", "Africa/Asmera"), ("America/Argentina/Buenos_Aires", "America/Buenos_Aires"),
        ("America/Argentina/Catamarca", "America/Catamarca"), ("America/Argentina/Cordoba", "America/Cordoba"),
        ("America/Argentina/Jujuy", "America/Jujuy"), ("America/Argentina/Mendoza", "America/Mendoza"),
        ("America/Indiana/Indianapolis", "America/Indianapolis"), ("America/Kentucky/Louisville", "America/Louisville"),
        ("America/Nuuk", "America/Godthab"), ("Asia/Ashgabat", "Asia/Ashkhabad"), ("Asia/Dhaka", "Asia/Dacca"),
        ("Asia/Ho_Chi_Minh", "Asia/Saigon"), ("Asia/Kathmandu", "Asia/Katmandu"), ("Asia/Kolkata", "Asia/Calcutta"),
        ("Asia/Macau", "Asia/Macao"), ("Asia/Makassar", "Asia/Ujung_Pandang"), ("Asia/Thimphu", "Asia/Thimbu"),
        ("Asia/Ulaanbaatar", "Asia/Ulan_Bator"), ("Asia/Yangon", "Asia/Rangoon"), ("Atlantic/Faroe", "Atlantic/Faeroe"),
        ("Europe/Kyiv", "Europe/Kiev"), ("Pacific/Chuuk", "Pacific/Truk"), ("Pacific/Kanton", "Pacific/Enderbury"),
        ("Pacific/Pohnpei", "Pacific/Ponape"),
        ("Asia/Shanghai", "PRC"), ("Asia/Tokyo", "Japan"), ("Asia/Seoul", "ROK"), ("Asia/Singapore", "Singapore"),
        ("Europe/London", "GB"), ("Europe/Lisbon", "Portugal"), ("Europe/Istanbul", "Turkey"), ("Pacific/Auckland", "NZ"),
        ("America/New_York", "US/Eastern"), ("America/Chicago", "US/Central"), ("America/Denver", "US/Mountain"),
        ("America/Phoenix", "US/Arizona"), ("America/Los_Angeles", "US/Pacific"), ("America/Anchorage", "US/Alaska"),
        ("Pacific/Honolulu", "US/Hawaii"), ("Etc/UTC", "UTC"), ("Etc/UTC", "Etc/UCT"), ("Etc/UTC", "Zulu"), ("Etc/GMT", "GMT"),
    ]
}
