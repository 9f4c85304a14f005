import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct OperationsRoutesTests {
    @Test("A process that answers is alive")
    func health() async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/health").json == ["status": "ok"])
        }
    }

    @Test("Ready is where the worker got on in the last 30 seconds")
    func readiness() async throws {
        try await withAPI(hasWorkerLoop: true) { api in
            let stuck: JSON = ["ready": false, "store": "usable", "worker": "stuck"]
            var answer = try await api.get("/ready")
            #expect(answer.status == 503)
            #expect(answer.json == stuck)

            api.services.counters.add(.polled(try await api.services.worker.processBatch(countMax: 1, ageMax: .seconds(60))))
            answer = try await api.get("/ready")
            #expect(answer.status == 200)
            #expect(answer.json == ["ready": true, "store": "usable", "worker": "working"])

            api.clock.advance(.seconds(29))
            #expect(try await api.get("/ready").status == 200)
            api.clock.advance(.seconds(1))
            #expect(try await api.get("/ready").json == stuck)
        }
    }

    @Test("A store that can't be written to is told of with the reason, until the worker has got on again")
    func outage() async throws {
        struct Full: OutageError {
            var outage: StoreOutage? { .diskFull }
        }
        struct Away: OutageError {
            var outage: StoreOutage? { .unreachable }
        }
        try await withAPI(hasWorkerLoop: true) { api in
            let report = try await api.services.worker.processBatch(countMax: 1, ageMax: .seconds(60))
            api.services.counters.add(.polled(report))
            api.services.counters.add(WorkerEvent.storeFailed(Full()))
            var answer = try await api.get("/ready")
            #expect(answer.status == 503)
            #expect(answer.json == ["ready": false, "store": "unusable", "reason": "disk_full", "worker": "working"])
            #expect(try await api.get("/metrics").text.contains("belfry_store_failures_total{reason=\"disk_full\"} 1\n"))
            api.services.counters.add(.polled(report))
            #expect(try await api.get("/ready").status == 200)

            api.services.counters.addOutage(Full())
            answer = try await api.get("/ready")
            #expect(answer.json["reason"] == "disk_full")
            api.clock.advance(Counters.passingOutageLength)
            api.services.counters.add(.polled(report))
            #expect(try await api.get("/ready").status == 200, "nobody has asked for anything since")

            api.services.counters.addOutage(Away())
            #expect(try await api.get("/ready").status == 200, "it was away, and answers again, as after a fail-over")
        }
    }

    @Test("No text ends its label, or begins a line of its own")
    func label() {
        #expect("a\r\nb 0\"\u{301}\\".escapedLabel == "a\r\\nb 0\\\"\u{301}\\\\")
    }

    @Test("A transaction that has been open for long is told of, for whoever wonders why the queue grows")
    func oldTransaction() {
        let counters = Counters { .noon }
        let backlog = Backlog(pendingCount: 0, sendingCount: 0, oldestDueAt: nil, oldestTransactionAge: .seconds(301))
        #expect(counters.text(backlog: backlog).contains("\nbelfry_store_oldest_transaction_age_seconds 301\n"))
    }

    @Test("A process that leaves the deliveries to others is ready without a worker")
    func elsewhere() async throws {
        try await withAPI(hasWorkerLoop: false) { api in
            let answer = try await api.get("/ready")
            #expect(answer.status == 200)
            #expect(answer.json == ["ready": true, "store": "usable", "worker": "elsewhere"])
        }
    }

    @Test("What is counted can be read by Prometheus, line by line")
    func counters() async throws {
        try await withAPI { api in
            try await api.live()
            let answer = try await api.get("/metrics")
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(answer.text.hasSuffix("\n"))
            var described: [String] = []
            var series: Set<String> = []
            for line in answer.text.split(separator: "\n") {
                if let match = line.wholeMatch(of: /# HELP ([a-z_]+) [^ ].*/) {
                    described.append(String(match.1))
                } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (?:counter|gauge)/) {
                    #expect(described.last == String(match.1))
                } else {
                    let sample = try #require(line.wholeMatch(of: /([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)+\})? [0-9]+(?:\.[0-9]+)?/), "\(line)")
                    #expect(described.last == String(sample.1))
                    #expect(series.insert(String(sample.1) + String(sample.2 ?? "")).inserted, "\(line)")
                }
            }
            #expect(Set(described).count == described.count)
        }
    }

    @Test("What happened is counted")
    func counted() async throws {
        try await withAPI { api in
            try await api.live()
            let lines = try await api.get("/metrics").text.split(separator: "\n")
            for line in [
                #"belfry_attempts_total{channel="in_app",provider="inbox",outcome="delivered"} 1"#,
                #"belfry_days_ingested_total{result="changed"} 28"#,
                #"belfry_decisions_total{action="send",reason="allowed"} 1"#,
                "belfry_deliveries_queued_total 1",
                #"belfry_http_requests_total{route="/v1/metrics",status="200"} 1"#,
                #"belfry_http_requests_total{route="/v1/users/{user_id}/preferences",status="404"} 1"#,
                #"belfry_queue_depth{status="pending"} 0"#,
                #"belfry_broadcast_batches{status="pending"} 0"#,
            ] {
                #expect(lines.contains { $0 == line }, "\(line)")
            }
        }
    }

    @Test("What is counted names nobody and quotes no address")
    func privacy() async throws {
        try await withAPI { api in
            try await api.live()
            let words = try await Set(api.get("/metrics").text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            #expect(words.isDisjoint(with: ["ana", "Ana", "ben", "Ben", "household", "Household", "000002", "probe", "secret"]))
        }
    }

    @Test("An address at which there is nothing is answered like any other mistake")
    func nothing() async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/v2/everything").summary == "404 not_found")
        }
    }

    @Test(
        "An address that is asked by a wrong method says by which it can be asked, as it does in answer to OPTIONS",
        arguments: [
            ("/", "GET, HEAD, OPTIONS"), ("/health", "GET, HEAD, OPTIONS"), ("/v1/families/household", "GET, HEAD, OPTIONS, PUT"),
            ("/v1/deliveries/delivery-1", "GET, HEAD, OPTIONS"), ("/v1/deliveries/cancel", "OPTIONS, POST"),
            ("/rest/v1/rpc/snooze_pattern_alert", "OPTIONS, POST"), ("/v1/inbox/delivery-1/read", "OPTIONS, POST"),
        ])
    func wrongMethod(path: String, allowed: String) async throws {
        try await withAPI { api in
            let refused = try await api.ask(.delete, path, nil, as: .nobody)
            #expect(refused.summary == "405 method_not_allowed" && refused.headers[.allow] == allowed)
            let asked = try await api.ask(.options, path, nil, as: .nobody)
            #expect(asked.status == 204 && asked.headers[.allow] == allowed && asked.text.isEmpty)
            let nowhere = try await api.ask(.options, "/nowhere" + path, nil, as: .nobody)
            #expect(nowhere.summary == "404 not_found" && nowhere.headers[.allow] == nil)
        }
    }
}

extension API {
    /// A little of everything, done with names that must not be counted.
    fileprivate func live() async throws {
        _ = try await post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
        _ = try await post("/functions/v1/process_notifications", [:], as: .admin)
        _ = try await get("/v1/users/ben/preferences", as: .person(.ana))
        _ = try await get("/v1/families/household", as: .person(.ana))
        _ = try await get("/v1/deliveries/id-000002", as: .person(.ana))
        _ = try await get("/probe/secret?ana=ben")
    }
}
