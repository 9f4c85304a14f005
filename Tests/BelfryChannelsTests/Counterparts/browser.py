"""A real browser that subscribes on our page's scripts and is pushed to: Firefox without a screen, and a push service for it alone.

usage: browser.py FOLDER PUBLIC_KEY
FOLDER has service-worker.js, belfry-push.js and policy, the Content-Security-Policy of our pages.

Prints the subscription as the page posts it to the server; once a message was posted to the endpoint, the browser's acknowledgement (100: read;
101: it could not be decrypted) and what it shows; after a click on that, which page it opens, and what it tells the server.

The push service speaks to Firefox as Mozilla's does, over a web socket: autopush's messages hello, register, notification and ack.
"""

import asyncio
import base64
import ctypes
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from http import HTTPStatus

from websockets.asyncio.server import serve

ORIGIN_HOST = "127.0.0.1"
PAGE = b"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="belfry-form-token" content="of-this-page"><title>Push</title>
<script src="/assets/belfry-push.js" defer></script></head>
<body><button type="button" id="push-toggle" hidden></button><p id="notice"></p><p id="words" hidden data-push-on="On" data-push-off="Off" data-failed="Failed" data-push-refused="Refused"></p>
<article id="alert-alert-1" tabindex="-1">The alert</article></body></html>"""


class PushService:
    """Gives out endpoints, and hands what is posted there to the browser."""

    def __init__(self):
        self.socket = None
        self.acknowledged = asyncio.Queue()

    async def speak(self, socket):
        self.socket = socket
        async for text in socket:
            message = json.loads(text or "{}")
            kind = message.get("messageType")
            if kind == "hello":
                await self.say(messageType="hello", status=200, uaid=uuid.uuid4().hex, use_webpush=True, broadcasts={})
            elif kind == "register":
                endpoint = f"http://{ORIGIN_HOST}:{self.http_port}/push/{message['channelID']}"
                await self.say(messageType="register", status=200, channelID=message["channelID"], pushEndpoint=endpoint)
            elif kind == "unregister":
                await self.say(messageType="unregister", status=200, channelID=message["channelID"])
            elif kind == "ack":
                await self.acknowledged.put(message["updates"][0].get("code"))

    async def say(self, **message):
        await self.socket.send(json.dumps(message))

    async def push(self, channel, body):
        data = base64.urlsafe_b64encode(body).decode().rstrip("=")
        await self.say(messageType="notification", channelID=channel, version=uuid.uuid4().hex, data=data, headers={"encoding": "aes128gcm"})


class Site:
    """Our page with our scripts, and the routes that they call."""

    def __init__(self, folder, key, push_service):
        self.files = {
            "/": ("text/html", PAGE), "/service-worker.js": ("text/javascript", (folder / "service-worker.js").read_bytes()),
            "/assets/belfry-push.js": ("text/javascript", (folder / "belfry-push.js").read_bytes()),
            "/page/session": ("application/json", b'{"form_token":"of-this-page"}'),
            "/page/web-push/key": ("application/json", json.dumps({"public_key": key}).encode()),
        }
        self.policy = (folder / "policy").read_text()
        self.push_service = push_service
        self.subscribed = asyncio.Queue()
        self.opened = asyncio.Queue()
        self.told = asyncio.Queue()

    async def answer(self, reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            method, path, _ = head[0].split(" ")
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body = await reader.readexactly(int(fields.get("content-length", 0)))
            status, kind, content = await self.route(method, path, fields, body)
            header = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n"
            writer.write((header + f"Content-Security-Policy: {self.policy}\r\nConnection: close\r\n\r\n").encode() + content)
            await writer.drain()
        finally:
            writer.close()

    async def route(self, method, path, fields, body):
        if method == "GET" and path in self.files:
            return HTTPStatus.OK, *self.files[path]
        if path == "/page/web-push/subscribe" and fields.get("x-belfry-form-token") == "of-this-page":
            await self.subscribed.put(body.decode())
            return HTTPStatus.OK, "application/json", b'{"success":true}'
        if method == "GET" and path.startswith("/alerts/"):
            await self.opened.put(path)
            return HTTPStatus.OK, "text/html", PAGE
        if method == "POST" and path.startswith("/page/deliveries/") and fields.get("x-belfry-form-token") == "of-this-page":
            await self.told.put(path)
            return HTTPStatus.OK, "application/json", b'{"success":true}'
        if method == "POST" and path.startswith("/push/"):
            await self.push_service.push(path.removeprefix("/push/"), body)
            return HTTPStatus.CREATED, "text/plain", b""
        return HTTPStatus.NOT_FOUND, "text/plain", b""


class Marionette:
    """Firefox's own remote control."""

    async def connect(self, port):
        while True:
            try:
                self.reader, self.writer = await asyncio.open_connection(ORIGIN_HOST, port)
                break
            except OSError:
                await asyncio.sleep(0.2)
        await self.read()
        self.count = 0
        await self.do("WebDriver:NewSession")

    async def read(self):
        length = int((await self.reader.readuntil(b":"))[:-1])
        return json.loads(await self.reader.readexactly(length))

    async def do(self, command, **arguments):
        self.count += 1
        text = json.dumps([0, self.count, command, arguments]).encode()
        self.writer.write(str(len(text)).encode() + b":" + text)
        _, _, error, result = await self.read()
        if error:
            raise RuntimeError(command + ": " + str(error))
        return result.get("value", result) if isinstance(result, dict) else result

    async def script(self, text):
        return await self.do("WebDriver:ExecuteAsyncScript", script="const done = arguments[arguments.length - 1];" + text, args=[])


