"""Sends a push message with pywebpush, as a check that our push service takes what others send.

usage: web_push_writer.py SUBSCRIPTION VAPID_PRIVATE_KEY TEXT
Prints the status that came back.
"""

import json
import sys

from pywebpush import WebPushException, webpush

subscription, key, text = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3]
try:
    answer = webpush(subscription, data=text, vapid_private_key=key, vapid_claims={"sub": "mailto:ops@example.com"}, ttl=60)
    print(answer.status_code)
except WebPushException as error:
    print(error.response.status_code)
