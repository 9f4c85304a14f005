"""Reads push messages as a browser and a push service do, with http_ece and PyJWT.

Each line on standard input is an object: private_key and auth of the browser, body, authorization, and the origin that the token must be for;
bytes are in base64url. Prints an object: the plaintext, and the token's claims.
"""

import base64
import json
import sys

import http_ece
import jwt
from cryptography.hazmat.primitives.asymmetric import ec


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


for line in sys.stdin:
    message = json.loads(line)
    key = ec.derive_private_key(int.from_bytes(data(message["private_key"]), "big"), ec.SECP256R1())
    plaintext = http_ece.decrypt(data(message["body"]), private_key=key, auth_secret=data(message["auth"]), version="aes128gcm")
    fields = dict(field.strip().split("=", 1) for field in message["authorization"].removeprefix("vapid ").split(","))
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(fields["k"]))
    claims = jwt.decode(fields["t"], sender, algorithms=["ES256"], audience=message["origin"], options={"verify_exp": False})
    print(json.dumps({"plaintext": plaintext.decode(), "claims": claims, "header": jwt.get_unverified_header(fields["t"])}))
