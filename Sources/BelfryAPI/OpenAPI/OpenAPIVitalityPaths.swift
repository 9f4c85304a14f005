/// The wearables' webhook.
let openAPIVitalityPaths = #"""
      "/functions/v1/rook": {"post": {
        "tags": ["metrics"], "operationId": "postWearableDocument", "summary": "Take in a document of the wearables' aggregator",
        "description": "A summary of a night, of a day's activity or of the body, or sessions of exercise, in ROOK's shape; other documents are \#
    answered and not kept. Answered as soon as it is stored, evaluated after that. Of a day's revisions the newest counts, whatever comes first, so a \#
    document may be sent again. A value that can't be a person's day (40 hours of sleep, an HRV of 0) is stored, named in `flagged`, and counts as missing.",
        "security": [{"wearableHash": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/WearableDocument"},
          "examples": {
            "night": {"summary": "A night", "value": {
              "version": 2, "data_structure": "sleep_summary", "client_uuid": "4d0a…", "user_id": "ben", "document_version": 1,
              "sleep_health": {"summary": {"sleep_summary": {
                "metadata": {"datetime_string": "2026-01-25T07:10:00+01:00", "sources_of_data_array": ["Fitbit"]},
                "duration": {
                  "sleep_date_string": "2026-01-25", "sleep_end_datetime_string": "2026-01-25T07:10:00+01:00", "sleep_duration_seconds_int": 24300,
                  "time_in_bed_seconds_int": 27000, "deep_sleep_duration_seconds_int": 4800
                },
                "heart_rate": {"hr_resting_bpm_int": 58, "hrv_avg_rmssd_float": 42.5}
              }}}
            }},
            "day": {"summary": "A day's activity so far", "value": {
              "version": 2, "data_structure": "physical_summary", "client_uuid": "4d0a…", "user_id": "ben", "document_version": 3,
              "physical_health": {"summary": {"physical_summary": {
                "metadata": {"datetime_string": "2026-01-24T00:00:00Z", "sources_of_data_array": ["Fitbit"]},
                "distance": {"steps_int": 8200}, "activity": {"active_seconds_int": 3120}
              }}}
            }}
          }
        }}},
        "responses": {
          "200": {"description": "Stored.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/WearableReceipt"},
            "example": {"data_structure": "sleep_summary", "changed_days": 1, "unchanged_days": 0, "sessions": 0, "flagged": []}
          }}},
          "400": {"$ref": "#/components/responses/Problem400"},
          "401": {"$ref": "#/components/responses/Problem401"},
          "404": {"$ref": "#/components/responses/Problem404"},
          "413": {"$ref": "#/components/responses/Problem413"},
          "503": {"$ref": "#/components/responses/Problem503"}
        }
      }}
    """#
