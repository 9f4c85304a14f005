/// What other programs report in forms of their own.
let openAPIIntakePaths = #"""
      "/v1/intake/alertmanager": {"post": {
        "tags": ["deliveries"], "operationId": "takeAlertmanager", "summary": "What Prometheus' Alertmanager reports",
        "description": "Its webhook, version 4. Each alert is told by itself, in the place of what was told of it before; more than ten in a group are \#
    told as one. The same is told once. What is over calls off what still waits of it. Members that aren't read are passed over.",
        "security": [{"appKey": ["intake"]}, {"appKeyHeader": ["intake"]}, {"adminSecret": []}],
        "parameters": [\#(openAPIIntakeParameters)],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/AlertGroup"},
          "example": {
            "version": "4", "groupKey": "{}:{alertname=\"DiskFull\"}", "truncatedAlerts": 0, "status": "firing", "receiver": "belfry",
            "groupLabels": {"alertname": "DiskFull"}, "commonLabels": {"alertname": "DiskFull", "severity": "critical"}, "commonAnnotations": {},
            "externalURL": "http://alertmanager.example.org:9093",
            "alerts": [{
              "status": "firing", "labels": {"alertname": "DiskFull", "severity": "critical", "instance": "nas:9100"},
              "annotations": {"summary": "The disk of the NAS is nearly full", "description": "3 % are left."},
              "startsAt": "2026-01-25T11:58:00.123456789Z", "endsAt": "0001-01-01T00:00:00Z",
              "generatorURL": "https://prometheus.example.org/graph", "fingerprint": "9f86d081884c7d65"
            }]
          }
        }}},
        "responses": {\#(openAPIIntakeAccepted), \#(problems(400, 401, 403, 413, 503))}
      }},
      "/v1/intake/grafana": {"post": {
        "tags": ["deliveries"], "operationId": "takeGrafana", "summary": "What Grafana's alerting reports",
        "description": "A contact point of the kind Webhook. As of Alertmanager, whose members it has.",
        "security": [{"appKey": ["intake"]}, {"appKeyHeader": ["intake"]}, {"adminSecret": []}],
        "parameters": [\#(openAPIIntakeParameters)],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/AlertGroup"},
          "example": {
            "receiver": "belfry", "status": "resolved", "orgId": 1, "groupKey": "{}:{alertname=\"Freezer\"}", "truncatedAlerts": 0, "version": "1",
            "groupLabels": {"alertname": "Freezer"}, "commonLabels": {"alertname": "Freezer"}, "commonAnnotations": {},
            "externalURL": "https://grafana.example.org/", "title": "[RESOLVED] Freezer", "state": "ok", "message": "",
            "alerts": [{
              "status": "resolved", "labels": {"alertname": "Freezer"}, "annotations": {"summary": "The freezer is too warm"},
              "startsAt": "2026-01-25T11:40:00+01:00", "endsAt": "2026-01-25T11:50:00+01:00",
              "generatorURL": "https://grafana.example.org/alerting/grafana/abc/view", "fingerprint": "c6eadffa33fcdf37",
              "silenceURL": "https://grafana.example.org/alerting/silence/new", "dashboardURL": "https://grafana.example.org/d/abc", "panelURL": "",
              "values": {"B": -9.5, "C": 0}, "valueString": "[ var='B' labels={} value=-9.5 ]"
            }]
          }
        }}},
        "responses": {\#(openAPIIntakeAccepted), \#(problems(400, 401, 403, 413, 503))}
      }},
      "/v1/intake/uptime-kuma": {"post": {
        "tags": ["deliveries"], "operationId": "takeUptimeKuma", "summary": "What Uptime Kuma reports",
        "description": "Its webhook with the content type `application/json`. That a monitor is up again takes the place of that it is down, and calls \#
    off what still waits of it.",
        "security": [{"appKey": ["intake"]}, {"appKeyHeader": ["intake"]}, {"adminSecret": []}],
        "parameters": [\#(openAPIIntakeParameters)],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"type": "object", "required": ["msg"], "properties": {
            "msg": {"type": "string"},
            "heartbeat": {"type": ["object", "null"], "required": ["status", "time"], "properties": {
              "status": {"type": "integer", "enum": [0, 1, 2, 3], "description": "Down, up, pending, in maintenance."},
              "time": {"type": "string"}, "msg": {"type": ["string", "null"]},
              "important": {"type": "boolean", "description": "`false` of what says once more that it is down."}
            }},
            "monitor": {"type": ["object", "null"], "required": ["id", "name"], "properties": {
              "id": {"type": "integer"}, "name": {"type": "string"}, "url": {"type": ["string", "null"]}
            }}
          }},
          "example": {
            "heartbeat": {
              "monitorID": 7, "status": 0, "time": "2026-01-25 11:58:00.123", "msg": "connect ECONNREFUSED 192.0.2.7:443", "ping": null,
              "important": true, "duration": 60
            },
            "monitor": {"id": 7, "name": "Photos", "type": "http", "url": "https://photos.example.org"},
            "msg": "[Photos] [🔴 Down] connect ECONNREFUSED 192.0.2.7:443"
          }
        }}},
        "responses": {\#(openAPIIntakeAccepted), \#(problems(400, 401, 403, 413, 503))}
      }},
      "/v1/intake/text": {"post": {
        "tags": ["deliveries"], "operationId": "takeText", "summary": "Words as they are, as ntfy and Gotify take them",
        "description": "The body is what is told; without a `title` its first line is one. What stands beside it is a header or a parameter, by ntfy's \#
    names: `Title` (`t`), `Priority` (`p`), `Tags` (`ta`), `Click`, `Message` (`m`). With the content type `application/json` it is a document with \#
    `message`, and perhaps `title` and `priority`, as Gotify's. With the header `Idempotency-Key` it is told once in 30 days, however often it is sent. \#
    What is too long is cut.",
        "security": [{"appKey": ["intake"]}, {"appKeyHeader": ["intake"]}, {"adminSecret": []}],
        "parameters": [
          \#(openAPIIntakeTextParameters),
          {"name": "title", "in": "query", "schema": {"type": "string"}},
          {"name": "priority", "in": "query", "schema": {"type": "string", "enum": ["1", "min", "2", "low", "3", "default", "4", "high", "5", "max", "urgent"]},
            "description": "From `4` on it asks for attention, `5` is critical."},
          {"name": "tags", "in": "query", "schema": {"type": "string"}, "description": "With commas between them; some are shown as pictures."},
          {"name": "click", "in": "query", "schema": {"type": "string"}, "description": "As the `link` of an order."},
          {"name": "message", "in": "query", "schema": {"type": "string"}, "description": "In place of an empty body."},
          {"$ref": "#/components/parameters/idempotency_key"}
        ],
        "requestBody": {"required": true, "content": {
          "text/plain": {"schema": {"type": "string"}, "example": "Backup done"},
          "application/json": {
            "schema": {"type": "object", "required": ["message"], "properties": {
              "title": {"type": ["string", "null"]}, "message": {"type": "string"},
              "priority": {"type": ["integer", "null"], "description": "From 8 on it asks for attention, 10 is critical."}
            }},
            "example": {"title": "Backup", "message": "Backup done", "priority": 5}
          }
        }},
        "responses": {\#(openAPIIntakeAccepted), \#(problems(400, 401, 403, 404, 409, 413, 503))}
      }}
    """#

private let openAPIIntakeParameters = #"""
    {"name": "to", "in": "query", "required": true, "schema": {"type": "string"}, "example": "ana,ben", "description": "Who is told: identifiers, with \#
    commas between them; at most 1,000 deliveries come of a call."},
          \#(openAPIIntakeManners)
    """#

/// Words may be to families and rotas, too: they have no end that would have to reach the same people.
private let openAPIIntakeTextParameters = #"""
    {"name": "to", "in": "query", "schema": {"type": "string"}, "example": "ana,ben", "description": "Who is told: identifiers, with commas between them. \#
    Give this, `families` or `rotas`; at most 1,000 deliveries come of a call."},
          {"name": "families", "in": "query", "schema": {"type": "string"}, "description": "Whoever is in these now is told, too: 100 at most, with commas \#
    between them."},
          {"name": "rotas", "in": "query", "schema": {"type": "string"}, "description": "Whoever is on duty now by these of the app's is told, too: 100 at \#
    most, with commas between them."},
          \#(openAPIIntakeManners)
    """#

/// How it is told.
private let openAPIIntakeManners = #"""
    {"name": "channel", "in": "query", "schema": {"type": "string"}, "description": "Over which channels, with commas between them; the server's \#
    route of the category unless said."},
          {"name": "severity", "in": "query", "schema": {"$ref": "#/components/schemas/Severity"}, "description": "In the place of what is reported. \#
    That something is over is never critical."},
          {"name": "category", "in": "query", "schema": {"type": "string", "maxLength": 128}, "description": "The name of the program unless said; of \#
    words, none."},
          {"name": "repeat", "in": "query", "schema": {"type": "string", "enum": ["tell"]}, "description": "What comes \#
    again is told again, in the place of the first."}
    """#

private let openAPIIntakeAccepted = #"""
    "202": {"description": "It is in the queue, or was told before.", "content": {"application/json": {
          "schema": {"type": "object", "required": ["deliveries", "called_off", "is_repeated"], "properties": {
            "deliveries": {"type": "array", "items": {"type": "string"}, "description": "What was queued, now or when it came first."},
            "called_off": {"type": "array", "items": {"type": "string"}, "description": "What waited of something that is over."},
            "is_repeated": {"type": "boolean", "description": "Whether all of it was told before."}
          }},
          "example": {"deliveries": ["019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"], "called_off": [], "is_repeated": false}
        }}}
    """#

let openAPIIntakeSchemas = #"""
      "AlertGroup": {
        "type": "object", "required": ["groupKey", "status", "alerts"],
        "properties": {
          "version": {"type": "string", "description": "`4` of Alertmanager."},
          "groupKey": {"type": "string"},
          "status": {"type": "string", "enum": ["firing", "resolved"]},
          "truncatedAlerts": {"type": "integer", "description": "How many more there are."},
          "groupLabels": {"type": "object", "additionalProperties": {"type": "string"}},
          "commonLabels": {"type": "object", "additionalProperties": {"type": "string"}},
          "alerts": {"type": "array", "minItems": 1, "items": {
            "type": "object", "required": ["status", "labels", "startsAt"],
            "properties": {
              "status": {"type": "string", "enum": ["firing", "resolved"]},
              "labels": {"type": "object", "additionalProperties": {"type": "string"}, "description": "`severity` says how grave it is: `critical`, \#
    `page` and the like are critical, `info` and the like are to watch, and all else asks for attention."},
              "annotations": {"type": "object", "additionalProperties": {"type": "string"}, "description": "`summary` is the title, `description` the body."},
              "startsAt": {"type": "string", "format": "date-time"},
              "fingerprint": {"type": "string", "description": "Its labels unless said."},
              "generatorURL": {"type": "string"}, "dashboardURL": {"type": "string"}, "panelURL": {"type": "string"}, "valueString": {"type": "string"}
            }
          }}
        }
      }
    """#
