/// What is answered where a call is refused or fails.
let openAPIProblemSchemas = #"""
      "ErrorCode": {
        "anyOf": [{"type": "string", "enum": [
          "malformed_json", "malformed_line", "missing_field", "wrong_type", "unknown_value", "unknown_name", "body_too_large", "too_many_items",
          "not_of_broadcast", "unknown_timezone",
          "metric_out_of_range", "no_metrics", "day_in_future", "snooze_days_not_offered", "number_out_of_range", "bad_check_digit", "bad_recurrence",
          "bad_template", "unknown_user",
          "unknown_family", "unknown_delivery", "unknown_action", "not_told", "unknown_broadcast", "unknown_audience", "too_many_audiences", "unknown_rota", "too_many_rotas", "unknown_schedule", "unknown_heartbeat", "schedule_ended", "too_many_schedules", "unknown_app", "unknown_inbox_message", "unknown_address", "not_found", "method_not_allowed", "too_many_addresses", "code_refused", "code_not_sent", "too_many_codes", "too_many_presses",
          "too_many_switched_off", "too_many_switched_on", "unknown_category", "too_many_categories", "unknown_hook", "too_many_hooks", "unknown_template", "too_many_templates", "missing_value", "too_many_members", "too_many_streams", "too_much_shared",
          "sync_conflict", "idempotency_key_reused", "not_authenticated", "key_expired", "secret_not_configured",
          "insufficient_scope",
          "not_authorized", "bad_signature", "stale_signature", "malformed_callback",
          "store_unavailable", "internal_failure"
        ]}, {"type": "string"}],
        "description": "Stable: programs may rely on it, and let pass what they don't know, as others may come. \#
    `malformed_json`: the body is not JSON, or broke off · `malformed_line`: a line of a file can't be read; \#
    only the command line says so · `missing_field`: `field` is not there · `wrong_type`: `field` has another form than it should · \#
    `unknown_value`: `field` is not one of a fixed list · `unknown_name`: `field` is no table or column \#
    that is shared, or nothing that this call reads · `not_of_broadcast`: `field` is read of orders for single persons alone · \#
    `body_too_large`: more than 4 MiB, of a callback more than 1 MiB · `too_many_items`: more days, members, rows or deliveries than one \#
    request may have · `unknown_timezone`: no IANA name that this system knows · `metric_out_of_range`: a value that can't be · `no_metrics`: a day \#
    without any value · `day_in_future`: a day that has not come yet where the member lives · `snooze_days_not_offered`: another number than 1, 3 \#
    or 7 · `number_out_of_range`: `field` is outside its bounds · `bad_check_digit`: `field` is no bar code number · \#
    `bad_recurrence`: `field` is no recurrence rule · `bad_template`: `field` is no template · \#
    `unknown_user`: nobody known, or not the caller · `unknown_family`: no such \#
    family, or not the caller's · `too_many_members`: the family has as many as it may, those that aren't named included · \#
    `unknown_delivery`: no such delivery, or not for the caller · `unknown_action`: the caller's notification offers no such action · `not_told`: the caller's notification wasn't told, or not yet · `unknown_broadcast`: no such broadcast · `unknown_audience`: the app has no such audience, or it isn't open · `too_many_audiences`: the app has as many open ones as it may · `unknown_schedule`: no such schedule · `unknown_heartbeat`: no such heartbeat · `schedule_ended`: nothing changes the schedule any more · `too_many_schedules`: the app has as many that haven't ended as it may · `unknown_rota`: no such rota of the app · `too_many_rotas`: the app has as many as it may · `unknown_app`: no key has the name, and nothing of it waits · `unknown_inbox_message`: no such message in the \#
    caller's inbox · `unknown_address`: no such address or device of the caller's · `too_many_addresses`: the person has as many as they may · \#
    `too_many_switched_off`: the person has switched off as many categories as they may · `too_many_switched_on`: \#
    as many are kept as switched on as may be · `unknown_category`: the app has declared none of the name · `too_many_categories`: the app has declared as \#
    many as it may · `unknown_hook`: the app has no hook of the name · `too_many_hooks`: the app has as many as it may · `unknown_template`: the app has no \#
    template of the name · `too_many_templates`: the app has as many as it may · `missing_value`: `field` of a hook or a template speaks of what isn't in \#
    what was posted · `code_refused`: not the code that was sent, or one that counts no \#
    more · `code_not_sent`: nothing can be sent to the address now · `too_many_codes`: the next has to wait · `too_many_presses`: so does the next press · \#
    `too_many_streams`: the person has as many streams of events open as they may · `too_much_shared`: the person's devices would share more rows or bytes than they may · `not_found`: nothing at this address · \#
    `method_not_allowed`: something is at this address, and isn't asked by this method · \#
    `sync_conflict`: what was pushed was changed by somebody else since the last pull · `idempotency_key_reused`: the key stood for another request · `not_authenticated`: who is asking is not known, or is somebody whom this isn't answered to, or `field` names a header that doesn't hold the signature of what was sent · \#
    `key_expired`: the key has run out, or was replaced and its grace is over · `insufficient_scope`: the key may something, and not this; the message, and \#
    `WWW-Authenticate`, name the scope that it needs · `secret_not_configured`: the server \#
    has no secret for that, so nobody may · `not_authorized`: the caller may not · `bad_signature`: a callback, or what was posted to a hook, without its sender's signature · \#
    `stale_signature`: a callback that was signed too long ago, or in the future · `malformed_callback`: one that is signed and can't be read · \#
    `store_unavailable`: the database can't be used; nothing was \#
    stored · `internal_failure`: a fault of the server."
      },
      "Error": {
        "type": "object", "required": ["code", "message"],
        "properties": {
          "code": {"$ref": "#/components/schemas/ErrorCode"},
          "message": {"type": "string", "description": "What happened and what to do, for people. Its words may change."},
          "field": {"type": "string", "description": "What it is about, as `metrics[3].steps`, or a header's name; left out where it is about the whole."}
        }
      },
      "Problem": {"type": "object", "required": ["error"], "properties": {"error": {"$ref": "#/components/schemas/Error"}}},
      "CallProblem": {
        "type": "object", "description": "A problem as PostgREST's clients read it, and as ours do.",
        "required": ["code", "message", "details", "hint", "error"],
        "properties": {
          "code": {"type": "string", "enum": ["42501", "PGRST301", "P0001"],
            "description": "As PostgREST has it: not authorized, not authenticated, anything else."},
          "message": {"type": "string"},
          "details": {"type": ["string", "null"], "description": "The stable code."},
          "hint": {"type": ["string", "null"], "description": "The field."},
          "error": {"$ref": "#/components/schemas/Error"}
        }
      }
    """#
