/// What is kept of a person, whole.
let openAPIPersonPaths = #"""
      "/v1/people/{user_id}/export": {
        "parameters": [{"$ref": "#/components/parameters/person_id"}],
        "get": {
          "tags": ["people"], "operationId": "exportPerson", "summary": "What is kept of a person",
          "description": "A row of a table a line, as JSON: `{\"table\": \"…\", \"row\": {…}}`. Their settings and addresses, what was measured of \#
    them, what they were told and what others were told of them; what opens something, as the hash of a code, is left out. However much it is, it is \#
    one answer, of which the last line is whole only where all went well. For apps and the admin.",
          "security": [{"appKey": ["all"]}, {"appKeyHeader": ["all"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The rows.", "content": {"application/x-ndjson": {
              "schema": {"type": "string"},
              "example": "{\"table\":\"family_members\",\"row\":{\"family_id\":\"lindens\",\"user_id\":\"ben\",\"first_name\":\"Ben\"}}\n"
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/people/{user_id}": {
        "parameters": [{"$ref": "#/components/parameters/person_id"}],
        "delete": {
          "tags": ["people"], "operationId": "erasePerson", "summary": "Erase a person",
          "description": "Nothing is told of or to them from then on, and all that an export has is gone when the answer goes out; it can't be undone. \#
    Where the answer is lost it may be repeated: what is gone already isn't counted. Tokens from before let nobody in any more. An app that still \#
    sends what is theirs has them begin anew. There is no dry run: one that is asked for is refused. For apps and the admin.",
          "security": [{"appKey": ["all"]}, {"appKeyHeader": ["all"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "They are erased.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["erased"], "properties": {"erased": {
                "type": "object", "additionalProperties": {"type": "integer"}, "description": "How many rows went, by table."
              }}},
              "example": {"erased": {"family_members": 1, "notification_queue": 12, "user_profiles": 1}}
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      }
    """#
