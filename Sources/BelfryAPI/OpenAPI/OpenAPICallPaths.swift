/// The tenants' remote calls, the worker by hand, and the addresses for whoever runs the server.
let openAPICallPaths = #"""
      "/health": {"get": {
        "tags": ["operations"], "operationId": "getHealth", "summary": "Is the process alive?", "security": [],
        "responses": {"200": {"description": "It is.", "content": {"application/json": {
          "schema": {"type": "object", "required": ["status"], "properties": {"status": {"type": "string", "const": "ok"}}},
          "example": {"status": "ok"}
        }}}}
      }},
      "/ready": {"get": {
        "tags": ["operations"], "operationId": "getReadiness", "summary": "Does work get done?",
        "description": "Ready means that the store can be read and written to and, where this process carries out deliveries itself, that its worker has got on within \#
    the last 30 seconds. A store that says nothing for 3 seconds is not waited for.",
        "security": [],
        "responses": {
          "200": {"description": "It does.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Readiness"},
            "example": {
              "ready": true, "store": "usable", "worker": "working",
              "upkeep": {"process": "host/1234/56789", "since": "2026-01-25T08:00:00.000Z", "last_run_at": "2026-01-25T12:00:00.000Z"}
            }
          }}},
          "503": {"description": "It does not; `store`, `reason` and `worker` say what is wrong.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Readiness"},
            "example": {"ready": false, "store": "unusable", "reason": "disk_full", "worker": "stuck"}
          }}}
        }
      }},
      "/metrics": {"get": {
        "tags": ["operations"], "operationId": "getCounters", "summary": "What is counted, as Prometheus reads it",
        "description": "What this process did, by channel, reason, route and status; the depth and age of the queue; and, from the store and so \#
    beyond a restart, what happened to deliveries. While the store can't be used, what the process counts, and `belfry_store_up 0`. Nobody's data.", "security": [],
        "responses": {
          "200": {"description": "Prometheus' text format, version 0.0.4.", "content": {"text/plain": {
            "schema": {"type": "string"},
            "example": "# HELP belfry_queue_depth Deliveries that wait or are being sent; 100000 or more are counted every 30 seconds.\n# TYPE belfry_queue_depth \#
    gauge\nbelfry_queue_depth{status=\"pending\"} 2\n"
          }}},
          \#(problems(503))
        }
      }},
      "/openapi.json": {"get": {
        "tags": ["operations"], "operationId": "getDescription", "summary": "This description", "security": [],
        "responses": {"200": {"description": "An OpenAPI 3.1 document.", "content": {"application/json": {"schema": {"type": "object"}}}}}
      }},
      "/rest/v1/rpc/snooze_pattern_alert": {"post": {
        "tags": ["remote calls"], "operationId": "snoozePatternAlert", "summary": "Hide an alert for some days",
        "description": "Through a day of the caller's own calendar, inclusive: today and 1, 3 or 7 days. Whoever is not in a family of the alert's \#
    member may not, and nothing changes then.",
        "security": [{"personToken": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/SnoozeCall"},
          "example": {"alert_id": "01970b2e-5c00-7000-8000-000000000001", "snooze_for_days": 3}
        }}},
        "responses": {
          "200": {"description": "Hidden.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Snoozed"},
            "example": {"success": true, "alert_id": "01970b2e-5c00-7000-8000-000000000001", "snooze_until": "2026-01-28", "snooze_days": 3}
          }}},
          \#(callProblems(400, 401, 403, 413, 503))
        }
      }},
      "/rest/v1/rpc/dismiss_pattern_alert": {"post": {
        "tags": ["remote calls"], "operationId": "dismissPatternAlert", "summary": "Hide an alert for good",
        "description": "A second time keeps the first moment. Same rule as for a snooze.", "security": [{"personToken": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/AlertCall"},
          "example": {"alert_id": "01970b2e-5c00-7000-8000-000000000001"}
        }}},
        "responses": {
          "200": {"description": "Hidden.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Dismissed"},
            "example": {"success": true, "alert_id": "01970b2e-5c00-7000-8000-000000000001", "dismissed_at": "2026-01-25T12:00:00Z"}
          }}},
          \#(callProblems(400, 401, 403, 413, 503))
        }
      }},
      "/rest/v1/rpc/get_family_pattern_alerts": {"post": {
        "tags": ["remote calls"], "operationId": "getFamilyPatternAlerts", "summary": "The alerts that a family should look at",
        "description": "Active ones that are neither dismissed nor snoozed today by the caller's calendar: the highest level first, then the \#
    longest-lasting. With `include_snoozed`, those too that the caller has snoozed. For members of the family.",
        "security": [{"personToken": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/FamilyCall"},
          "example": {"family_id": "lindens"}
        }}},
        "responses": {
          "200": {"description": "The alerts.", "content": {"application/json": {
            "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Alert"}},
            "example": [\#(openAPIAlertExample)]
          }}},
          \#(callProblems(400, 401, 403, 413, 503))
        }
      }},
      "/rest/v1/rpc/register_device_token": {"post": {
        "tags": ["remote calls"], "operationId": "registerDeviceToken", "summary": "Say where the caller's device is reached",
        "description": "The same token again is brought up to date. Of more than 50 devices of the caller, the one registered longest ago is forgotten.", "security": [{"personToken": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/DeviceCall"},
          "example": {"token": "f3a9c0", "platform_type": "ios", "app_ver": "4.2.0", "os_ver": "18.2"}
        }}},
        "responses": {
          "200": {"description": "Registered.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/DeviceRegistered"},
            "example": {"success": true, "token": "f3a9c0", "platform": "ios"}
          }}},
          \#(callProblems(400, 401, 413, 503))
        }
      }},
      "/functions/v1/process_notifications": {"post": {
        "tags": ["worker"], "operationId": "processNotifications", "summary": "Work off one batch of the queue now",
        "description": "What the worker does by itself, by hand. `processed` counts deliveries that were decided; `skipped` also what was merged \#
    into a summary, `failed` also attempts that will be tried again. What is held for quiet hours is processed and nothing else.",
        "security": [{"adminSecret": []}],
        "requestBody": {"content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/BatchCall"},
          "examples": {
            "some": {"summary": "Up to 100, none older than a day", "value": {"batchSize": 100, "maxAge": 24}},
            "defaults": {"summary": "An empty object, or no body at all, means the defaults", "value": {}}
          }
        }}},
        "responses": {
          "200": {"description": "Done.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Batch"},
            "example": {"ok": true, "processed": 12, "sent": 9, "skipped": 2, "failed": 1}
          }}},
          \#(problems(400, 401, 413, 503))
        }
      }}
    """#
