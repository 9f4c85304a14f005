"""Encrypts as many push messages as it is told to, with pywebpush, for the benchmark beside ours.

usage: pywebpush_encode.py COUNT BYTES
"""

import base64
import os
import sys

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import WebPusher

count, text = int(sys.argv[1]), b"a" * int(sys.argv[2])
key = ec.generate_private_key(ec.SECP256R1()).public_key()
point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
pusher = WebPusher({
    "endpoint": "https://push.example.com/1",
    "keys": {"p256dh": base64.urlsafe_b64encode(point).decode(), "auth": base64.urlsafe_b64encode(os.urandom(16)).decode()},
})
for _ in range(count):
    pusher.encode(text)
print(count)
