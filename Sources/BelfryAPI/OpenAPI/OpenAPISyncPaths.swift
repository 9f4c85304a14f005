/// What a person's devices share.
let openAPISyncPaths = #"""
      "/sync/pull": {"get": {
        "tags": ["sync"], "operationId": "pullChanges", "summary": "What has changed since the last pull",
        "description": "As WatermelonDB's `pullChanges` asks and reads it. The first pull brings every row as created; later ones bring what was \#
    created, updated and deleted since, whole rows. A moment that this server never gave counts as none, and brings deletions as well.",
        "security": [{"personToken": []}],
        "parameters": [
          {"name": "last_pulled_at", "in": "query", "schema": {"type": ["integer", "null"], "minimum": 0},
            "description": "The `timestamp` of the last answer; `null`, 0 or nothing before the first pull."},
          {"name": "schema_version", "in": "query", "schema": {"type": ["integer", "null"], "minimum": 0},
            "description": "The app's own; nothing follows from it."},
          {"name": "migration", "in": "query", "schema": {"type": ["string", "null"]},
            "description": "JSON as WatermelonDB has it: the tables that it names, and those of its columns, are sent whole.",
            "example": "{\"from\": 1, \"tables\": [\"budget_items\"], \"columns\": []}"},
          {"name": "open_push", "in": "query", "schema": {"type": ["string", "null"], "maxLength": 256},
            "description": "A `push_id` of which no answer came: `push_taken` says whether it arrived."}
        ],
        "responses": {
          "200": {"description": "What has changed.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/SyncAnswer"},
            "example": {
              "changes": {"budget_items": {
                "created": [{
                  "id": "rent", "name": "Rent", "type": "bill", "amount": 90000, "currency": "EUR", "due_date": "2026-11-30",
                  "is_auto_pay": false, "is_completed": false, "is_deleted": false, "rrule": "FREQ=MONTHLY", "limit": null, "spent": null
                }],
                "updated": [], "deleted": ["gym"]
              }},
              "timestamp": 1795000000000
            }
          }}},
          \#(problems(400, 401, 503))
        }
      }},
      "/sync/push": {"post": {
        "tags": ["sync"], "operationId": "pushChanges", "summary": "A person's own edits",
        "description": "As WatermelonDB's `pushChanges` sends it, with or without a `changes` around it. All of it is stored or nothing; at most \#
    10,000 rows and 4 MiB. Where a row was changed by another device since `last_pulled_at`, the answer is 409: pull, and push again. A column \#
    that a row doesn't name stays. What is there already is no conflict, so a push may be sent again; with a `push_id` it is stored once. `_status` \#
    and `_changed` are passed over, and so is what stands beside `changes`; tables, lists and columns that aren't shared are refused by name, and so is \#
    a text of more than 4,096 characters, or 524,288 where it is JSON.",
        "security": [{"personToken": []}],
        "parameters": [
          {"name": "last_pulled_at", "in": "query", "schema": {"type": ["integer", "null"], "minimum": 0},
            "description": "The `timestamp` of the last pull. Without it every row that is there already is a conflict."},
          {"name": "push_id", "in": "query", "schema": {"type": ["string", "null"], "maxLength": 256},
            "description": "Any text of the app's own, another for each push and device. It is remembered for 30 days."}
        ],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/SyncChanges"},
          "example": {"budget_items": {
            "created": [{"id": "rent", "name": "Rent", "amount": 90000, "due_date": "2026-11-30", "is_auto_pay": false}],
            "updated": [], "deleted": ["gym"]
          }}
        }}},
        "responses": {
          "200": {"description": "Stored.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Success"},
            "example": {"success": true}
          }}},
          \#(problems(400, 401, 409, 413, 503))
        }
      }}
    """#

let openAPISyncSchemas = #"""
      "SyncChanges": {
        "type": "object",
        "description": "By table: `notification_settings`, `budget_items`, `study_settings`, `study_words`, `pantry_settings`, `pantry_items`, \#
    `prayer_settings`, `reminders`, `person_settings`, `notification_receipts`. Columns that hold JSON hold it as text.",
        "additionalProperties": {
          "type": "object",
          "properties": {
            "created": {"type": "array", "items": {"$ref": "#/components/schemas/SyncRow"}},
            "updated": {"type": "array", "items": {"$ref": "#/components/schemas/SyncRow"}},
            "deleted": {"type": "array", "items": {"type": "string"}, "description": "Identifiers."}
          },
          "additionalProperties": false
        }
      },
      "SyncRow": {
        "type": "object", "required": ["id"],
        "properties": {"id": {"type": "string", "minLength": 1, "maxLength": 256, "description": "At most 256 bytes, no control characters."}},
        "additionalProperties": {"type": ["boolean", "number", "string", "null"]}
      },
      "SyncAnswer": {
        "type": "object", "required": ["changes", "timestamp"],
        "properties": {
          "changes": {"$ref": "#/components/schemas/SyncChanges"},
          "timestamp": {"type": "integer", "minimum": 1, "description": "Where the next pull begins. It only grows."},
          "push_taken": {"type": "boolean", "description": "Whether the open push has arrived; there only where one was asked about."}
        }
      }
    """#
