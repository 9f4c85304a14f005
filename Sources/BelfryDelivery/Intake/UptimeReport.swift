import BelfryModel

/// What Uptime Kuma posts, where its webhook is set to `application/json`.
///
/// Source: Uptime Kuma 1.23 and 2.0, `server/notification-providers/webhook.js`, whose members are `heartbeat`, `monitor` and `msg`, and
/// `server/model/heartbeat.js`. Its documentation names no more. Without a monitor it is a test, or says when a certificate ends.
struct UptimeReport: Decodable {
    private let heartbeat: Heartbeat?
    private let monitor: Monitor?
    private let message: String

    private struct Monitor: Decodable {
        let id: Int
        let name: String
        let url: String?
    }

    private struct Heartbeat: Decodable {
        /// 0 is down, 1 up, 2 still being tried, 3 in maintenance.
        let status: Int
        /// When that was found out, in a form of its own.
        let time: String
        let message: String?
        /// False of one that says once more that it is down.
        let isImportant: Bool?

        private enum CodingKeys: String, CodingKey {
            case status, time
            case message = "msg"
            case isImportant = "important"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            status = try container.decode(Int.self, forKey: .status)
            guard (0...3).contains(status) else {
                throw Problem.unknownValue(field: Problem.path(container.codingPath + [CodingKeys.status]), allowed: ["0", "1", "2", "3"])
            }
            time = try container.decode(String.self, forKey: .time)
            message = try container.decodeIfPresent(String.self, forKey: .message)
            // As a database has it, or as a program.
            let flag = try? container.decodeIfPresent(Bool.self, forKey: .isImportant)
            isImportant = flag ?? (try? container.decodeIfPresent(Int.self, forKey: .isImportant)).map { $0 != 0 }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case heartbeat, monitor
        case message = "msg"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        heartbeat = try container.decodeIfPresent(Heartbeat.self, forKey: .heartbeat)
        monitor = try container.decodeIfPresent(Monitor.self, forKey: .monitor)
        message = try container.decode(String.self, forKey: .message)
    }

    var notice: IntakeNotice {
        guard let heartbeat, let monitor else {
            return IntakeNotice(title: message, or: "Uptime Kuma", body: nil, severity: .watch)
        }
        let isUp = heartbeat.status == 1
        var notice = IntakeNotice(
            subject: ["monitor", "\(monitor.id)"], turn: ["monitor", "\(monitor.id)", heartbeat.time, "\(heartbeat.status)"], isOver: isUp,
            title: monitor.name, or: "Uptime Kuma", body: heartbeat.message.flatMap { $0.isEmpty ? nil : $0 } ?? message, severity: .attention,
            links: [monitor.url])
        notice.isRepeated = heartbeat.status == 0 && heartbeat.isImportant == false
        return notice
    }
}
