"""Checks signed events with SendGrid's own library.

usage: verify_events.py PUBLIC_KEY SIGNATURE TIMESTAMP BODY; writes `true` or `false`.
"""

import sys

from sendgrid.helpers.eventwebhook import EventWebhook

key, signature, timestamp, body = sys.argv[1:]
webhook = EventWebhook(key)
print(str(webhook.verify_signature(body, signature, timestamp)).lower())
