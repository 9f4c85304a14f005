"""A mail server for tests, on a free port of this machine: aiosmtpd, which speaks SMTP by itself.

usage: mail_server.py CERTIFICATE KEY [--no-tls | --tls] [--login USER PASSWORD] [--greeting-refused]

Writes one line of JSON for its port, and one for each mail that it takes. What it answers is told by the recipient's name:
`reply.550.5-1-1@…` is refused so, `data.552@…` after the mail itself, `lost@…` is taken and never answered, `hangup@…` breaks off
before the mail, and `greylisted@…` is asked to come again once.
"""

import argparse
import asyncio
import email
import email.policy
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


def say(**facts):
    print(json.dumps(facts), flush=True)


class Handler:
    def __init__(self):
        self.greylisted = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        parts = name.split(".")
        if parts[0] == "reply":
            return " ".join([parts[1], *(part.replace("-", ".") for part in parts[2:]), "refused " + address])
        if name == "greylisted" and address not in self.greylisted:
            self.greylisted.add(address)
            return "451 4.7.1 come again later, " + address
        if name == "hangup":
            server.transport.abort()
            await asyncio.Event().wait()
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        parts = envelope.rcpt_tos[0].split("@")[0].split(".")
        if parts[0] == "data":
            return " ".join([parts[1], *(part.replace("-", ".") for part in parts[2:]), "refused"])
        message = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        bodies = {part.get_content_type(): part.get_content().replace("\r\n", "\n") for part in message.walk() if not part.is_multipart()}
        say(
            sender=envelope.mail_from,
            recipients=envelope.rcpt_tos,
            peer=session.peer[1],
            tls=session.ssl is not None,
            user=session.auth_data.login.decode() if session.auth_data else None,
            raw=envelope.original_content.decode("ascii"),
            headers={name: str(value) for name, value in message.items()},
            type=message.get_content_type(),
            defects=[str(defect) for part in message.walk() for defect in part.defects],
            bodies=bodies,
        )
        if parts[0] == "lost":
            server.transport.abort()
            await asyncio.Event().wait()
        return "250 2.0.0 taken"


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("certificate")
    parser.add_argument("key")
    parser.add_argument("--no-tls", action="store_true")
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--login", nargs=2)
    arguments = parser.parse_args()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(arguments.certificate, arguments.key)

    def authenticate(server, session, envelope, mechanism, data):
        matches = isinstance(data, LoginPassword) and [data.login.decode(), data.password.decode()] == arguments.login
        return AuthResult(success=matches, handled=False, auth_data=data if matches else None)

    handler = Handler()
    offers_tls = not arguments.no_tls and not arguments.tls

    def make():
        return SMTP(
            handler,
            hostname="mail.test",
            enable_SMTPUTF8=False,
            tls_context=context if offers_tls else None,
            require_starttls=offers_tls,
            auth_required=arguments.login is not None,
            auth_require_tls=not arguments.tls,
            authenticator=authenticate,
            loop=asyncio.get_running_loop(),
        )

    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0, ssl=context if arguments.tls else None)
    say(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


asyncio.run(main())