def start_firefox(profile, push_port, control_port):
    preferences = {
        "dom.push.serverURL": f"ws://{ORIGIN_HOST}:{push_port}/", "dom.push.testing.allowInsecureServerURL": True,
        "dom.push.connection.enabled": True, "permissions.default.desktop-notification": 1, "marionette.port": control_port,
        "dom.webnotifications.requireuserinteraction": True, "alerts.useSystemBackend": False, "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False, "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False, "services.settings.server": "data:,", "toolkit.telemetry.enabled": False,
    }
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (profile / "user.js").write_text("\n".join(lines))
    environment = {"HOME": str(profile), "PATH": os.environ["PATH"], "MOZ_HEADLESS": "1", "MOZ_CRASHREPORTER_DISABLE": "1"}
    # Whatever becomes of us, the browser doesn't outlive us.
    def die_with_parent():
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    log = open(profile / "log", "w")
    return subprocess.Popen(
        ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", str(profile), "about:blank"], env=environment,
        stdout=log, stderr=log, preexec_fn=die_with_parent)


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind((ORIGIN_HOST, 0))
        return probe.getsockname()[1]


SHOWN = """
    const registration = await navigator.serviceWorker.getRegistration('/');
    let shown = [];
    while (shown.length === 0) {
      shown = await registration.getNotifications();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    done(shown.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, url: data.url })));
"""

# What Firefox shows by itself, where a desktop has nothing to show notifications with, is a window of its own.
CLICK = """
    const find = () => Services.wm.getMostRecentWindow('alert:alert')?.document.getElementById('alertBox');
    let box = find();
    while (!box) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      box = find();
    }
    box.click();
    done(true);
"""


async def main(folder, key):
    push_service = PushService()
    site = Site(pathlib.Path(folder), key, push_service)
    profile = pathlib.Path(tempfile.mkdtemp(prefix="belfry-browser-"))
    firefox = None
    try:
        async with serve(push_service.speak, ORIGIN_HOST, 0) as sockets:
            server = await asyncio.start_server(site.answer, ORIGIN_HOST, 0)
            push_service.http_port = server.sockets[0].getsockname()[1]
            control_port = free_port()
            firefox = start_firefox(profile, sockets.sockets[0].getsockname()[1], control_port)
            browser = Marionette()
            await browser.connect(control_port)
            await browser.do("WebDriver:Navigate", url=f"http://{ORIGIN_HOST}:{push_service.http_port}/")
            await browser.script("const button = document.getElementById('push-toggle');"
                                 "(function wait() { button.hidden ? setTimeout(wait, 50) : done(true) })();")
            button = await browser.do("WebDriver:FindElement", using="css selector", value="#push-toggle")
            await browser.do("WebDriver:ElementClick", id=next(iter(button.values())))
            print(await site.subscribed.get(), flush=True)
            print(await push_service.acknowledged.get(), flush=True)
            print(json.dumps(await browser.script("(async () => {" + SHOWN + "})();"), ensure_ascii=False), flush=True)
            await browser.do("Marionette:SetContext", value="chrome")
            await browser.script("(async () => {" + CLICK + "})();")
            print(await site.opened.get(), flush=True)
            print(await site.told.get(), flush=True)
    finally:
        if firefox:
            firefox.kill()
            firefox.wait()
        if "BELFRY_BROWSER_LOG" in os.environ:
            shutil.copy(profile / "log", os.environ["BELFRY_BROWSER_LOG"])
        shutil.rmtree(profile, ignore_errors=True)


asyncio.run(main(*sys.argv[1:]))
