/// What scripts of pages send and are answered.
let openAPIPageSchemas = #"""
      "PageSession": {"type": "object", "required": ["form_token"], "properties": {"form_token": {"type": "string"}}},
      "PageSnooze": {"type": "object", "required": ["snooze_for_days"], "properties": {"snooze_for_days": {"type": "integer", "enum": [1, 3, 7]}}},
      "WebPushKey": {"type": "object", "required": ["public_key"], "properties": {"public_key": {"type": ["string", "null"]}}},
      "WebPushSubscription": {"type": "object", "required": ["endpoint", "keys"], "properties": {
        "endpoint": {"type": "string", "maxLength": 2048, "description": "The push service's address for this browser."},
        "keys": {"type": "object", "required": ["p256dh", "auth"], "properties": {
          "p256dh": {"type": "string", "description": "The browser's public key: P-256, uncompressed, in base64url."},
          "auth": {"type": "string", "description": "The browser's authentication secret: 16 bytes in base64url."}
        }}
      }}
    """#
