/// The wearables' webhook, an alert's story, and how people come into a family and leave it.
let openAPIVitalityPaths = #"""
      "/functions/v1/rook": {"post": {
        "tags": ["metrics"], "operationId": "postWearableDocument", "summary": "Take in a document of the wearables' aggregator",
        "description": "A summary of a night, of a day's activity or of the body, or sessions of exercise, in ROOK's shape; other documents are \#
    answered and not kept. Answered as soon as it is stored, evaluated after that. Of a day's revisions the newest counts, whatever comes first, so a \#
    document may be sent again. A value that can't be a person's day (40 hours of sleep, an HRV of 0) is stored, named in `flagged`, and \#
    counts as missing.",
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
          \#(problems(400, 401, 404, 413, 503))
        }
      }},
      "/v1/alerts/{id}/story": {
        "parameters": [{"$ref": "#/components/parameters/alert_id"}],
        "get": {
          "tags": ["families"], "operationId": "getStory", "summary": "How an alert came about, and what was told of it to whom",
          "description": "For whoever is in a family of the member, for apps and for the admin. A person learns what was told to them and to \#
    people of a family that they are in with the member.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The story.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Story"},
              "example": {
                "alert": \#(openAPIAlertExample),
                "member_name": "Ben", "insight": "Steps have been 35% below Ben's usual 8,000 for 3 days; no other metric is unusual.",
                "engine": "v2", "day_count": 3, "last_notified_level": 3, "levels": [{"level": 3, "date": "2026-01-24"}], "reopened": [],
                "baseline": {"value": 8000, "low": 7100, "high": 9200},
                "series": [{"date": "2026-01-21", "value": 8300, "plausible": true}, {"date": "2026-01-22", "value": 5400, "plausible": true}],
                "exercise_days": ["2026-01-20"],
                "told": [{
                  "delivery_id": "01970b2e-5c00-7000-8000-000000000002", "recipient_user_id": "ana", "recipient_name": "Ana", "channel": "in_app",
                  "level": 3, "status": "sent", "sentence": "Sent, because nothing stood against it: inbox is on, no quiet hours are set.",
                  "queued_at": "2026-01-25T08:00:00Z", "sent_at": "2026-01-25T08:00:00.120Z"
                }]
              }
            }}},
            \#(problems(401, 403, 404, 503))
          }
        }
      },
      "/v1/families/{family_id}/insights": {
        "parameters": [{"$ref": "#/components/parameters/family_id"}],
        "get": {
          "tags": ["families"], "operationId": "getInsights", "summary": "Everybody's scores of three weeks, and what is worth a look in them",
          "description": "For members of the family. At most two insights that ask for attention, of different members first; where there is \#
    none, one that is good news; none about the caller. Sentences are in the language of `Accept-Language`. Whoever doesn't consent that \#
    the family is told of them has scores for nobody but themself.",
          "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "The scores and insights.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Insights"},
              "example": {
                "family_id": "lindens", "rules": "v2", "date": "2026-01-25",
                "members": [
                  {"user_id": "ana", "first_name": "Ana", "shares_scores": true, "days": []},
                  {"user_id": "ben", "first_name": "Ben", "shares_scores": true, "days": [
                    {"date": "2026-01-24", "vitality": 63.8, "sleep": 30, "movement": 100, "stress": 61.5}
                  ]}
                ],
                "insights": [{
                  "member_user_id": "ben", "member_name": "Ben", "pillar": "sleep", "rule": "drop", "tone": "attention", "since": "2026-01-24",
                  "is_new": true, "recent_score": 34, "usual_score": 78, "current_score": 30, "title": "Ben's sleep",
                  "sentence": "Ben's sleep score is lower than usual."
                }]
              }
            }}},
            \#(problems(401, 403, 404, 503))
          }
        }
      },
      "/v1/families/{family_id}/invitations": {
        "parameters": [{"$ref": "#/components/parameters/family_id"}],
        "post": {
          "tags": ["families"], "operationId": "invite", "summary": "Make an invitation that works once",
          "description": "For the family's admins, for apps and for the admin. Hand the code over yourself; it is shown this once.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/InvitationCall"}, "example": {"role": "member", "valid_days": 7}
          }}},
          "responses": {
            "200": {"description": "The invitation.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Invitation"},
              "example": {"code": "q3…", "family_id": "lindens", "role": "member", "expires_at": "2026-02-01T12:00:00Z"}
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/invitations/accept": {"post": {
        "tags": ["families"], "operationId": "acceptInvitation", "summary": "Join a family by an invitation",
        "description": "The caller says whether the family's admins may be told of them. Whoever is in the family already keeps their role.",
        "security": [{"personToken": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/Acceptance"},
          "example": {"code": "the-code-of-the-invitation", "first_name": "Carl", "shares_alerts": true}
        }}},
        "responses": {
          "200": {"description": "Joined.", "content": {"application/json": {
            "schema": {"type": "object"}, "example": {"success": true, "family_id": "lindens"}
          }}},
          \#(problems(400, 401, 403, 413, 503))
        }
      }},
      "/v1/families/{family_id}/consent": {
        "parameters": [{"$ref": "#/components/parameters/family_id"}],
        "put": {
          "tags": ["families"], "operationId": "setConsent", "summary": "Say whether a family's admins may be told of the caller",
          "description": "Counts at once, also for what is queued already.", "security": [{"personToken": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Consent"}, "example": {"shares_alerts": false}
          }}},
          "responses": {
            "200": {"description": "As it is now.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Consent"}, "example": {"shares_alerts": false}
            }}},
            \#(problems(400, 401, 404, 413, 503))
          }
        }
      },
      "/v1/families/{family_id}/members/{user_id}": {
        "parameters": [{"$ref": "#/components/parameters/family_id"}, {"$ref": "#/components/parameters/user_id"}],
        "delete": {
          "tags": ["families"], "operationId": "removeMember", "summary": "Leave a family, or take somebody out of it",
          "description": "Everybody may leave; the family's admins, apps and the admin may take others out. Counts at once, also for \#
    what is queued already.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}
            }}},
            \#(problems(401, 403, 404, 503))
          }
        }
      }
    """#
